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


@pytest.mark.parametrize(
    ("block", "wanted"),
    [
        ("table: weather", True),
        ("table: weather\n      foot: {en: Own words, it: Parole proprie}", True),
        ("grid: weather", True),
        ("table: weather\n      beyond: false", False),
    ],
)
def test_a_table_of_a_described_sheet_says_it_too(regola: Run, tmp_path: Path, block: str, wanted: bool) -> None:
    game = tmp_path / "sky"
    (game / "rules").mkdir(parents=True)
    (game / "sheets").mkdir()
    (game / "game.yaml").write_text("id: sky\nlanguages: [it, en]\ntitle: {it: Cielo, en: Sky}\n", "utf-8")
    (game / "rules" / "sky.regola").write_text(SKY.format(beyond=CLAMP), "utf-8")
    described = f"title: {{it: Aiuto, en: Aid}}\nsides:\n- columns:\n  - blocks:\n    - {block}\n"
    (game / "sheets" / "aid.yaml").write_text(described, "utf-8")
    done = regola("print", "sky", "-o", "sky.html", "--lang", "en", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "sky.html").read_text("utf-8").rpartition("</style>")[2]
    assert ("Die below 1 counts as 1." in page and "Die above 6 counts as 6." in page and "4.2" in page) == wanted
    assert page.count("Die below 1") == int(wanted)
    assert ("Own words" in page) == ("foot" in block)


LEAD = """\
scale Lead @1
  minus1 = -1  it "-1"
  even = 0     it "pari"
  EX = 1       it "Scambio" / "SC"
table clash(die: d6, lead: Lead) -> int 0..9 @2
  | die \\\\ lead | minus1 | even | EX |
  | 1-6        | 1      | 2    | 3  |
"""


def test_a_word_with_a_number_is_printed_by_its_text_and_a_sign_by_its_short_one(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "lead.regola").write_text(LEAD.replace("\\\\", "\\"), "utf-8")
    done = regola("print", "lead.regola", "-o", "lead.html", "--lang", "it", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "lead.html").read_text("utf-8").rpartition("</style>")[2]
    assert ">-1<" in page or ">−1<" in page
    assert ">SC<" in page
    assert "minus1" not in page
    assert ">EX<" not in page
