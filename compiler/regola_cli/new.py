"""`regola new`: a ruleset that builds, to start from."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import click
from regola_dsl.wording import localized, say

from regola_cli.common import UsageError, write_all

MANIFEST = """\
id: {id}
title:
  en: {title}
languages: [en]
"""
RULES = """\
# A rule is a sentence with a section. Change these to your own, and run `regola check` often.
# How other sentences are written: `regola how units may not enter swamps`.

enum Side @1.1
  en "The two sides"
  red   en "Red"
  blue  en "Blue"

enum Ground @1.2
  en "Ground a unit can stand on"
  open    en "Open"
  forest  en "Forest"

# What the play keeps, and changes.
state steps(side: Side): int 0..4 = 4 @1.3
  en "Steps a side has left"

# The turn: phases in their order.
sequence turn @3
  for side in red, blue
    phase march by side @3.1
      en "March"

# A table is copied as it is printed.
table skirmish(die: modified d6) -> int 0..2 @2.1
  en "Losses of a skirmish"
  | die | losses |
  | 1-3 | 0      |
  | 4-5 | 1      |
  | 6   | 2      |
  beyond die clamp @2.1

modifiers cover(ground: Ground) @2.2
  en "What changes the die"
  -1 woods @2.2 when ground is forest
    en "The defender stands in a forest"

define losses(die: d6, ground: Ground, entrenched: bool) -> int 0..2 @2.1
  en "Losses of a unit that is attacked"
  skirmish(die + cover(ground))
  exception dug_in @2.3 when entrenched
    en "An entrenched unit loses one at most"
    min(skirmish(die + cover(ground)), 1)

# What a player can do, what it changes, and what forbids it.
action enter(side: Side, ground: Ground) by side in march @4.1
  en "Enter the next space"
  allowed unless forbidden
  effect steps(side) loses 1 @4.2 when ground is forest and steps(side) > 0

rule worn_out_units_keep_to_the_road @4.3
  en "A side with one step left stays out of forests"
  side must not enter(ground: forest) when steps(side) < 2
"""
EXAMPLES = """\
# What the rulebook's own examples say. `regola test` runs them.

example a_six_in_the_forest @2.2
  en "A 6 becomes a 5 in the forest"
  losses(6, forest, false) is 1

example dug_in_on_open_ground @2.3
  losses(6, open, true) is 1

example a_march_through_the_woods @4.2, 4.3
  given phase is march, active is red, steps(red) is 2
  do enter(red, forest)
  steps(red) is 1
  enter(red, forest) is forbidden
  enter(red, open) is allowed
"""
GLOSSARY = """\
# What each thing is called, and what it must not be called. `regola check` reads it; docs/exchange.md says more.
terms:
  ground:
    declares: Ground
    en: ground
  forest:
    declares: Ground.forest
    en:
      preferred: forest
      variants: [woods]
  losses:
    declares: losses
    en:
      preferred: losses
      forbidden:
        - form: casualties
          because: the rules count steps, not men
"""
# What each rule is for a reader stands above it; whatever stands in no block is prose, and can be anything.
RULEBOOK = """\
---
id: {id}
title:
  en: {quoted}
languages: [en]
---
# {title}

*What stands in the blocks is read by `regola check`; all else is yours to write.*

## 1 Ground

**1.1 Kinds of ground.** A unit stands in the open or in a forest.

```regola
enum Ground
  open    en "Open"
  forest  en "Forest"
```

## 2 Combat

**2.1 Skirmishes.** The attacker rolls a die, and the table says how many steps a unit that is attacked loses.
A die below 1 counts as 1, and one above 6 as 6.

```regola
table skirmish(die: modified d6) -> int 0..2
  en "Losses of a skirmish"
  | die | losses |
  | 1-3 | 0      |
  | 4-5 | 1      |
  | 6   | 2      |
  beyond die clamp
```

**2.2 Cover.** Subtract 1 from the die if the defender stands in a forest.

```regola
modifiers cover(ground: Ground)
  en "What changes the die"
  -1 woods when ground is forest
    en "The defender stands in a forest"

example a_six_in_the_forest
  en "A 6 becomes a 5 in the forest"
  losses(6, forest, false) is 1
```

**2.3 Digging in.** An entrenched unit never loses more than one step.

