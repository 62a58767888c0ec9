"""A finding is held against the generated module: what the rules raise is compared, a mistake of ours is not swallowed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from regola_compiler.analysis.session import Analysis
from regola_compiler.driver import Compiled, compile_game, understand
from regola_compiler.emit.python.module import python_module
from regola_compiler.emit.python.oracle import CompiledModule
from regola_compiler.evaluate.errors import MissingRule
from regola_compiler.project.game import Game
from regola_dsl.diagnostics import Severity
from regola_dsl.source import Source

TEXT = """
define fare(night: bool) -> int 1..5 @2.2
  exception late @2.3 when night
    5
"""
SILENT = "raise MissingRule('fare')"


def game() -> Game:
    return Game("fares", Path(), {}, [Source("fares.regola", TEXT)])


def module_of(compiled: Compiled, mend: Callable[[str], str]) -> CompiledModule:
    """The module of some rules, its text changed."""
    text = python_module(compiled.ir)
    changed = mend(text)
    assert changed != text
    module = CompiledModule(compiled.program, lambda: compiled.ir)
    module.text = changed
    return module


def reproduced(mend: Callable[[str], str]) -> bool:
    compiled = understand(game())
    (found,) = Analysis(compiled.program).all(MissingRule)
    survey = Analysis(compiled.program, module_of(compiled, mend).reproduces)
    return survey.witness(found) is not None


def test_the_module_meets_what_the_interpreter_meets() -> None:
    assert reproduced(lambda text: text + "\n")


@pytest.mark.parametrize("raised", ["Contradiction('fare')", "NoAnswer('fare')", "Forbidden('fare')"])
def test_another_error_of_the_rules_is_not_the_same(raised: str) -> None:
    text = f"from regola_runtime import Contradiction, NoAnswer, Forbidden; raise {raised}"
    assert not reproduced(lambda module: module.replace(SILENT, text))


def test_an_answer_is_not_the_same() -> None:
    assert not reproduced(lambda text: text.replace(SILENT, "value: int = 1"))


@pytest.mark.parametrize("mistake", [KeyError, NameError, TypeError, ZeroDivisionError])
def test_a_mistake_in_what_is_generated_is_raised(mistake: type[Exception]) -> None:
    with pytest.raises(mistake) as raised:
        reproduced(lambda text: text.replace(SILENT, f"raise {mistake.__name__}('broken on purpose')"))
    assert "in the module generated for `fare`" in raised.value.__notes__[0]
    assert "night: False" in raised.value.__notes__[0]


def test_a_module_that_cannot_be_read_is_raised() -> None:
    with pytest.raises(SyntaxError):
        reproduced(lambda text: text + "\n)")


def test_a_check_does_not_take_a_mistake_for_a_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    (found,) = compile_game(game()).found
    assert found.weight is Severity.ERROR

    def broken(ir: dict[str, Any]) -> str:
        return python_module(ir).replace(SILENT, "raise LookupError('broken on purpose')")

    monkeypatch.setattr("regola_compiler.emit.python.oracle.python_module", broken)
    with pytest.raises(LookupError, match="broken on purpose"):
        compile_game(game())
