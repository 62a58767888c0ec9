"""A module is imported before it is called built, in a process apart: what Python makes of it is Python's to say."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType

from regola_dsl.wording import say

# What the process does: a line in is a module's text, a line out what went wrong with it.
_CHILD = """
import json, sys, types
sys.path.insert(0, sys.argv[1])
for line in sys.stdin:
    module = sys.modules["regola_trial"] = types.ModuleType("regola_trial")
    try:
        exec(compile(json.loads(line), "<module>", "exec"), module.__dict__)
        said = ""
    except BaseException as wrong:
        said = f"{type(wrong).__name__}: {wrong}"
    print(json.dumps(said), flush=True)
"""


class Trial:
    """A process in which modules are compiled and imported, one after the other; it begins at once and waits.

    It sees the standard library and the runtime, and nothing of what surrounds it: no environment, no folder that
    happens to be the current one.
    """

    def __enter__(self) -> Trial:
        spec = find_spec("regola_runtime")
        assert spec is not None
        assert spec.origin is not None
        words = [sys.executable, "-I", "-S", "-B", "-c", _CHILD, str(Path(spec.origin).parents[1])]
        self._process = subprocess.Popen(  # noqa: S603  our own words
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="utf-8"
        )
        return self

    def refusal(self, text: str) -> str | None:
        """Why Python cannot import a module, given as its source; nothing if it can."""
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None
        assert answers is not None
        try:
            asked.write(json.dumps(text) + "\n")
            asked.flush()
            answer = answers.readline()
        except OSError:
            answer = ""
        if not answer:
            return say("Python ended while it read the module (code {code})", code=self._process.wait())
        said: str = json.loads(answer)
        return said or None

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        del kind, value, traceback
        self._process.kill()
        self._process.communicate()
