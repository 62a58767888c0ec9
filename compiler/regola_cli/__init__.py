"""The command line. A subcommand is one file and one line in `main.COMMANDS`."""
