"""REPORTS: what people read of a campaign.

    discrepancy   the record of a disagreement and of the run it belongs to
    shown         outcomes as text, and where two texts part
    runs          a run as JSON
    ledger        the known discrepancies (known.toml), variants: TensorFlow's wrong rules, for comparison
    page          the HTML page

Nothing here runs a program or a subject: what a report says of a run is in the run.
"""
