"""What does not fit: smaller first, then moved if it may, and told of with its place if it may not."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from regola_cli.common import UsageError
from regola_cli.print import set_pages
from regola_compiler.emit.print.document import (
    Beside,
    Block,
    Cell,
    Column,
    Document,
    Line,
    Lines,
    Part,
    Phase,
    Row,
    Sequence,
    Side,
    Table,
)
from regola_compiler.emit.print.inline import plain
from regola_compiler.emit.print.paper import Printable
from regola_compiler.emit.print.typesetting import DoesNotFit, Setter, fitted
from support.effort import drawn, every_third
from support.paper import pages_of, set_as_pdf


def block(title: str, lines: int) -> Block:
    return Block((Lines("lines", tuple(Line(plain(f"{title} {at}")) for at in range(lines))),), title)


def sheet(*columns: tuple[Block, ...]) -> Document:
    side = Side("", tuple(map(Column, columns)))
    return Document("Game", "Aid", "en", "a4", True, 8.0, 10.0, 7.0, {}, (side,))


LONG = sheet((block("first", 30), block("second", 50)), (block("beside", 3),))


def test_a_text_is_as_large_as_it_can_be() -> None:
    assert fitted(sheet((block("few", 3),))).document.sides[0].size == 10
    one = fitted(sheet((block("many", 55),)))
    (size,) = (side.size for side in one.document.sides)
    assert 7 <= size < 10
    larger = replace(one.document.sides[0], size=size + 0.1)
    assert Setter(replace(one.document, sides=(larger,))).fit().overfull


@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(1, 12)), min_size=1, max_size=6), st.sampled_from(["a4", "a5"])
)
@settings(max_examples=drawn(12), deadline=None)
def test_the_size_found_is_the_largest_that_fits(shapes: list[tuple[int, int]], paper: str) -> None:
    """It fits at that size and not a tenth of a point above; it is never below the floor or above what was wished."""
    columns: list[list[Block]] = [[], []]
    for at, (lines, words) in enumerate(shapes):
        runs = tuple(Line(plain(" ".join(["words"] * words * 3))) for _ in range(lines * 2))
        columns[at % 2].append(Block((Lines("lines", runs),), f"block {at}"))
    described = replace(sheet(*map(tuple, columns)), paper=paper)
    assert described.paper == paper
    fit = Setter(described).fit()
    if fit.overfull:
        assert fit.sizes == (described.least,)
        with pytest.raises(DoesNotFit):
            fitted(described)
        return
    (found,) = fitted(described).document.sides
    assert described.least <= found.size <= described.size
    again = Setter(replace(described, sides=(found,))).fit()
    assert (again.overfull, again.too_wide) == ((), ())
    if found.size < described.size:
        larger = replace(found, size=round(found.size + 0.1, 1))
        assert Setter(replace(described, sides=(larger,))).fit().overfull


def test_what_is_settled_is_set_as_what_is_measured() -> None:
    one = fitted(sheet((block("many", 55),), (block("few", 2),)))
    assert one.pages("pdf") == Setter(one.document).pages("pdf")


def test_a_column_that_is_too_long_is_told_with_its_longest_blocks() -> None:
    with pytest.raises(UsageError) as told:
        set_pages(Printable(LONG), "pdf")
    message = told.value.message
    assert "even at 7 pt" in message
    assert "side 1, column 1 is " in message
    assert message.index("`second`") < message.index("`first`")
    assert "overflow: another-sheet" in message


def test_what_may_move_moves_and_nothing_is_lost() -> None:
    made = set_as_pdf(LONG, spill=True)
    assert len(made.pages) == 2
    words = Counter(word.text for page in made.pages for word in page.words)
    assert all(words[str(at)] >= 2 for at in range(30))
    titles = [one.title for side in made.document.sides for column in side.columns for one in column.blocks]
    assert sorted(titles) == ["beside", "first", "second"]


def wide(words: int) -> Block:
    cells = tuple(Cell(plain(f"heading{at:02}")) for at in range(words))
    return Block((Table(cells, (Row(cells),)),), "wide one")


def test_a_table_too_wide_for_its_column_is_made_smaller_first() -> None:
    made = fitted(sheet((wide(6),), (block("beside", 3),), (block("more", 3),)))
    (side,) = made.document.sides
    assert 7 <= side.size < 10


def test_a_table_that_is_too_wide_moves_to_a_side_as_wide_as_the_paper() -> None:
    described = sheet((wide(12), block("below", 3)), (block("beside", 3),), (block("more", 3),))
    made = fitted(described, spill=True).document
    assert [[[one.title for one in column.blocks] for column in side.columns] for side in made.sides] == [
        [["below"], ["beside"], ["more"]],
        [["wide one"]],
    ]
    # What stays is not set smaller for what has gone.
    assert made.sides[0].size == 10
    with pytest.raises(UsageError) as told:
        set_pages(Printable(described), "pdf")
    assert "side 1, column 1: in the block `wide one` the table that begins with `heading00` is " in told.value.message


def tall(kind: str, count: int, width: str = "1fr") -> Document:
    """A block that no page has room for, alone in its column."""
    words = [plain(f"entry{at:03}") for at in range(count)]
    parts: dict[str, Part] = {
        "table": Table(
            (Cell(plain("first")), Cell(plain("second"))), tuple(Row((Cell(one), Cell(one))) for one in words)
        ),
        "grid": Table(
            (Cell(()), Cell(plain("second"))), tuple(Row((Cell(one), Cell(one))) for one in words), grid=True
        ),
        "lines": Lines("steps", tuple(Line(one, mark=str(at)) for at, one in enumerate(words, 1))),
        "sequence": Sequence(tuple(Phase(Line(one), (Line(one),)) for one in words)),
    }
    column = Column((Block((parts[kind],), "Tall one"),), width)
    return replace(
        sheet(()), sides=(Side("", (column, Column((block("beside", 3),)))),), words={"goes_on": "(continued)"}
    )


@pytest.mark.parametrize(
    ("kind", "count"), every_third([("table", 170), ("grid", 150), ("lines", 180), ("sequence", 60)])
)
def test_what_is_taller_than_a_page_goes_on_on_the_next_with_its_heads(kind: str, count: int) -> None:
    described = tall(kind, count, "90mm")
    with pytest.raises(UsageError, match="overflow: another-sheet"):
        set_pages(Printable(described), "pdf")
    made = set_as_pdf(described, spill=True)
    assert len(made.pages) >= 3
    seen = [word.text for page in made.pages for word in page.words if word.text.startswith("entry")]
    assert seen == sorted(seen)
    assert set(seen) == {f"entry{at:03}" for at in range(count)}
    for page in made.pages[1:]:
        assert "Tallone(continued)" in page.text
        assert "(continued)(continued)" not in page.text
    if kind in ("table", "grid"):
        assert all("second" in {word.text for word in page.words} for page in made.pages)
    # Each page but the last has as much as it has room for.
    tops = [max(word.box[3] for word in page.words) for page in made.pages]
    lows = [min(word.box[1] for word in page.words if word.text.startswith("entry")) for page in made.pages]
    assert all(low < 60 for low in lows[:-1]), (tops, lows)


def test_what_cannot_be_parted_is_told_of() -> None:
    inner = Block((Lines("lines", tuple(Line(plain(f"line {at}")) for at in range(200))),))
    described = sheet((Block((Beside((inner, inner)),), "two beside"),))
    with pytest.raises(UsageError, match="too long; its longest blocks: `two beside`"):
        set_pages(Printable(described, spill=True), "pdf")


@pytest.mark.parametrize("count", [1, 2, 4, 5])
def test_a_booklet_is_folded_in_order(count: int) -> None:
    sides = tuple(Side(f"side{at}", (Column((block(f"block{at}", 1),)),)) for at in range(1, count + 1))
    document = replace(sheet(()), sides=sides, landscape=False, paper="a5")
    (pdf,) = set_pages(Printable(document), "pdf", booklet=True)
    leaves = pages_of(pdf)
    last = -(-count // 4) * 4
    assert len(leaves) == last // 2
    seen = []
    for leaf in leaves:
        assert (round(leaf.width), round(leaf.height)) == (842, 595)
        halves = [
            "".join(word.text for word in leaf.words if (word.box[0] < leaf.width / 2) is left)
            for left in (True, False)
        ]
        seen.append([next((at for at in range(1, count + 1) if f"block{at}" in half), None) for half in halves])
    order = [[last - at, at + 1] if at % 2 == 0 else [at + 1, last - at] for at in range(last // 2)]
    assert seen == [[number if number <= count else None for number in pair] for pair in order]
