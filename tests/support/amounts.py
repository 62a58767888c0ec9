"""Small programs looked at twice: as they are, and as if all of their amounts were large."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

import pytest
from regola_compiler.analysis.symbolic import values as symbolic_values

Amounts = Callable[[], AbstractContextManager[None]]


@contextmanager
def related() -> Iterator[None]:
    """While even a die has too many values, so that all small programs go the way of large amounts.

    Their comparisons are then asked as relations and not divided value by value; nothing else may change.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(symbolic_values, "FEW_CASES", 0)
        patch.setattr(symbolic_values, "MAX_LEAF", 3)
        yield


each_way = pytest.mark.parametrize("amounts", [nullcontext, related], ids=["divided", "related"])
