"""One change of a line that can be read, where nothing else is known of what was meant by a name or a type in it.

What is tried keeps every name but the one that nobody declares: a word of the language that has grown together with
it, `do_mark(1, 1)`; a longer name that it is a part of; a type of the language for one that there is not; `or` for a
sign between two conditions; of two names that are asked each in the place of the other. What lets all of the
declaration be understood was meant; of two that do none is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from unicodedata import normalize

from regola_dsl.declarations import Block
from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.meant.blocks import block_at, blocks_of, parts_of, words
from regola_dsl.meant.keeps import Known
from regola_dsl.meant.proposals import phrased
from regola_dsl.meant.proposed import put_right
from regola_dsl.meant.search.order import grown_together, in_one
from regola_dsl.meant.search.signs import in_our_signs
from regola_dsl.meant.stuck import Repair, Stuck, changed
from regola_dsl.meant.vocabulary import alone
from regola_dsl.parsing.words import keywords
from regola_dsl.source import Source

from regola_compiler.checks.fitting import Fitting
from regola_compiler.resolve.codes import TYPE_MISMATCH, UNKNOWN_NAME, WRONG_ARGUMENTS
from regola_compiler.resolve.reported.elsewhere import WHAT_IT_COMES_TO
from regola_compiler.resolve.reported.unknown import says_only_to_declare

# Of so many findings what was meant is tried, and of each so many ways.
_FINDINGS, _WAYS = 2, 6
_TYPES = ("bool", "int", "number", "d6")
# Signs that stand between two conditions elsewhere.
_BETWEEN = {"/": "or", "|": "or", "+": "and", "*": "and", "-": "and"}
# What stands before `is`, where a phase is what something is compared with.
_ASKED_OF_NONE = re.compile(r"([^\W\d]\w*) (?:is|is not) $")
# What is asked, with its bracket, and what is asked with one name alone.
_ASKED = re.compile(r"(?<![\w.\"@])([^\W\d]\w*)(?=\()")
_ASKED_WITH_ONE = re.compile(r"(?<![\w.\"@])(?P<one>[^\W\d]\w*)\((?P<other>[^\W\d]\w*)\)")
_A_FIELD = re.compile(r"\.[^\W\d]\w*(?![\w(.])")
_SIGN = re.compile(r"(?<= )[/|+*-](?= )")


def told_with_one_change(
    found: Sequence[Diagnostic], sources: Sequence[Source], fitting: Fitting | None
) -> list[Diagnostic]:
    """The findings; the first that do not say what to write, with the one change that lets their line be understood."""
    if fitting is None:
        return list(found)
    blocks = {source.path: blocks_of(source) for source in sources}
    texts = [block.text for some in blocks.values() for block in some]
    told, left = list(found), _FINDINGS
    for one in found:
        block = block_at(blocks.get(one.span.path, ()), one.span.line)
        if block is None or not left or one not in told or not (_is_tried(one) or _asks_more(one, block)):
            continue
        left -= 1
        if (meant := _meant(one, block, texts, fitting)) is not None:
            told[told.index(one)] = meant
            # The change leaves nothing wrong in the line.
            told = [other for other in told if other not in found or not _is_in_the_line_of(one, other)]
    return told


def _is_tried(one: Diagnostic) -> bool:
    return _says_nothing(one) or _is_unknown(one) or one.code == WRONG_ARGUMENTS


def _asks_more(one: Diagnostic, block: Block) -> bool:
    """Whether a field is asked of what a finding is about."""
    line = block.text.split("\n")[one.span.line - block.line]
    ends = one.span.end_line == one.span.line
    return ends and one.code == TYPE_MISMATCH and _A_FIELD.match(line, one.span.end_column - 1) is not None


def _is_in_the_line_of(one: Diagnostic, other: Diagnostic) -> bool:
    """Whether another finding about names and types stands in the same line."""
    same = (one.span.path, one.span.line) == (other.span.path, other.span.line)
    return (
        same
        and other.code in {UNKNOWN_NAME, TYPE_MISMATCH, WRONG_ARGUMENTS}
        and (other.missing is None or not other.related)
    )


def _says_nothing(one: Diagnostic) -> bool:
    """Whether a finding is about a name or a type, and says nothing of what to write."""
    if one.weight is not Severity.ERROR or one.code not in {UNKNOWN_NAME, TYPE_MISMATCH}:
        return False
    return not one.help or (one.missing is not None and (says_only_to_declare(one) or one.missing.kind == "name"))


def _is_open(one: Diagnostic) -> bool:
    """Whether what is said of an unknown word leaves all of it open: how such things are declared, or a model of none.

    A number in a name is a sum without its blanks, of which more is said elsewhere.
    """
    if one.missing is None or not one.missing.name[:1].isalpha() or one.missing.kind not in {"name", "definition"}:
        return False
    return not one.help or says_only_to_declare(one) or one.help == WHAT_IT_COMES_TO


def _is_unknown(one: Diagnostic) -> bool:
    return one.code == UNKNOWN_NAME and one.missing is not None and one.weight is Severity.ERROR


def _meant(one: Diagnostic, block: Block, texts: Sequence[str], fitting: Fitting) -> Diagnostic | None:
    """A finding with what to write where it stands, if one change alone mends it."""
    first = block.line
    lines = tuple((first + n, text) for n, text in enumerate(block.text.split("\n")))
    span = one.span
    end = span.end_column if span.end_line == span.line else span.column + 1
    others = tuple(text for text in texts if text != block.text)
    known = Known(frozenset[str]().union(*map(words, others)), frozenset(), frozenset(), texts=others)
    stuck = Stuck(lines, "start", span.line, span.column, end, (), known)
    fits: list[Repair] = []
    for group in _ways(one, stuck):
        for text in list(dict.fromkeys(group))[:_WAYS]:
            written = [text if number == span.line else line for number, line in lines]
            if fitting.mends(span.path, block, "\n".join(written)):
                fits.append(changed(stuck, text))
        if fits:
            return put_right(one, fits[0], stuck) if len(fits) == 1 else None
    return None


def _ways(one: Diagnostic, stuck: Stuck) -> Iterator[list[str]]:
    """Ways to write the line, by how sure they are: of one group only one may fit."""
    text, begin, end = stuck.text, stuck.column - 1, stuck.end_column - 1
    yield list(_without_more(text, begin, end))
    if one.code == WRONG_ARGUMENTS or (one.missing is not None and one.missing.kind == "definition"):
        yield list(_exchanged(text))
    if one.missing is None:
        if one.code == TYPE_MISMATCH:
            signs = list(_SIGN.finditer(text))
            yield [f"{text[: s.start()]}{_BETWEEN[s[0]]}{text[s.end() :]}" for s in signs]
        return
    if one.missing.kind == "name" and (asked := _ASKED_OF_NONE.search(text[:begin])) and asked[1] not in stuck.names:
        yield [f"{text[: asked.start(1)]}phase{text[asked.end(1) :]}"]
    yield list(grown_together(stuck))
    yield list(in_one(stuck))
    if _is_open(one):
        yield [repair.text for repair in phrased(stuck)]
    if not _says_nothing(one):
        return
    yield list(in_our_signs(text))
    plain = normalize("NFKD", one.missing.name).encode("ascii", "ignore").decode()
    if other := alone(one.missing.name) or (plain if plain in keywords() or plain == "none" else ""):
        yield [f"{text[:begin]}{other}{text[end:]}"]
    name = one.missing.name
    if text[begin:end] != name:
        return
    yield [f"{text[:begin]}{value}{text[end:]}" for value in _named_elsewhere(name, stuck.texts)]
    if one.missing.kind == "type" and name[:1].islower():
        for type_ in _TYPES:
            yield [f"{text[:begin]}{type_}{text[end:]}"]
        return
    longer = sorted({other for block in stuck.texts for other in parts_of(block) if _is_part(name, other)})
    yield [f"{text[:begin]}{other}{text[end:]}" for other in longer]


def _without_more(text: str, begin: int, end: int) -> Iterator[str]:
    """A line without the field or the empty brackets behind a name, and without a name that is asked of another.

    >>> list(_without_more("  p is black.value", 7, 12)), list(_without_more("  n of Land.Land", 12, 16))
    (['  p is black'], ['  n of Land'])
    """
    if (more := _A_FIELD.match(text, end)) or (more := re.compile(r"\(\)").match(text, end)):
        yield text[:end] + text[more.end() :]
    if text[begin - 1 : begin] == "." and text[end : end + 1] not in {".", "("}:
        yield text[: begin - 1] + text[end:]


def _named_elsewhere(name: str, texts: Sequence[str]) -> list[str]:
    """What other declarations give a name that is known in them alone."""
    let = re.compile(rf"^ +let {re.escape(name)} = (?P<value>[^@\"#\n]+?) *$", re.MULTILINE)
    return [one["value"] for text in texts for one in let.finditer(text)]


def _exchanged(text: str) -> Iterator[str]:
    """A line with two names that are asked exchanged, or one that is asked and what it is asked with.

    >>> list(_exchanged("limit(s, side) >= many(s)")), list(_exchanged("p(hand) + die"))
    (['many(s, side) >= limit(s)', 'limit(s, side) >= s(many)'], ['hand(p) + die'])
    """
    asked = [*_ASKED.finditer(text)]
    for place, one in enumerate(asked):
        for other in asked[place + 1 :]:
            if one[0] != other[0]:
                yield f"{text[: one.start()]}{other[0]}{text[one.end() : other.start()]}{one[0]}{text[other.end() :]}"
    for one in _ASKED_WITH_ONE.finditer(text):
        yield f"{text[: one.start()]}{one['other']}({one['one']}){text[one.end() :]}"


def _is_part(name: str, other: str) -> bool:
    """Whether a name is the beginning, the end or the middle of a longer one.

    >>> _is_part("crowning", "crowning_ends"), _is_part("end", "crowning_ends")
    (True, False)
    """
    return other != name and f"_{name}_" in f"_{other}_"
