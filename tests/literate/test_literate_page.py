"""The walk through `docs/literate.md`: what it types, and what is answered."""

from __future__ import annotations

import re
from pathlib import Path

from support.command import Run
from support.console_examples import commands_in
from support.paths import ROOT

PAGE = (ROOT / "docs" / "literate.md").read_text("utf-8")


def test_each_step_gives_what_the_page_says(regola: Run, tmp_path: Path) -> None:
    book = tmp_path / "harbour" / "rulebook.regola.md"
    ((before, after),) = re.findall(r"^Change the row `(.*?)` .* to `(.*?)`", PAGE, re.MULTILINE)
    for words, answer in commands_in(PAGE):
        spoilt = words[-1].endswith(".md")
        if spoilt:
            book.write_text(book.read_text("utf-8").replace(before, after), "utf-8")
        ran = regola(*words, cwd=tmp_path)
        assert (ran.stdout + ran.stderr).strip() == answer.strip(), words
        if spoilt:
            assert before not in book.read_text("utf-8")
            book.write_text(book.read_text("utf-8").replace(after, before), "utf-8")
    (shown,) = re.findall(r"````markdown\n(.*?)```\n````", PAGE, re.DOTALL)
    assert shown in book.read_text("utf-8")
    assert regola("fmt", "--check", "harbour", cwd=tmp_path).returncode == 0
    desk = regola("crosscheck", "harbour", cwd=tmp_path).stdout
    assert "6 sections, 6 encoded" in desk
    assert "nothing found" in desk


SMALL = """\
# The race

## 1 The pieces

A runner is slow or fast.

```regola
enum Pace
  slow, fast
```

## 2 The course

**2.1 Steps.** Who is slow takes one step, who is fast two.

```regola
define steps(pace: Pace) -> int 1..2
  1
  exception at_a_run when pace is fast
    2
```
"""


def test_the_desk_finds_the_sections_of_however_small_a_rulebook_with_rules(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "race.regola.md").write_text(SMALL, "utf-8")
    held = regola("crosscheck", "race.regola.md", cwd=tmp_path)
    assert (held.returncode, held.stderr) == (0, "")
    assert "3 sections, 3 encoded" in held.stdout
    assert "section-not-in-book" not in held.stdout
