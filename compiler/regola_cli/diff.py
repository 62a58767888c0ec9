"""`regola diff`: what changes between two editions of a game."""

from __future__ import annotations

import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path, PurePosixPath
from subprocess import run
from typing import TYPE_CHECKING, Any

import click

from regola_cli.common import UsageError, echo_json, json_option, place_of, section_list

if TYPE_CHECKING:
    from regola_compiler.diff.compare import Change, Comparison
    from regola_compiler.diff.match import Edition
    from regola_compiler.diff.regions import Region
    from regola_compiler.model.program import Program

# How many boxes of a change are shown.
SHOWN = 8
GIT_SECONDS = 60
_COUNTED = (
    ("changed", "changed"),
    ("follows", "because of that"),
    ("shape", "asked or written otherwise"),
    ("added", "new"),
    ("removed", "gone"),
    ("undecided", "not decided"),
)


@click.command("diff")
@click.argument("old", metavar="OLD")
@click.argument("new", metavar="[NEW]", required=False)
@click.option(
    "--variant",
    "variants",
    multiple=True,
    metavar="NAME",
    help="Compare OLD with the same game and this variant in play.",
)
@click.option("--since", metavar="REV", help="Compare OLD as it was at this git revision with what it is now.")
@json_option
def command(old: str, new: str | None, variants: tuple[str, ...], since: str | None, as_json: bool) -> None:
    """Show which inputs change their answer between two editions of a game.

    OLD and NEW are games: folders, names under games/, or single .regola files. With --variant or
    --since there is one game, and no NEW.

    First comes what changed itself, as boxes of inputs with the old answer and the new, and an
    example of the new answer that was asked of both and is ready to paste; then what only follows,
    because it asks what changed; then what is new, gone, renamed, or says the same in other words.
    What was too large to be tried in full says so.

    \b
    regola diff first_edition.regola second_edition.regola
      combat_results (8.3)
        die 3, odds 5-1: A1/D1 → D1
        combat_results(3, 5-1) was A1/D1, is D1
    regola diff caucasus --since HEAD
    regola diff lantern_pass --variant hounds_in_play

    Exit codes: 0 every answer stays, 1 something changes or could not be decided, 2 wrong use or a
    game with errors.
    """
    from regola_compiler.diff.compare import Comparison
    from regola_compiler.diff.match import match_editions

    if sum((new is not None, bool(variants), since is not None)) != 1:
        raise UsageError("name two games to compare, or one with `--variant NAME` or `--since REV`")
    comparison = Comparison(match_editions(*_editions(old, new, variants, since)))
    changes = comparison.changes()
    if as_json:
        echo_json(_as_data(comparison, changes))
    else:
        _show(comparison, changes)
    raise click.exceptions.Exit(
        1 if any(change.kind not in {"same", "remarks", "renamed"} for change in changes) else 0
    )


# --- the two sides ---


def _editions(old: str, new: str | None, variants: tuple[str, ...], since: str | None) -> tuple[Edition, Edition]:
    from regola_compiler.diff.match import Edition, with_variants

    if new is not None:
        return (
            Edition(old, _sound(place_of(old), place_of(old).as_posix(), "OLD")),
            Edition(new, _sound(place_of(new), place_of(new).as_posix(), "NEW")),
        )
    place = place_of(old)
    if since is not None:
        now = Edition(old, _sound(place, place.as_posix(), "NEW"))
        with _at_revision(place, since) as earlier:
            shown = f"{since}:{place.as_posix()}"
            return Edition(f"{old} at {since}", _sound(earlier, shown, "OLD")), now
    program = _sound(place, place.as_posix(), "the game")
    _require_variants(program, variants)
    plain = with_variants(Edition(old, program), ())
    return plain, with_variants(Edition(f"{old} with {' and '.join(variants)}", program), variants)


def _sound(place: Path, shown: str, side: str) -> Program:
    """The program of a game that has no errors; else they are shown, with the side they are on."""
    from regola_compiler.driver import understand
    from regola_compiler.project.game import load_game
    from regola_compiler.report import text as report_text

    compiled = understand(load_game(place, shown))
    if compiled.failed:
        errors = [d for d in compiled.found if d.weight.value == "error"]
        click.echo(report_text.text(errors, compiled.sources), err=True)
        click.echo(f"{report_text.summary(errors)} in {side}, `{shown}`: nothing was compared", err=True)
        raise click.exceptions.Exit(2)
    return compiled.program


