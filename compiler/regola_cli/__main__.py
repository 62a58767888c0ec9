"""`python -m regola_cli` is `regola`."""

from regola_cli.main import run

run()
