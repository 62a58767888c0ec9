"""What a table says past its printed ends stands below it on paper, too."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import Run

SKY = """\
enum Sky @1
  it "Il cielo"
  sun   it "Sole"   en "Sun"
  rain  it "Pioggia"  en "Rain"
table weather(die: modified d6) -> Sky @4.1
  it "Il tempo"
  en "Weather"
  | die | sky  |
  | 1-5 | sun  |
  | 6   | rain |
{beyond}"""
CLAMP = "  beyond die clamp @4.2\n"


@pytest.mark.parametrize("kind", [(), ("--summary",)])
@pytest.mark.parametrize(
    ("beyond", "language", "wanted"),
    [
        (CLAMP, "it", ["Die sotto 1 vale come 1.", "Die oltre 6 vale come 6."]),
        (CLAMP, "en", ["Die below 1 counts as 1.", "Die above 6 counts as 6."]),
        ("  beyond die forbidden @4.2\n", "en", ["Die below 1 is forbidden.", "Die above 6 is forbidden."]),
        ("", "en", []),
    ],
)
def test_a_printed_table_says_what_holds_past_its_ends(
    regola: Run, tmp_path: Path, kind: tuple[str, ...], beyond: str, language: str, wanted: list[str]
) -> None:
    (tmp_path / "sky.regola").write_text(SKY.format(beyond=beyond), "utf-8")
    done = regola("print", "sky.regola", "-o", "sky.html", "--lang", language, *kind, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "sky.html").read_text("utf-8")
    assert all(said in page for said in wanted)
    assert ("4.2" in page.rpartition("</style>")[2]) == bool(wanted)
