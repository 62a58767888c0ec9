r"""RTF (Rich Text Format 1.9.1): the words of a file with what is bold and what stands in tables.

A small reader of our own: what the packages make of RTF is plain text, and the bold words at the head of a paragraph
are what a section without a heading is known by. Braces open and close groups; a group keeps its state to itself; a
group of a kind that is not text (`\fonttbl`, `\*…`) is passed over.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field, replace

from regola_dsl.wording import say

from regola_crosscheck.files.archive import Unfit
from regola_crosscheck.files.blocks import Block, Paragraph, Piece, Place, Row, Table

_TOKEN = re.compile(
    r"\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\(.)|([{}])|([^\\{}\r\n]+)|[\r\n]+", re.DOTALL
)
_PASSED = frozenset(
    "fonttbl colortbl stylesheet info pict object header headerf headerl headerr footer footerf footerl footerr"
    " footnote annotation listtable listoverridetable rsidtbl generator themedata colorschememapping latentstyles"
    " datastore xmlnstbl fldinst pntext listtext nonshppict shpinst bkmkstart bkmkend".split()
)
_SIGNS = {
    "tab": "\t", "line": " ", "emdash": "\u2014", "endash": "\u2013", "emspace": " ", "enspace": " ", "qmspace": " ",
    "bullet": "\u2022", "lquote": "\u2018", "rquote": "\u2019", "ldblquote": "\u201c", "rdblquote": "\u201d",
}  # fmt: skip
_ESCAPED = {"~": "\u00a0", "_": "\u2011", "-": "", "\n": "", "\r": ""}
MAX_DEPTH = 500
_CHARSETS = {
    128: "cp932",
    161: "cp1253",
    162: "cp1254",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    238: "cp1250",
}
_FONT = re.compile(r"\\f(\d{1,5})[^{}\\]{0,40}(?:\\(?!f\d|fcharset)[a-z]+-?\d*[^{}\\]{0,40}){0,8}\\fcharset(\d{1,3})")


@dataclass(frozen=True, slots=True)
class _State:
    """What holds within a group."""

    bold: bool = False
    italic: bool = False
    hidden: bool = False
    passed: bool = False
    deleted: bool = False
    skip: int = 1
    encoding: str = ""


@dataclass(slots=True)
class RichText:
    """What was read: the blocks, and how many tracked changes there are."""

    blocks: list[Block] = field(default_factory=list)
    changes: int = 0


def read_rich_text(data: bytes) -> RichText:
    """The text of an RTF file.

    Raises:
        Unfit: if its groups are nested beyond all measure.
    """
    return _Reader(data.decode("latin-1")).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        page = re.search(r"\\ansicpg(\d{3,5})", text[:4000])
        self.encoding = _known(f"cp{page[1]}" if page else "cp1252")
        start = text.find("{\\fonttbl")
        fonts = _FONT.findall(text[start : start + 200_000]) if start >= 0 else []
        self.fonts = {font: _known(_CHARSETS.get(int(charset), self.encoding)) for font, charset in fonts}
        self.document = RichText()
        self.pieces: list[Piece] = []
        self.bytes = bytearray()
        self.cells: list[str] = []
        self.rows: list[Row] = []
        self.level = self.paragraphs = self.tables = self.page = 0
        self.mark = ""
        self.in_table = False
        self.paged = "\\page" in text

    def read(self) -> RichText:
        state, stack, skip = _State(encoding=self.encoding), list[_State](), 0
        begins = False
        for match in _TOKEN.finditer(self.text):
            word, number, code, sign, brace, words = match.groups()
            if code is not None:
                if skip:
                    skip -= 1
                elif not (state.passed or state.hidden or state.deleted):
                    self.bytes.append(int(code, 16))
                continue
            self.flush(state)
            if brace == "{":
                if len(stack) > MAX_DEPTH:
                    raise Unfit(
                        say("the file is damaged: its groups are nested more than {most} deep", most=MAX_DEPTH),
                        say("save it again"),
                    )
                stack.append(state)
                begins, skip = True, 0
                continue
            if brace == "}":
                state = stack.pop() if stack else state
                skip = 0
                if not stack:
                    break
            elif sign == "*" and begins:
                state = replace(state, passed=True)
            elif sign is not None:
                self.say(_ESCAPED.get(sign, sign), state)
            elif words is not None:
                self.say(words[skip:], state)
                skip = max(0, skip - len(words))
            elif word is not None:
                if word == "u" and number is not None:
                    self.say(_character(int(number)), state)
                    skip = state.skip
                    begins = False
                    continue
                state = self.word(word, number, state)
            begins = False
        self.end_paragraph()
        self.end_table()
        return self.document

    def word(self, word: str, number: str | None, state: _State) -> _State:
        """Do what a control word says; the state after it."""
        on = number != "0"
        if state.passed:
            return state
        match word:
            case "b":
                return replace(state, bold=on)
            case "i":
                return replace(state, italic=on)
            case "v":
                return replace(state, hidden=on)
            case "deleted" | "revised":
                self.document.changes += on
                return replace(state, deleted=on) if word == "deleted" else state
            case "plain":
                return replace(state, bold=False, italic=False, hidden=False, deleted=False)
            case "uc" if number and number.isdigit():
                return replace(state, skip=min(int(number), 16))
            case "f" if number is not None:
                return replace(state, encoding=self.fonts.get(number, self.encoding))
            case "pard":
                self.level, self.in_table, self.mark = 0, False, ""
            case "intbl":
                self.in_table = True
            case "outlinelevel" if number and number.isdigit() and int(number) < 9:
                self.level = int(number) + 1
            case "par" | "sect":
                if self.in_table:
                    self.say(" ", state)
                else:
                    self.end_paragraph()
            case "cell" | "nestcell":
                self.cells.append("".join(piece.text for piece in self.pieces))
                self.pieces = []
            case "row":
                self.end_row()
            case "page":
                self.page += 1
            case _ if word in _PASSED:
                return replace(state, passed=True)
            case _ if word in _SIGNS:
                self.say(_SIGNS[word], state)
        return state

    def flush(self, state: _State) -> None:
        if self.bytes:
            self.say(self.bytes.decode(state.encoding or self.encoding, "replace"), state)
            self.bytes.clear()

    def say(self, words: str, state: _State) -> None:
        if words and not (state.passed or state.hidden or state.deleted):
            place = Place(self.page + 1 if self.paged else 0, paragraph=self.paragraphs + 1)
            self.pieces.append(Piece(words, place, state.bold, state.italic))

    def end_paragraph(self) -> None:
        pieces, self.pieces = self.pieces, []
        if any(piece.text.strip() for piece in pieces):
            self.end_table()
            first = pieces[0].text.lstrip()
            mark = "-" if first.startswith(("\u2022", "\u00b7")) else ""
            if mark:
                pieces[0] = replace(pieces[0], text=first[1:].lstrip())
            self.document.blocks.append(Paragraph(tuple(pieces), self.level, mark))
        self.paragraphs += 1

    def end_row(self) -> None:
        if self.cells:
            if not self.rows:
                self.tables += 1
            place = Place(self.page + 1 if self.paged else 0, table=self.tables, row=len(self.rows) + 1)
            self.rows.append(Row(tuple(self.cells), place))
            self.cells, self.pieces = [], []

    def end_table(self) -> None:
        self.end_row()
        if self.rows:
            self.document.blocks.append(Table(tuple(self.rows)))
        self.rows = []


def _known(encoding: str) -> str:
    try:
        codecs.lookup(encoding)
    except LookupError:
        return "cp1252"
    return encoding


def _character(number: int) -> str:
    code = number + 65536 if number < 0 else number
    return chr(code) if 0 < code < 0xD800 or 0xE000 <= code < 0x110000 else "\ufffd"
