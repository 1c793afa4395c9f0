"""Campaigns: many programs, nothing raises, everything that disagrees is minimised, judged and kept."""