def _require_variants(program: Program, names: tuple[str, ...]) -> None:
    from regola_compiler.model.program import Fact
    from regola_dsl.diagnostics import nearest

    known = [name for name, item in program.callables.items() if isinstance(item, Fact) and item.kind == "variant"]
    for name in names:
        if name not in known:
            close = nearest(name, known)
            listed = f"there are {', '.join(known)}" if known else "the game has none"
            raise UsageError(f"there is no variant `{name}`: {f'did you mean `{close}`?' if close else listed}")


@contextmanager
def _at_revision(place: Path, revision: str) -> Iterator[Path]:
    """A game's files as they were at a git revision, in a folder that is gone afterwards."""
    folder = place.resolve().parent
    top = Path(_git(folder, "rev-parse", "--show-toplevel").decode().rstrip("\n"))
    commit = _git(
        folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}", what=revision
    )
    inside = place.resolve().relative_to(top.resolve()).as_posix()
    packed = _git(top, "archive", "--format=tar", commit.decode().strip(), "--", inside, what=f"{revision}:{inside}")
    with tempfile.TemporaryDirectory(prefix="regola-") as made:
        with tarfile.open(fileobj=BytesIO(packed)) as archive:
            for member in archive:
                path = PurePosixPath(member.name)
                content = archive.extractfile(member) if member.isfile() else None
                if content is None or ".." in path.parts or path.suffix not in {".regola", ".yaml"}:
                    continue
                file = Path(made, *path.parts)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content.read())
        earlier = Path(made, inside)
        if not earlier.exists():
            raise UsageError(f"`{place.as_posix()}` was not there at `{revision}`")
        yield earlier


def _git(folder: Path, *words: str, what: str = "") -> bytes:
    """What git answers.

    Raises:
        Fault: if there is no git, or it does not know what it was asked for.
    """
    try:
        done = run(  # noqa: S603  the words are ours, and a revision stands behind --end-of-options
            ["git", "-C", str(folder), *words],  # noqa: S607  git is found on the path
            capture_output=True,
            check=False,
            timeout=GIT_SECONDS,
        )
    except OSError as error:
        raise UsageError(f"`--since` needs git, which cannot be run: {error.strerror}") from error
    if done.returncode:
        raise UsageError(f"git does not know `{what}`" if what else f"`{folder.as_posix()}` is not kept in git")
    return done.stdout


# --- what is shown ---


def _show(comparison: Comparison, changes: list[Change]) -> None:
    for title, lines in _sections(comparison, changes):
        click.echo(title)
        for line in lines:
            click.echo(line)
        click.echo()
    click.echo(_verdict(comparison, changes))


def _sections(comparison: Comparison, changes: list[Change]) -> Iterator[tuple[str, list[str]]]:
    from regola_compiler.diff.compare import share

    own = sorted((c for c in changes if c.kind == "changed"), key=share, reverse=True)
    for change in own:
        yield _head(change), _body(comparison, change)
    follows = [change for change in changes if change.kind == "follows"]
    for because in dict.fromkeys(change.because for change in follows):
        lines = [line for c in follows if c.because == because for line in _following(c)]
        yield f"Because of {_listed(because)}", lines
    for kind, title in (("shape", "Asked or written otherwise"), ("added", "New"), ("removed", "Gone")):
        chosen = [change for change in changes if change.kind == kind]
        if chosen:
            yield (
                title,
                [line for change in chosen for line in (f"  {_head(change)}", *(f"    {n}" for n in change.notes))],
            )
    for kind, title in (
        ("renamed", "Renamed"),
        ("same", "The same answers in other words"),
        ("remarks", "Only texts or sections"),
    ):
        names = [_called(change) for change in changes if change.kind == kind]
        if names:
            yield f"{title}: {', '.join(names)}", []
    undecided: dict[str, list[str]] = {}
    for change in changes:
        if change.undecided:
            undecided.setdefault(change.undecided, []).append(change.name)
    if undecided:
        yield "Not decided, or not for every input", [f"  {', '.join(n)}: {reason}" for reason, n in undecided.items()]


def _called(change: Change) -> str:
    return change.name if change.head.was == change.name else f"{change.head.was} → {change.name}"


def _head(change: Change) -> str:
    old, new = (", ".join(section_list(anchors)) for anchors in (change.head.old, change.head.new))
    sections = old if old == new or not new else new if not old else f"{old} → {new}"
    return f"{change.head.what} {_called(change)}" + (f" ({sections})" if sections else "")


