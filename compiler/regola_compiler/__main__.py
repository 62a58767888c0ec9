"""`python -m regola_compiler` is `regola`."""

from regola_compiler.cli.main import run

run()
