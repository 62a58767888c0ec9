"""`python -m regola_cli` is `regola`."""

from regola_cli.main import run

if __name__ == "__main__":  # a process that helps with several games imports this file again
    run()
