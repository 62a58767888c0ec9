"""Same input, same bytes out: nothing that is found hangs on the order in which a set gives its members."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

# One section with several encoded examples, of which the text says the same but for one number.
RULES = """
define pay(men: int 0..99) -> int 0..999 @1.1
  en "What men are paid for the work of a night"
  men * 3
"""
TEXT = """\
**1.1** Men are paid for the work of a night: 3 coins each.

Example: 11, 12, 13, 14 and 15 men are paid, and 27 more come.

**1.2** Nobody is paid twice.

**1.3** Nobody is paid before the work is done.

**1.4** What is paid is not given back.
"""


def test_a_finding_about_several_examples_names_the_same_in_every_run(tmp_path: Path) -> None:
    examples = "".join(
        f'example of_{name} @1.1\n  en "Paid"\n  pay({men}) is {3 * men}\n'
        for name, men in (("ash", 11), ("birch", 12), ("cedar", 13), ("dogwood", 14), ("elm", 15))
    )
    (tmp_path / "rules.regola").write_text(RULES + examples, "utf-8")
    (tmp_path / "book.md").write_text(TEXT, "utf-8")
    words = ["crosscheck", "rules.regola", "--source", "en=book.md", "--json", "--confidence", "possible"]
    found = {
        subprocess.run(
            [sys.executable, "-m", "regola_cli", *words],
            cwd=tmp_path,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=False,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
    assert "it has `33`, which the text has not" in found.pop()
