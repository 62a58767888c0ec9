"""`regola`: finds the subcommand and runs it; loads nothing else, so that `--help` starts fast."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from importlib import import_module

import click
from regola_dsl.wording import localized, localized_template, message_of, say, speak

from regola_cli.language import asked_language, messages_option, translate
from regola_cli.terminal import Door, OutputLost, let_go

# name, module, what it does in a line. The modules are imported when they are called.
COMMANDS = (
    ("new", "new", "Write a small ruleset that builds, to start from."),
    ("check", "check", "Find what is missing, contradictory or misspelt."),
    ("fmt", "fmt", "Lay rules out in the one way there is."),
    ("build", "build", "Compile games into Python modules."),
    ("test", "test", "Run the worked examples."),
    ("ask", "ask", "Ask a rule or a table, and see why it answers so."),
    ("odds", "odds", "Show how likely each answer is, over the dice left open."),
    ("walk", "walk", "Step the sequence of play."),
    ("play", "play", "Play a game at the terminal."),
    ("simulate", "simulate", "Play a game by chance, many times: how it ends, and where it cannot go on."),
    ("perft", "perft", "Count how many histories a game has."),
    ("diff", "diff", "Show what changes between two editions of a game."),
    ("crosscheck", "crosscheck", "Hold a rulebook text against the rules."),
    ("list", "listing", "List what a game declares."),
    ("docs", "docs", "Write the reference as HTML."),
    ("print", "print", "Print a sheet for the table, a summary of the rules, or the errata."),
    ("texts", "texts", "Exchange texts and terms with translators' programs."),
    ("how", "how", "Show how a sentence of a rulebook is written."),
    ("explain", "explain", "Explain a finding."),
    ("lsp", "lsp", "Serve an editor: findings, completion, renaming while you write."),
)


class Lazy(click.Group):
    """A group whose commands are loaded when they are called, and speak the language that is asked for."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The options of the group; in which language to speak is known before any help is written."""
        speak(asked_language(args))
        translate(self)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, in the order of their table."""
        del ctx
        return [name for name, _, _ in COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command called `cmd_name`."""
        del ctx
        for name, module, _ in COMMANDS:
            if name == cmd_name:
                command: click.Command = import_module(f"regola_cli.{module}").command
                translate(command)
                return command
        return None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command meant by the first word; a misspelt one is told with the nearest."""
        from regola_dsl.diagnostics import nearest, or_meant

        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            close = nearest(args[0], self.list_commands(ctx))
            ctx.fail(localized(or_meant(say("there is no command `{name}`", name=args[0]), close)))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list in `--help`, from the table alone: no command is imported for it."""
        del ctx
        with formatter.section(localized_template("Commands")):
            formatter.write_dl([(name, localized_template(line)) for name, _, line in COMMANDS])


# How many objects have to be new before rings of them are looked for. A program and what is proved of it are trees, and
# next to nothing of them is ever let go: each look at all of them finds nothing and costs as much as an edit does.
RINGS = (100_000, 50, 100)


@click.group(
    cls=Lazy,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="GAME is a folder, or the name of one under games/. Exit codes: 0 nothing wrong, 1 findings, 2 wrong use.",
)
@messages_option
@click.version_option(package_name="regola", message="%(prog)s %(version)s")
def main() -> None:
    """Rulebooks as data: prove, compile and print the rules of a game."""


def _ended() -> int:
    """Run the command; the exit code it ends with."""
    try:
        code = main.main(prog_name="regola", standalone_mode=False)
    except click.exceptions.Exit as end:
        return end.exit_code
    return code if isinstance(code, int) else 0


def run() -> None:
    """The entry point: no input may end in a traceback."""
    gc.set_threshold(*RINGS)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.stdout, sys.stderr = (Door(stream) for stream in (sys.stdout, sys.stderr))
    try:
        code = _ended()
        sys.stdout.flush()
        sys.exit(code)
    except OutputLost as lost:
        let_go(sys.stdout)
        with suppress(OutputLost):
            why = message_of(lost)
            click.echo(localized(say("regola: cannot write to standard output: {lost}", lost=why)), err=True)
        sys.exit(2)
    except click.ClickException as wrong:
        wrong.show()
        sys.exit(2)
    except click.Abort:
        sys.exit(2)
    except BrokenPipeError:
        # Whoever read our output has seen enough.
        sys.stderr.close()
        sys.exit(0)
    except Exception as fault:
        if "REGOLA_DEBUG" in os.environ:
            raise
        told = say("regola: an error of our own: {kind}: {fault}", kind=type(fault).__name__, fault=fault)
        click.echo(localized(told), err=True)
        click.echo(localized(say("Set REGOLA_DEBUG=1 to see where, and report it.")), err=True)
        sys.exit(2)
