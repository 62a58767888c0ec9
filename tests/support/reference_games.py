"""Small games whose pages are read: one that is sound, one that is full of markup."""

from __future__ import annotations

import re
from pathlib import Path

from regola_compiler.driver import Compiled, compile_game
from regola_compiler.project.game import Game
from regola_dsl.source import Source

LANTERNS = """
enum Ground @2.1
  it "Terreno" en "Ground"
  open_field it "Campo aperto" en "Open field"
  marsh @2.2 it "Palude" en "Marsh"
scale Odds of ratios open @8.3
  1-2, 1-1, 2-1
scale Result @8.3
  A1 it "Perde chi attacca" en "The attacker loses"
  A1/DR, EX, DR
record Unit @2.2
  attack: int 0..20 it "Attacco" en "Attack"
  mounted: bool = false
table combat(die: d6, odds: Odds) -> Result @8.3
  it "Tabella" en "Combat table"
  | die \\ odds | 1-2   | 1-1   | 2-1   |
  | 1-3        | A1    | A1/DR | EX    |
  | 4, 5       | A1/DR | EX    | EX    | @8.10
  | 6          | EX    | DR    | DR    |
  beyond odds clamp by edges @8.4
  rising along die
table cost(u: Unit, ground: Ground) -> (points: int 0..9, halts: bool) @7.4
  | u.mounted | ground     | points | halts |
  | -         | open_field | 1      | false |
  | true      | marsh      | 4      | true  |
  | false     | marsh      | 2      | false |
modifiers shift(u: Unit, ground: Ground) in columns @9.5
  +1 riders it "A cavallo" en "Mounted" when u.mounted and ground is open_field
  -1 mud @9.6 when ground is marsh
define strength(u: Unit, ground: Ground) -> int 0..40 @8.2, 9
  it "Forza" en "Strength"
  u.attack
  exception bogged @9.4 when u.mounted and ground is marsh
    min(u.attack, 5)
    exception guides @15.5 when u.attack > 9
      u.attack
  then exception halved @9.1 when ground is not open_field
    half, round up
define outcome(die: d6, u: Unit, ground: Ground) -> Result @"appendix/all"
  combat(die, 1-1 shifted shift(u, ground))
erratum edges @8.4
  it "Oltre i bordi"
  @8.3 silent en "Nothing is said past the edges."
  ruling because en "The nearest column."
erratum quarrel @8.3, "example/one"
  @8.3 says combat(1, 2-1) is EX
  @"example/one" says combat(1, 2-1) is DR
  ruling @8.3 because it "Vale la tabella." en "The table counts."
example one @"example/one"
  it "Il primo" en "The first"
  let rider = Unit(attack: 7, mounted: true)
  strength(rider, marsh) is 3
  combat(1, 2-1) is DR
example two @8.3
  combat(6, 1-1) is DR
example wrong @8.3
  combat(1, 1-2) is EX
"""
PAYLOADS = (
    "</script><b>",
    '"><img src=x onerror=alert(1)>',
    "</style><script>alert(2)</script>",
    "{{ 7*7 }}",
    "&lt;i&gt;",
)
HOSTILE = """
enum Sign @"{0}", "{1}"
  it "{0}" en "{1}"
  "{0}" @"{2}" it "{3}", "{1}" en "{4}", plain_word en "{0}"
record Thing @1
  it "{2}"
  sign: Sign = "{0}" en "{1}"
table t(s: Sign) -> Sign @"{3}"
  en "{2}"
  | s | {3} |
  | "{0}" | "{1}" | @"{4}"
  | otherwise | "{0}" |
  beyond clamp by e @"{2}"
define d(s: Sign) -> Sign @1
  it "{4}"
  s
  exception x @"{1}" en "{0}" when s is "{0}"
    "{1}"
modifiers m(s: Sign) @1
  +1 line @"{0}" en "{1}" when s is not "{1}"
erratum e @"{1}"
  en "{0}"
  @"{1}" says d("{0}") is "{0}" it "{2}"
  @"{0}" says en "{1}"
  ruling @"{0}" because en "{0}"
example ex @"{1}"
  en "{2}"
  d("{0}") is "{0}"
  t("{1}") is "{0}"
"""


def compiled(text: str, manifest: dict[str, object] | None = None) -> Compiled:
    game = Game("lanterns", Path(), {"languages": ["it", "en"]} if manifest is None else manifest)
    game.sources.append(Source("lanterns.regola", text))
    return compile_game(game)


def hostile() -> Compiled:
    written = [payload.replace("\\", "\\\\").replace('"', '\\"') for payload in PAYLOADS]
    slugs = [payload.replace('"', "'") for payload in PAYLOADS]
    text = re.sub(
        r'(@(?:"\{\d\}"(?:, )?)+)|\{(\d)\}',
        lambda found: found[1].format(*slugs) if found[1] else written[int(found[2])],
        HOSTILE,
    )
    title = {"it": PAYLOADS[0], "en": PAYLOADS[1], 'x" onload="y': PAYLOADS[2]}
    sources = [{"language": PAYLOADS[1], "title": PAYLOADS[0]}]
    languages = ["it", "en", 'x"onload="y']
    return compiled(text, {"title": title, "languages": languages, "sources": sources, "credits": [PAYLOADS[2]]})