_ASPECTS = {
    "lines": "  the lines that changed add up to",
    "effects": "  what doing it changes",
    "default": "  what holds where nothing is told",
    "condition": "  a condition of it, for any places",
    "reach": "  where what changed has a say; what else holds there was too much to be tried",
}


def _body(comparison: Comparison, change: Change) -> list[str]:
    lines = [f"  {note}" for note in change.notes]
    if change.aspect in _ASPECTS:
        lines.append(_ASPECTS[change.aspect])
    rows = [_row(comparison, change, region) for region in change.regions[:SHOWN]]
    width = min(max((len(where) for where, _ in rows), default=0), 60)
    lines += [f"  {where:{width}}  {became}" for where, became in rows]
    more = len(change.regions) - SHOWN
    if more > 0:
        share = float(sum(region.share for region in change.regions[SHOWN:]))
        lines.append(f"  and {more} more box{'es' * (more > 1)}, {share:.1%} of the inputs")
    if change.because:
        lines.append(f"  in part because of {_listed(change.because)}")
    if change.witness:
        witness = change.witness
        lines.append(f"  {witness.asked} was {witness.old}, is {witness.new}")
        lines += ["  as an example to paste:", *(f"    {line}" for line in witness.example.split("\n"))]
    elif change.regions and not change.aspect:
        lines.append("  possible: no position was found in which both could be asked")
    return lines


def _row(comparison: Comparison, change: Change, region: Region) -> tuple[str, str]:
    from regola_compiler.diff.product import Multiple
    from regola_compiler.diff.regions import in_words, value_text

    where = in_words(region, comparison.types, comparison.explorer.relations.constraint_of)
    old, new = (value_text(value, comparison.types) or "another answer" for value in (region.old, region.new))
    if isinstance(region.old, Multiple) and isinstance(region.new, Multiple):
        return where, "may answer otherwise" if change.aspect == "reach" else "answers otherwise"
    return where, f"{old} → {new}"


def _following(change: Change) -> list[str]:
    if change.witness is None:
        other = " changes other things" if change.aspect == "effects" else ""
        maybe = other if change.regions else " may answer otherwise"
        return [f"  {_head(change)}{maybe}"]
    witness = change.witness
    return [f"  {_head(change)}", f"    {witness.asked} was {witness.old}, is {witness.new}"]


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _verdict(comparison: Comparison, changes: list[Change]) -> str:
    editions = comparison.editions
    names = {kind: {change.name for change in changes if change.kind == kind} for kind, _ in _COUNTED}
    parts = [f"{len(names[kind])} {word}" for kind, word in _COUNTED if names[kind]]
    others = names["changed"] | names["follows"] | names["undecided"]
    as_before = sum(name not in others for name in editions.both)
    told = ", ".join(parts) or "no answer changes"
    return f"{editions.old.title} → {editions.new.title}: {told}" + (f"; {as_before} as before" if as_before else "")


# --- as data ---


def _as_data(comparison: Comparison, changes: list[Change]) -> dict[str, Any]:
    return {
        "old": comparison.editions.old.title,
        "new": comparison.editions.new.title,
        "changes": [_change_data(comparison, change) for change in changes],
    }


def _change_data(comparison: Comparison, change: Change) -> dict[str, Any]:
    witness = change.witness
    return {
        "kind": change.kind,
        "declares": change.head.what,
        "name": change.name,
        "was": change.head.was,
        "anchors": {"old": section_list(change.head.old), "new": section_list(change.head.new)},
        "notes": list(change.notes),
        "aspect": change.aspect or "answer",
        "boxes": [_box_data(comparison, region) for region in change.regions],
        "witness": witness
        and {
            "given": dict(witness.given),
            "asked": witness.asked,
            "old": witness.old,
            "new": witness.new,
            "example": witness.example,
        },
        "because": list(change.because),
        "undecided": change.undecided or None,
    }


def _box_data(comparison: Comparison, region: Region) -> dict[str, Any]:
    from regola_compiler.diff.regions import in_words, is_relation, span_text, value_text

    told, types = comparison.explorer.relations.constraint_of, comparison.types
    return {
        "text": in_words(region, types, told),
        "where": {
            part.path.removeprefix(":"): [span_text(span, types) for span in part.runs]
            for part in region.parts
            if not is_relation(part.path)
        },
        "old": value_text(region.old, types) or None,
        "new": value_text(region.new, types) or None,
        "share": str(region.share),
    }