```regola
define losses(die: d6, ground: Ground, entrenched: bool) -> int 0..2 @2.1
  en "Losses of a unit that is attacked"
  skirmish(die + cover(ground))
  exception dug_in @2.3 when entrenched
    en "An entrenched unit loses one at most"
    min(skirmish(die + cover(ground)), 1)

example dug_in_on_open_ground
  losses(6, open, true) is 1
```
"""

# What leads out of a game's folder to what lies beside it: a link in a text, the schema of a file.
_LEADS_OUT = re.compile(r"\[([^\]]*)\]\((?:\.\./){2,}[^)]*\)|^# yaml-language-server: .*\n()", re.MULTILINE)


@click.command("new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option(
    "--from", "books", multiple=True, metavar="LANG=FILE", help="Start from a rulebook's text; may come twice."
)
@click.option("--like", "model", metavar="GAME", help="Copy a game that comes with Regola: lantern_pass.")
@click.option("--literate", is_flag=True, help="Write one Markdown file: a rulebook whose blocks are its rules.")
def command(folder: Path, books: tuple[str, ...], model: str | None, literate: bool) -> None:
    """Write a small ruleset that builds, to start from.

    DIR is the folder to make; its name becomes the game's. Nothing that is there is touched.

    With --from it is drafted from a rulebook: the index of its sections, a glossary of the terms it seems to
    have, and a file of rules that lists the sections. Nothing else of the text is kept. What was decided about the
    text in FILE.desk.yaml is taken along.

    With --literate it is a rulebook in Markdown, rulebook.regola.md, in which the rules stand below the prose that
    says them.

    With --like it is a whole game with its rulebook, the tutorial's, to read and to change.

    \b
    regola new my_game
    regola new lantern_pass --like lantern_pass
    regola new my_game --literate
    regola new my_game --from it=rulebook.txt
    """
    from regola_compiler.project.game import game_id

    called = folder.resolve().name
    name = game_id(called)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(say("`{folder}` is there already, and is not an empty folder", folder=folder))
    title = re.sub(r"[_\s]+", " ", called).strip() or name
    title = title[:1].upper() + title[1:]
    typed = _typed(folder)
    odds = f"regola odds {typed} losses ground=open entrenched=false"
    asked = [option for option, given in (("--from", books), ("--like", model), ("--literate", literate)) if given]
    if len(asked) > 1:
        raise UsageError(say("`{one}` and `{other}` do not go together", one=asked[0], other=asked[1]))
    if model:
        write_all({folder / path: text for path, text in _like(model, name).items()})
        click.echo(_wrote(folder, f"regola check {typed}", f"regola test {typed}"))
        return
    if literate:
        quoted = json.dumps(title, ensure_ascii=False)
        write_all({folder / "rulebook.regola.md": RULEBOOK.format(id=name, title=title, quoted=quoted)})
        click.echo(_wrote(folder, f"regola check {typed}", odds))
        return
    if books:
        write_all({folder / path: text for path, text in _from_books(name, title, books).items()})
        given = " ".join(f"--source {book}" for book in books)
        click.echo(_wrote(folder, f"regola check {typed}", f"regola crosscheck {typed} {given}"))
        return
    write_all(
        {
            folder / "game.yaml": MANIFEST.format(id=name, title=json.dumps(title, ensure_ascii=False)),
            folder / "glossary.yaml": GLOSSARY,
            folder / "rules" / "rules.regola": RULES,
            folder / "examples" / "examples.regola": EXAMPLES,
        }
    )
    click.echo(_wrote(folder, f"regola check {typed}", odds))


def _wrote(folder: Path, first: str, then: str) -> str:
    return localized(say("wrote {path}: try `{first}`, then `{then}`", path=folder, first=first, then=then))


def _typed(folder: Path) -> str:
    """A path as it is typed: in quotes that all shells know, where it must be."""
    told = str(folder)
    if '"' in told:
        return shlex.quote(told)
    return f'"{told}"' if re.search(r"[^\w./\\:-]", told) else told


def _like(model: str, name: str) -> dict[Path, str]:
    """The files of a game that comes with Regola, by their path, called `name`."""
    from regola_compiler.project.game import all_games
    from regola_compiler.project.yaml_file import packaged

    games = packaged("games")
    known = all_games(games.parent)
    if model not in known:
        listed = ", ".join(f"`{one}`" for one in known)
        raise UsageError(say("no game `{name}` comes with Regola, but {known}", name=model, known=listed))
    place = games / model
    files = sorted(path for path in place.rglob("*") if path.suffix in {".md", ".regola", ".yaml", ".csv"})
    found = {path.relative_to(place): path.read_text("utf-8") for path in files}
    manifest = Path("game.yaml")
    found[manifest] = re.sub(r"(?m)^id: .*$", f"id: {name}", found[manifest], count=1)
    return {path: _LEADS_OUT.sub(r"\1", text) for path, text in found.items()}


def _from_books(name: str, title: str, books: tuple[str, ...]) -> dict[str, str]:
    """The files of a game drafted from rulebooks, by their path.

    Raises:
        Exit: if one cannot be read; why is told.
    """
    from regola_compiler.report import text as report_text
    from regola_crosscheck.base.index import read_index
    from regola_crosscheck.base.inputs import beside
    from regola_crosscheck.draft import drafted
    from regola_crosscheck.files.read import read_file

    from regola_cli.desk.look import named_texts

    texts = named_texts(books)
    read = {language: read_file(path, path.as_posix()) for language, path in texts.items()}
    kept = {language: read_index(beside(path), beside(path).as_posix()) for language, path in texts.items()}
    wrong = [one for source, found in read.values() if source is None for one in found]
    wrong += [one for index, found in kept.values() if index is None for one in found]
    if wrong:
        click.echo(report_text.text(wrong, {}), err=True)
        raise click.exceptions.Exit(1)
    return drafted(
        name,
        title,
        {language: source for language, (source, _) in read.items() if source is not None},
        {language: index for language, (index, _) in kept.items() if index is not None},
    )
