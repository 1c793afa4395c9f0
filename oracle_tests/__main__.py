"""`python -m oracle_tests`: see `cli`."""

import sys

if __name__ == "__main__":
    try:
        from oracle_tests.cli import main

        main()
    except KeyboardInterrupt:  # before or after a campaign, which sees to its own
        sys.exit(130)
