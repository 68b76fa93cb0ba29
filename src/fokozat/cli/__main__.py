"""`python -m fokozat.cli` is `fokozat`."""

import sys

from fokozat.cli.main import main

sys.exit(main())
