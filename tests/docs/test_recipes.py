"""The recipes of CONTRIBUTING.md, followed in a copy: a toy check, and a toy construct with all its stages.

The construct is `even n`, whether a whole number is even. Its nodes alone, without a stage that deals with them, are
what somebody has who forgot the rest: the checker of types must name every stage that is left out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.effort import PROFILE, thorough
from support.paths import ROOT

MOST_PLACES = 16
RULES = """\
define fair(n: int 0..9) -> bool @1 en "Whether a throw is fair"
  even n

define f(n: int 0..9) -> int 0..1 @1
  if even n then 0 else 1

example four @1
  fair(4)
  not fair(3)
  f(7) is 1
"""
CHECK = '''\
"""Definitions whose name is a letter."""

from __future__ import annotations

from collections.abc import Iterator

from regola_dsl.diagnostics import Code, Diagnostic, Severity

from regola_compiler.analysis.session import Analysis
from regola_compiler.checks.common import definitions
from regola_compiler.model.program import Program

CODE = Code("R199", "short-name", "a name that says nothing", Severity.WARNING)


def check(program: Program, survey: Analysis) -> Iterator[Diagnostic]:
    """One warning for each definition that is called by a letter."""
    del survey
    for item in definitions(program):
        if len(item.name) == 1:
            yield Diagnostic(CODE, f"`{item.name}` is only a letter", item.name_span, help="give it a name")
'''


# --- a change of one file ------------------------------------------------------------------

Edit = Callable[[str], str]


def instead(old: str, new: str) -> Edit:
    """The first place where a text stands, with another there."""

    def edit(text: str) -> str:
        assert old in text, old
        return text.replace(old, new, 1)

    return edit


def before(anchor: str, new: str) -> Edit:
    """A text put before the first place where another stands."""
    return instead(anchor, new + anchor)


def imported(line: str) -> Edit:
    """A line among those that import."""

    def edit(text: str) -> str:
        return re.sub(r"^(?=from regola_)", f"{line}\n", text, count=1, flags=re.MULTILINE)

    return edit


def case(function: str, lines: str) -> Edit:
    """A case put last into the match of a function, before the one that is never reached."""

    def edit(text: str) -> str:
        start = text.index(f"def {function}(")
        place = text.index("assert_never(", start)
        place = text.rindex("\n", start, text.rindex("case _:", start, place)) + 1
        indent = re.match(r" *", text[place:])
        assert indent
        return text[:place] + "".join(f"{indent[0]}{line}\n" for line in lines.splitlines()) + text[place:]

    return edit


def union(node: str, alias: str = "Expr") -> Edit:
    """A node put before a union, and into it."""
    name = re.search(r"class (\w+)", node)
    assert name
    return instead(f"\n{alias}: TypeAlias = ", f"\n{node}\n\n\n{alias}: TypeAlias = {name[1]} | ")


def among(node: str, alias: str) -> Edit:
    """A node put into a union."""
    return instead(f"\n{alias}: TypeAlias = ", f"\n{alias}: TypeAlias = {node} | ")


@dataclass(frozen=True)
class Place:
    """A file of the recipe, and what is done to it. Where it is `held`, mypy tells of it if it is left out."""

    path: str
    edits: tuple[Edit, ...]
    held: bool = False


COMPILER = "compiler/regola_compiler"
FROM_MODEL, FROM_IR = (imported(f"from regola_compiler.{room} import Even") for room in ("model.program", "ir.tree"))
FROZEN = "@dataclass(frozen=True, slots=True)\nclass Even:\n"
# What is even is what twice its half is, so what is known of values that are not known holds of it too.
HALVED = """\
    def _even(self, node: Even, env: Env) -> Any:
        n, two = node.operand, Const(2, node.operand.type, node.span)
        half = Apply(Operator.DIVIDE, (n, two), n.type, node.span)
        halved = Apply(Operator.ROUND_DOWN, (half,), n.type, node.span)
        doubled = Apply(Operator.MULTIPLY, (halved, two), n.type, node.span)
        return self.evaluate(Apply(Operator.EQUAL, (doubled, n), node.type, node.span), env)

