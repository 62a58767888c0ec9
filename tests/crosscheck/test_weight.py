"""What a reader looks at first: findings by weight and by section, a part of a book, and what is folded behind."""

from __future__ import annotations

import json
from pathlib import Path

from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.base.inputs import KINDS
from regola_crosscheck.base.weight import FIRST, by_weight
from regola_dsl.diagnostics import Code, Diagnostic
from regola_dsl.source import Span
from support.command import Run
from support.paths import GAMES

DAMAGED = GAMES / "lantern_pass" / "damaged" / "rulebook.it.md"
WHOLE = GAMES / "lantern_pass" / "rulebook.it.md"
CODE = Code("R700", "anything", "anything")


def finding(line: int, section: str, kind: str, sure: Confidence) -> CrosscheckFinding:
    return CrosscheckFinding(sure, section, str(line), Diagnostic(CODE, "", Span("book", line, 1, line, 2)), kind=kind)


def test_every_kind_has_its_weight() -> None:
    assert sorted(FIRST) == sorted(KINDS)


def test_the_heaviest_stands_first_and_takes_its_section_along() -> None:
    found = [
        finding(1, "1", "spelling", Confidence.LIKELY),
        finding(2, "2", "spelling", Confidence.CERTAIN),
        finding(3, "3", "terms", Confidence.POSSIBLE),
        finding(4, "3", "numbers", Confidence.CERTAIN),
        finding(5, "4", "numbers", Confidence.LIKELY),
    ]
    order = [one.diagnostic.span.line for one in by_weight(found)]
    assert order == [4, 3, 2, 5, 1]
    assert [one.diagnostic.span.line for one in by_weight(found[::-1])] == order


def test_the_report_names_each_section_once_and_json_keeps_the_order_of_the_text(regola: Run) -> None:
    words = ("crosscheck", "lantern_pass", "--source", f"it={DAMAGED}")
    said = regola(*words, "--all").stdout
    sections = [line for line in said.splitlines() if line.startswith("section ")]
    assert len(sections) > 5
    assert len(set(sections)) == len(sections)
    told = json.loads(regola(*words, "--json").stdout)["findings"]
    assert len(told) == said.count("; accepted as ")
    assert [one["location"]["line"] for one in told] == sorted(one["location"]["line"] for one in told)


def chapter(folder: Path) -> Path:
    """The ninth chapter of the tutorial's rulebook."""
    lines = WHOLE.read_text("utf-8").splitlines()
    heads = [at for at, line in enumerate(lines) if line.startswith("## ")]
    start = next(at for at in heads if lines[at].startswith("## 9"))
    file = folder / "nine.md"
    file.write_text("\n".join(lines[start : next(at for at in heads if at > start)]), "utf-8")
    return file


def test_what_a_chapter_lacks_is_one_finding(regola: Run, tmp_path: Path) -> None:
    words = ("crosscheck", "lantern_pass", "--source", f"it={chapter(tmp_path)}", "--json")
    told = json.loads(regola(*words).stdout)["findings"]
    assert "other-book" not in {one["slug"] for one in told}
    (lacking,) = [one for one in told if one["slug"] == "section-not-in-book"]
    assert "the text is a part of the book" in lacking["message"]
    assert sum(one["location"]["line"] == 1 for one in told) == 1


KNOWN = """
define toll() -> int 1..9 @1.1
  4

erratum tolls_at_night @1.1
  @1.1 silent
    en "Nothing is said of the night"
  unresolved
    en "To be asked of the ferrymen"
"""
TOLLS = """
**1.1 Toll.** The toll is 4 coins.

**1.2 Payment.** Tolls are paid in copper.

**1.3 Ferry.** The ferry is free.

**1.4 Return.** The way back is free.
"""


def test_what_was_written_down_by_hand_is_counted_and_shown_to_whoever_asks(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "tolls.regola").write_text(KNOWN, "utf-8")
    (tmp_path / "tolls.md").write_text(TOLLS, "utf-8")
    words = ("crosscheck", str(tmp_path / "tolls.regola"), "--source", f"en={tmp_path / 'tolls.md'}")
    known = [one for one in json.loads(regola(*words, "--json").stdout)["findings"] if one["kind"] == "errata"]
    assert known
    plain = regola(*words).stdout
    assert "known-erratum" not in plain
    assert f"{len(known)} known errat" in plain
    for more in (("--all",), ("--kind", "errata")):
        assert regola(*words, *more).stdout.count("[known-erratum]") == len(known)


def test_a_review_begins_with_the_heaviest(regola: Run) -> None:
    words = ("crosscheck", "lantern_pass", "--source", f"it={DAMAGED}")
    first = regola(*words).stdout.splitlines()[1]
    assert first.startswith("error[")
    assert regola(*words, "--review").stdout.startswith(first)
