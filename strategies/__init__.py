"""What is drawn: the language of tape programs, and programs in it."""