"""
NODES = (
    Place(
        "dsl/regola_dsl/tree/expressions.py",
        (union(f'{FROZEN}    """`even n`."""\n\n    operand: Expr\n    span: Span'),),
    ),
    Place(
        f"{COMPILER}/model/program/expressions.py",
        (union(f'{FROZEN}    """Whether a number is even."""\n\n    operand: Expr\n    type: Type\n    span: Span'),),
    ),
    Place(
        f"{COMPILER}/ir/tree/expressions.py",
        (
            union(
                'class Even(Expression, frozen=True, tag="even"):\n    """Whether a number is even."""\n\n'
                "    operand: Expr"
            ),
        ),
    ),
)
STAGES = (
    Place(
        "dsl/regola_dsl/grammar.lark",
        (
            instead(
                "?unary: MINUS unary -> negate\n", '?unary: MINUS unary -> negate\n      | "even" postfix -> even\n'
            ),
        ),
    ),
    Place(
        "dsl/regola_dsl/builders/expressions.py",
        (
            before(
                "    def list_(",
                "    def even(self, parts: Parts, span: Span) -> tree.Even:\n"
                '        """`even n`."""\n'
                "        return tree.Even(parts[0], span)\n\n",
            ),
        ),
    ),
    Place(
        f"{COMPILER}/resolve/values/expressions.py",
        (
            FROM_MODEL,
            case("_resolve", "case tree.Even():\n    return Even(resolve(node.operand, scope, INT), BOOL, node.span)"),
        ),
        held=True,
    ),
    Place(
        f"{COMPILER}/model/visitor.py",
        (FROM_MODEL, case("children", "case Even():\n    return (expression.operand,)")),
        held=True,
    ),
    Place(
        f"{COMPILER}/evaluate/evaluator.py",
        (
            FROM_MODEL,
            before("    def _called(", HALVED),
            case("evaluate", "case Even():\n    return self._even(node, env)"),
        ),
        held=True,
    ),
    Place(
        f"{COMPILER}/ir/expressions.py",
        (
            FROM_MODEL,
            case("lower_expression", "case Even():\n    return tree.Even(lower_expression(node.operand))"),
        ),
        held=True,
    ),
    Place(
        f"{COMPILER}/ir/visitor.py",
        (
            FROM_IR,
            case("children", "case Even():\n    return (node.operand,)"),
            case("with_children", "case Even():\n    return Even(next(left))"),
        ),
        held=True,
    ),
    Place(
        f"{COMPILER}/emit/python/expressions.py",
        (FROM_IR, case("expression", 'case Even():\n    return f"({expression(node.operand, names)} % 2 == 0)"')),
        held=True,
    ),
    Place(
        f"{COMPILER}/emit/javascript/expressions.py",
        (FROM_IR, case("__call__", 'case Even():\n    return f"({self(node.operand)} % 2 === 0)"')),
        held=True,
    ),
    Place(
        f"{COMPILER}/emit/text/printer.py",
        (
            FROM_IR,
            case("binding", "case Even():\n    return UNARY"),
            case("node", 'case Even():\n    self.say("even")\n    self.at(node.operand, POSTFIX)'),
        ),
        held=True,
    ),
    Place(
        f"{COMPILER}/emit/text/lexicon.py",
        (
            before('        "length": "length of ",', '        "even": "even ",\n'),
            before('        "length": "the length of ",', '        "even": "even ",\n'),
            before('        "length": "la lunghezza di ",', '        "even": "pari ",\n'),
        ),
    ),
    Place(
        f"{COMPILER}/mutation/expressions.py",
        (FROM_MODEL, case("changes_of", 'case Even():\n    yield from mutate_child(node, "operand", changes_of)')),
        held=True,
    ),
)
# A kind of declaration, as its nodes alone, and some of the places that must deal with it.
OMEN = "@dataclass(frozen=True, slots=True)\nclass Omen:\n"
DECLARATION = (
    Place(
        "dsl/regola_dsl/tree/rules.py",
        (
            before(
                "@dataclass(frozen=True, slots=True)\nclass Define:",
                f"{OMEN}    name: Name\n    parameters: tuple[Field, ...]\n    anchors: Anchors\n    texts: Texts\n"
                "    span: Span\n\n\n",
            ),
        ),
    ),
    Place(
        "dsl/regola_dsl/tree/declarations.py",
        (imported("from regola_dsl.tree.rules import Omen"), among("Omen", "Declaration")),
    ),
    Place(
        f"{COMPILER}/model/program/definitions.py",
        (
            before(
                "@dataclass(frozen=True, slots=True)\nclass Definition:",
                f"{OMEN}    name: str\n    parameters: tuple[Parameter, ...]\n    result: Type\n    anchors: Anchors\n"
                "    texts: Texts\n    span: Span\n    name_span: Span\n\n\n",
            ),
        ),
    ),
    Place(
        f"{COMPILER}/model/program/whole.py",
        (imported("from regola_compiler.model.program.definitions import Omen"), among("Omen", "Rule")),
    ),
    Place(
        f"{COMPILER}/ir/tree/functions.py",
        (
            before(
                "class Modifier(",
                'class Omen(Function, frozen=True, kw_only=True, tag="omen"):\n    tone: Expr\n\n\n',
            ),
        ),
    ),
    Place(
        f"{COMPILER}/ir/tree/whole.py",
        (imported("from regola_compiler.ir.tree.functions import Omen"), among("Omen", "Callable")),
    ),
)
DEALING_WITH_A_DECLARATION = {
    f"{COMPILER}/{name}.py"
    for name in (
        "resolve/each",
        "model/visitor",
        "ir/declarations",
        "ir/visitor",
        "emit/python/module",
        "mutation/generate",
        "diff/match",
        "report/listing",
    )
}
CHECKS = f"{COMPILER}/checks/definitions"
NEW_CHECK = Place(
    f"{COMPILER}/checks/registry.py",
    (
        imported("from regola_compiler.checks.definitions import short_name"),
        instead(
            "    unused_parameter,\n    erratum_stale,", "    unused_parameter,\n    short_name,\n    erratum_stale,"
        ),
    ),
)


# --- the copy --------------------------------------------------------------------------------


def copied(place: Path) -> Path:
    """A copy of all that the compiler is made of."""
    for folder in ("dsl", "compiler", "runtime"):
        shutil.copytree(ROOT / folder, place / folder, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    shutil.copy(ROOT / "pyproject.toml", place)
    return place


def made(copy: Path, places: tuple[Place, ...]) -> None:
    """Follow the recipe in these places."""
    for place in places:
        file = copy / place.path
        text = file.read_text("utf-8")
        for edit in place.edits:
            text = edit(text)
        file.write_text(text, "utf-8")


def python(copy: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run a module of Python on the copy."""
    path = os.pathsep.join(str(copy / folder) for folder in ("dsl", "compiler", "runtime"))
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=copy,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path, "REGOLA_CACHE": str(copy / "cache")},
        timeout=600,
    )


