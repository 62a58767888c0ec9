"""Worked examples and claims in numbers: recomputed where the rules, or plain counting, can.

An example that is encoded is run: one that fails, or fails but for an erratum, is told where the book has it. Its
numbers are held against those of the encoded one. And what a sentence counts or reckons out is counted and reckoned
again: sums, odds, the results of a table, the parts of a list that follows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from regola_compiler.model.graph import reachable
from regola_dsl.diagnostics import Code, Label
from regola_dsl.wording import Said, say

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.book.text import BookSection, Passage
from regola_crosscheck.book.tokens import MINUS, Token
from regola_crosscheck.rules.explained import PLAIN, NumberSet, written_number
from regola_crosscheck.rules.numbers import EncodedNumber

FAILS = Code("R761", "example-disagrees", "a worked example of the book comes out differently by the rules")
NUMBER = Code("R762", "example-number", "a worked example has another number than the one that is encoded")
CLAIM = Code("R763", "claim-wrong", "what a sentence reckons or counts comes out differently")
CODES = (FAILS, NUMBER, CLAIM)

_SUM = re.compile(rf"(?<![\d.,/])(\d{{1,4}})\s?([+x×*:/{MINUS}])\s?(\d{{1,4}})\s?=\s?(\d{{1,5}})(?![\d.,/:{MINUS}])")
# A list that follows a colon, and what its parts begin with.
_PART = re.compile(r"^\s*(?:[-•*–—]\s|\(?[a-zA-Z]\)\s|\d{1,2}[.)]\s)")
FEWEST, MOST = 2, 12


def check(context: CrosscheckContext) -> Iterator[CrosscheckFinding]:
    """Every example and every claim."""
    for section in context.book.stretches:
        yield from context.found("examples", section, partial(_section, context, section))


def _section(context: CrosscheckContext, section: BookSection) -> Iterator[CrosscheckFinding]:
    here = context.examples(context.book.numbering.key(section.id))
    about = dict(context.facts.examples)
    yield from _failed_examples(context, section, [name for name in here if about[name][0] == section.id])
    if here:
        yield from _numbers(context, section, here)
    yield from _sums(context, section)
    yield from _odds(context, section)
    yield from _counts(context, section)
    yield from _outcomes(context, section)


def _failed_examples(
    context: CrosscheckContext, section: BookSection, examples: list[str]
) -> Iterator[CrosscheckFinding]:
    """Encoded examples that do not come out as the book says."""
    for example in examples:
        line = context.failed_line(example)
        if line is None:
            continue
        passage = context.passage(section)
        start = _example_at(context, section)
        message = say(
            "the example of section {section} comes out differently: {verdict}",
            section=section.id,
            verdict=line.verdict,
        )
        yield context.finding(
            FAILS,
            Confidence.CERTAIN if not line.erratum else Confidence.LIKELY,
            section.id,
            example,
            say("{message}; the erratum `{erratum}` rules on it", message=message, erratum=line.erratum)
            if line.erratum
            else message,
            passage.span(start, start + 1) if start is not None else context.book.span_of(section),
            label=say("by the rules it comes out differently"),
            related=(Label(line.expectation.span, say("`{example}`", example=example)),),
            help=say("see which of the two is right: correct the example, or the rule")
            if not line.erratum
            else say("put the ruling into the text, or accept this finding"),
        )


def _example_at(context: CrosscheckContext, section: BookSection) -> int | None:
    text = context.passage(section).text
    offset = 0
    for line in text.split("\n"):
        if context.words.examples.search(line):
            return offset + len(line) - len(line.lstrip())
        offset += len(line) + 1
    return None


def _numbers(context: CrosscheckContext, section: BookSection, names: list[str]) -> Iterator[CrosscheckFinding]:
    """Numbers of an example in the text against those of the encoded one and of the rules around it."""
    tokens = [
        token
        for token in context.tokens(section)
        if token.block == "example" and token.values and token.kind not in {"reference", "counter"}
    ]
    if not tokens:
        return
    encoded = context.encoded
    own = [atom for name in names for atom in encoded.by_owner.get(name, [])]
    keys = context.related_rules(section)
    around = [atom for key in keys for atom in encoded.numbers.get(key, [])]
    called = [name for example in names for name in encoded.calls.get(example, ())]
    rest = reachable(called, lambda name: encoded.calls.get(name, ()))  # all that the examples rest on
    around += [atom for name in rest for atom in encoded.by_owner.get(name, [])]
    bag = NumberSet([*own, *around])
    counted = [token for token in tokens if token.kind in {"pair", "die"} or token.value not in PLAIN]
    extra = [
        token for token in counted if not bag.explains(token) and not _is_computed(context, section, token, tokens)
    ]
    if not extra or len(extra) > max(1, len(counted) // 3):
        return  # the encoded one tells another part of the example
    alone = len(extra) == 1 and len(counted) >= 4
    lacking = _unmentioned_numbers(context, section, own)
    for token in extra:
        near = next((atom for atom in lacking if atom.kind == ("pair" if token.kind == "pair" else "number")), None)
        yield context.finding(
            NUMBER,
            Confidence.LIKELY if alone and not token.word and len(lacking) == 1 else Confidence.POSSIBLE,
            section.id,
            token.text.strip(),
            _not_in_example(section.id, token.text.strip(), near),
            context.passage(section).span(token.start, token.end),
            label=say("not in the encoded example"),
            related=(Label((near or own[0]).span, say("the encoded example")),) if own else (),
            help=say("see which of the two is right: correct the text, or the example"),
        )


def _not_in_example(section: str, number: str, near: EncodedNumber | None) -> Said:
    message = say(
        "the example of section {section} says `{number}`, which the encoded one has not",
        section=section,
        number=number,
    )
    if near is None:
        return message
    own = written_number(near.values, near.kind)
    return say("{message}: it has `{own}`, which the text has not", message=message, own=own)


def _is_computed(context: CrosscheckContext, section: BookSection, token: Token, tokens: list[Token]) -> bool:
    """Whether a number is said to come out, and does so from two others of the example."""
    if token.kind not in {"number", "ordinal"}:
        return False
    before = context.passage(section).text[max(0, token.start - 40) : token.start]
    if not context.words.results.search(before):
        return False
    others = [one.value for one in tokens if one is not token and one.kind in {"number", "ordinal"}]
    return any(token.value in {a + b, a - b, a * b} for a in others for b in others)


def _unmentioned_numbers(
    context: CrosscheckContext, section: BookSection, own: list[EncodedNumber]
) -> list[EncodedNumber]:
    """The numbers of the encoded example that the text of the section does not say."""
    there = {value for token in context.tokens(section) for value in token.values}
    pairs = {token.values for token in context.tokens(section) if token.kind == "pair"}
    return [
        atom
        for atom in own
        if (atom.kind == "pair" and atom.values not in pairs)
        or (atom.kind == "number" and atom.values[0] not in there and atom.values[0] not in PLAIN)
    ]


# --- claims ------------------------------------------------------------------------------------


def _claim(
    context: CrosscheckContext, section: BookSection, passage: Passage, start: int, end: int, key: str, message: str
) -> CrosscheckFinding:
    return context.finding(
        CLAIM,
        Confidence.LIKELY,
        section.id,
        key,
        message,
        passage.span(start, end),
        label=say("comes out differently"),
        help=say("count again: correct the number, or what is counted"),
    )


def _sums(context: CrosscheckContext, section: BookSection) -> Iterator[CrosscheckFinding]:
    """`10 + 5 = 15`."""
    passage = context.passage(section)
    for match in _SUM.finditer(passage.text):
        a, sign, b, told = int(match[1]), match[2], int(match[3]), int(match[4])
        if sign in ":/" and b == 0:
            continue
        results = {
            "+": {Fraction(a + b)},
            ":": {Fraction(a, b or 1), Fraction(a // (b or 1)), Fraction(-(-a // (b or 1)))},
        }
        results["/"] = results[":"]
        results["x"] = results["×"] = results["*"] = {Fraction(a * b)}
        right = results.get(sign, {Fraction(a - b)})
        if Fraction(told) not in right:
            message = say(
                "`{match}` in section {section} comes to {number}",
                match=match[0].strip(),
                section=section.id,
                number=written_number((min(right),), "number"),
            )
            yield _claim(context, section, passage, match.start(4), match.end(4), match[0].strip(), message)


def _odds(context: CrosscheckContext, section: BookSection) -> Iterator[CrosscheckFinding]:
    """Two strengths and the odds they are said to come to."""
    passage = context.passage(section)
    for match in context.words.odds.finditer(passage.text):
        a, b, top, below = (int(match[name]) for name in ("a", "b", "top", "below"))
        if not a or not b or not top or not below:
            continue
        right = _ratios(a, b) | _ratios(b, a)
        if (top, below) in right or Fraction(top, below) == Fraction(a, b):
            continue
        best = min(_ratios(a, b))
        message = say(
            "{a} against {b} is {best}, not {said} as section {section} says",
            a=a,
            b=b,
            best=f"{best[0]}-{best[1]}",
            said=f"{top}-{below}",
            section=section.id,
        )
        yield _claim(
            context, section, passage, match.start("top"), match.end("below"), f"{a}/{b}={top}-{below}", message
        )


def _ratios(a: int, b: int) -> set[tuple[int, int]]:
    """The odds two strengths come to, rounded one way or the other, and to halves."""
    if a >= b:
        found = {(a // b, 1), (-(-a // b), 1)}
        halves = (2 * a) // b
        return found | ({(halves, 2)} if halves % 2 else set())
    found = {(1, b // a), (1, -(-b // a))}
    return found | {(2, 3), (3, 4)} if b < 2 * a else found


def _counts(context: CrosscheckContext, section: BookSection) -> Iterator[CrosscheckFinding]:
    """A number before a colon, and the parts of the list that follows it."""
    passage = context.passage(section)
    lines = passage.text.split("\n")
    offset = 0
    for place, line in enumerate(lines):
        stripped = line.rstrip()
        if stripped.endswith(":"):
            token = _announced_count(context, section, offset, len(stripped))
            parts = _list_length(lines[place + 1 :])
            if token is not None and parts > 1 and Fraction(parts) != token.value:
                message = say(
                    "section {section} says `{text}`, and {parts} follow",
                    section=section.id,
                    text=token.text,
                    parts=parts,
                )
                yield _claim(context, section, passage, token.start, token.end, f"{token.text}:{parts}", message)
        offset += len(line) + 1


def _outcomes(context: CrosscheckContext, section: BookSection) -> Iterator[CrosscheckFinding]:
    """`36 results`: against the size of the tables and the rolls of the section."""
    passage = context.passage(section)
    for token in context.tokens(section):
        if token.kind != "number" or token.block == "row" or token.value < FEWEST:
            continue
        if not context.words.outcomes.search(passage.text[token.end : token.end + 40]):
            continue
        sizes = _table_sizes(context, section)
        if sizes and token.value not in sizes:
            listed = ", ".join(str(size) for size in sorted(sizes)[-4:])
            what = passage.text[token.start : token.end + 20].split("\n")[0].strip()
            message = say(
                "section {section} counts `{text}` (`{what}…`), and there are {listed}",
                section=section.id,
                text=token.text,
                what=what,
                listed=listed,
            )
            yield _claim(context, section, passage, token.start, token.end, f"{token.text}#", message)


def _table_sizes(context: CrosscheckContext, section: BookSection) -> set[int]:
    """How many rows, columns and cells the tables of a section have, and how many outcomes its rolls.

    Of a section that prints none nothing is said: what it counts stands elsewhere.
    """
    found: set[int] = set()
    for grid, name in context.grids:
        if name == section.id and grid.rows:
            rows, columns = len(grid.rows), max(map(len, grid.rows))
            found |= {rows, columns, columns - 1, rows * columns, rows * (columns - 1)}
    if not found:
        return found
    key = context.book.numbering.key(section.id)
    for name in context.encoded.names.get(key, []):
        found |= set(context.facts.sizes.get(name, ()))
    return found


def _announced_count(context: CrosscheckContext, section: BookSection, offset: int, length: int) -> Token | None:
    """The one number in the last words before a colon that says how many follow."""
    text = context.passage(section).text[offset : offset + length]
    start = offset + max(0, text.rfind(".", 0, -1) + 1)
    tokens = [
        t for t in context.tokens(section) if start <= t.start < offset + length and t.kind == "number" and not t.sign
    ]
    if len(tokens) != 1 or not FEWEST <= tokens[0].value <= MOST:
        return None
    behind = context.passage(section).text[tokens[0].end : offset + length]
    follow = context.words.following.search(context.passage(section).text[start : offset + length])
    return tokens[0] if follow and len(behind.split()) <= 5 else None


def _list_length(lines: list[str]) -> int:
    """How many parts the list at the head of some lines has."""
    count, mark, blank = 0, "", 0
    for line in lines:
        if not line.strip():
            blank += 1
            if blank > 2:
                break
            continue
        match = _PART.match(line)
        if match is None:
            if line.startswith((" ", "\t")) and count:
                continue
            break
        kind = re.sub(r"\w+", "x", match[0].strip())
        indent = len(line) - len(line.lstrip())
        if not count:
            mark, first = kind, indent
        if kind == mark and indent <= first:
            count += 1
        elif kind != mark and indent <= first:
            break
        blank = 0
    return count