def type_errors(copy: Path, cache: Path) -> set[str]:
    """The files in which mypy finds something, as the project calls it."""
    done = python(copy, "mypy", "--cache-dir", str(cache))
    assert done.returncode in {0, 1}, done.stdout + done.stderr
    return set(re.findall(r"^(\S+?):\d+: error", done.stdout, re.MULTILINE))


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What mypy keeps from one run to the next: at first what it kept of the project itself, if it was run there.

    Files of the copy are as old as those of the project, so that mypy reads those again that the recipe changes, and
    those that rest on them.
    """
    place = tmp_path_factory.mktemp("mypy")
    if (ROOT / ".mypy_cache").is_dir():
        shutil.copytree(ROOT / ".mypy_cache", place, dirs_exist_ok=True)
    return place


# --- what is held ----------------------------------------------------------------------------


def test_the_recipe_names_the_places_and_they_are_few() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    recipe = text.partition("## Add a construct")[2].partition("\n## ")[0]
    named = re.findall(r"^\| \d+ \|.*`([\w./-]+)` \|$", recipe, re.MULTILINE)
    assert {*named} >= {place.path for place in (*NODES, *STAGES)}
    assert len(named) <= MOST_PLACES


def test_a_check_and_a_construct_that_follow_the_recipes_work(tmp_path: Path, cache: Path) -> None:
    copy = copied(tmp_path)
    made(copy, (*NODES, *STAGES, NEW_CHECK))
    (copy / CHECKS / "short_name.py").write_text(CHECK, "utf-8")
    (copy / CHECKS / "short_name.md").write_text("# short-name (R199)\n\nA name should say something.\n", "utf-8")
    (copy / "toy.regola").write_text(RULES, "utf-8")
    if PROFILE != "steady":  # another look at all of the compiler; the one below says what would be told
        assert type_errors(copy, cache) == set()
    checked = python(copy, "regola_cli", "check", "toy.regola")
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "short-name" in checked.stdout
    assert "`f` is only a letter" in checked.stdout
    assert checked.stdout.count("short-name") == 1
    tested = python(copy, "regola_cli", "test", "toy.regola", "--mutate")
    assert tested.returncode == 0, tested.stdout + tested.stderr
    built = python(copy, "regola_cli", "build", "toy.regola", "-o", "out", "--docs")
    assert built.returncode == 0, built.stdout + built.stderr
    (module,) = (copy / "out").glob("*.py")
    told = "import toy; print(toy.fair(4), toy.fair(3), toy.f(7))"
    (copy / "out" / "asked.py").write_text(told.replace("toy", module.stem), "utf-8")
    asked = subprocess.run(
        [sys.executable, "asked.py"], cwd=copy / "out", capture_output=True, text=True, check=False, timeout=60
    )
    assert asked.stdout.split() == ["True", "False", "1"], asked.stderr


def test_every_stage_says_that_its_cases_are_all_there_are() -> None:
    """What mypy names them by, which looks at all of the compiler for it (below)."""
    held = {place.path for place in STAGES if place.held} | DEALING_WITH_A_DECLARATION
    assert {path for path in held if "        assert_never(" not in (ROOT / path).read_text("utf-8")} == set()


@thorough
def test_every_stage_that_is_left_out_is_a_type_error(tmp_path: Path, cache: Path) -> None:
    copy = copied(tmp_path)
    made(copy, (*NODES, *DECLARATION))
    missing = type_errors(copy, cache)
    assert missing >= {place.path for place in STAGES if place.held}
    assert missing >= DEALING_WITH_A_DECLARATION
