"""How a repair is told: what is to be written, with the line as it then stands.

A way of telling is a function that answers nothing of repairs that are not its own; the first that answers tells it
(`_WAYS`), so that what says why stands before what only says what.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from regola_dsl.declarations import KINDS
from regola_dsl.diagnostics import Diagnostic, Fix, name_list
from regola_dsl.meant.game import as_printed, without_texts
from regola_dsl.meant.instead import ARTICLES, QUOTES
from regola_dsl.meant.stuck import A_WORD, LONGEST, Repair, Stuck, plain
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import later, say

END = later("the end of the line")
_A_NAME_BEGINS = re.compile(rf"(?:{'|'.join(KINDS)}) $")
_SUMS = frozenset("+-*/")
# What says which way is rounded.
_ROUNDED = re.compile(r"(?i:down|floor|trunc|\bint\b|difetto|\.DIF\b|//)")
# A text behind the language it is in, and a language before a text.
_TAGGED = re.compile(r"(?P<tag>[a-z]{2,3}) (?P<text>\"[^\"]*\")")
_TAG = re.compile(r"(?<![\w\"])([a-z]{2,3}) \"")
# Of so many languages besides the first a text may be.
_FEW_TAGS = 2
_PUT_UP = re.compile(r"^ *with \w+: ")


@dataclass(frozen=True, slots=True)
class _Proposal:
    """A repair that is to be told, and where reading had stopped.

    Attributes:
        met: What stands there.
        written: What is to stand there.
        shown: The line as it then stands.
        line: The same behind a colon, where it says more than what is written.
    """

    found: Repair
    stuck: Stuck
    met: str
    written: str
    shown: str
    line: str

    @property
    def article(self) -> bool:
        """Whether an article is left out."""
        return self.met.lower() in ARTICLES and not self.written


_Way: TypeAlias = Callable[[_Proposal], "str | None"]


def put_right(finding: Diagnostic, found: Repair, stuck: Stuck) -> Diagnostic:
    """A finding with what is to be written: told, and as an editor writes it, in each way that is told."""
    found = _left_open(found, stuck)
    return replace(finding, help=_proposed(found, stuck), fixes=tuple(_fixes(finding.span.path, found, stuck)))


def _fixes(path: str, found: Repair, stuck: Stuck) -> Iterator[Fix]:
    """The line as it would have to stand; none where something of it is left open."""
    line = Span(path, found.line, 1, found.line, len(_line_of(found, stuck)) + 1)
    before, behind = found.text[: found.column - 1], found.text[found.column - 1 :].removeprefix(found.written)
    for text in (found.text, *(before + other + behind for other in found.others)):
        if "…" not in text:
            yield Fix(line, text)


def _proposed(found: Repair, stuck: Stuck) -> str:
    """What is to be written, with the line as it then stands."""
    shown = plain(found.text)
    if len(shown) > LONGEST and (short := without_texts(shown)) != shown and found.written in short:
        shown = f"{short} …"
    line = f": `{shown}`" if len(shown) <= LONGEST and shown != found.written else ""
    if found.met.strip() == found.written.strip() and found.met.strip() in _SUMS and line:
        return say("to calculate, put blanks around `{sign}`{line}", sign=found.met.strip(), line=line)
    proposal = _Proposal(found, stuck, found.met, found.written, shown, line)
    return next(told for way in _WAYS if (told := way(proposal)) is not None)


def _left_open(found: Repair, stuck: Stuck) -> Repair:
    """A proposal without what nobody has said: which way is rounded, what holds otherwise, a sign, a language."""
    if "round down" in found.written and not _ROUNDED.search(f"{found.met} {stuck.text}"):
        return replace(found, others=(*found.others, found.written.replace("round down", "round up")))
    if found.written == f"+{found.met}" and found.met[:1].isdigit():
        return replace(found, others=(f"-{found.met}",))
    if found.written.endswith("else 0") and not re.search(r"\b0\b", found.met):
        open_end = found.written.removesuffix("0") + "…"
        return replace(found, written=open_end, text=found.text.removesuffix("0") + "…")
    if (tagged := _TAGGED.fullmatch(found.written)) and tagged["text"] == found.met:
        others = [tag for tag in _tags(stuck.texts) if tag != tagged["tag"]]
        return replace(found, others=tuple(f"{tag} {found.met}" for tag in others[:_FEW_TAGS]))
    return found


def _tags(texts: Sequence[str]) -> list[str]:
    """The languages that texts are written in, the most used first."""
    return [tag for tag, _ in Counter(tag for text in texts for tag in _TAG.findall(text)).most_common()]


def quoted(met: str) -> str:
    """What was met, as a message shows it."""
    return say(END) if met == END else f"`{met if len(met) <= LONGEST else met[:LONGEST] + '…'}`"


def _one_of(one: _Proposal) -> str | None:
    if not one.found.others:
        return None
    words = name_list([one.written, *one.found.others], "or")
    if one.met:
        return say(
            "write {words} in place of `{met}`, whichever is meant{line}", words=words, met=one.met, line=one.line
        )
    behind = quoted(_behind(one.found, one.stuck))
    return say("write {words} before {met}, whichever is meant{line}", words=words, met=behind, line=one.line)


def _article_of_a_name(one: _Proposal) -> str | None:
    if not one.article or not _A_NAME_BEGINS.match(one.stuck.text[: one.found.column - 1]):
        return None
    return say("a name has no article: leave out `{met}`{line}", met=one.met, line=one.line)


def _put_up_or_named(one: _Proposal) -> str | None:
    if one.met != one.written.replace(":", " =") or not _PUT_UP.match(one.found.text):
        return None
    return say(
        "a piece or a place is put up with `:`{line}; a record is named with `let`: `{named}`",
        line=one.line,
        named=re.sub(r"^with (\w+): ", r"let \1 = ", one.shown),
    )


def _article(one: _Proposal) -> str | None:
    if not one.article:
        return None
    following = re.match(r" *(\w+)", one.stuck.text[one.found.end_column - 1 :])
    name = f"{one.met}_{following[1]}" if following else one.met
    return say(
        "leave out `{met}`, or write one word, as a name is: `{name}`{line}", met=one.met, name=name, line=one.line
    )


def _left_out(one: _Proposal) -> str | None:
    if one.written:
        return None
    if one.met == ".":
        return say("leave out the full stop `.`{line}", line=one.line)
    return say("leave out `{met}`{line}", met=one.met, line=one.line)


def _put_before(one: _Proposal) -> str | None:
    if one.met:
        return None
    behind = quoted(_behind(one.found, one.stuck))
    return say("write `{written}` before {met}{line}", written=one.written, met=behind, line=one.line)


def _one_word(one: _Proposal) -> str | None:
    if not one.written == one.met.replace(" ", "_") != one.met:
        return None
    return say("a name is one word: write `{name}`{line}", name=one.written, line=one.line)


def _without_is(one: _Proposal) -> str | None:
    if one.met != f"is {one.written}":
        return None
    return say("write `{sign}` without `is`{line}", sign=one.written, line=one.line)


def _without_brackets(one: _Proposal) -> str | None:
    if one.met[:1] not in "[({" or "," not in one.written or one.met[1:-1] != one.written:
        return None
    return say("write it without brackets: `{written}`", written=one.written)


def _in_braces(one: _Proposal) -> str | None:
    opened, closed = one.met[:1], one.met[-1:]
    if f"{opened}{closed}" not in {"()", "[]", "<>"} or f"{{{one.met[1:-1]}}}" != one.written:
        return None
    return say(
        "write it in braces, `{braces}` in place of `{brackets}`{line}",
        braces="{…}",
        brackets=f"{opened}…{closed}",
        line=one.line or f": `{one.shown}`",
    )


def _exchanged(one: _Proposal) -> str | None:
    for place in (at for at, sign in enumerate(one.met) if sign == " " and at):
        first, last = one.met[:place].strip(), one.met[place:].strip()
        if one.written == f"{last} {first}":
            return say("`{last}` stands before `{first}`: `{shown}`", last=last, first=first, shown=one.shown)
    return None


def _in_straight_marks(one: _Proposal) -> str | None:
    if one.met[:1] not in QUOTES and one.met[-1:] not in QUOTES:
        return None
    return say('write `{written}`: a text stands in straight quotation marks, `"`', written=one.written)


def _printed_so(one: _Proposal) -> str | None:
    printed = as_printed(one.written, one.stuck.known)
    if printed is None:
        return None
    return say(
        "write `{printed}`, as this game has it among its values; a number is written `{written}`",
        printed=printed,
        written=one.written,
    )


def _as_a_remark(one: _Proposal) -> str | None:
    if not one.written.startswith("#"):
        return None
    if not one.line:
        return say("write `{written}`, as a remark", written=one.written)
    return say(
        "write `{written}` in place of `{met}`, as a remark{line}", written=one.written, met=one.met, line=one.line
    )


def _lost_or_paid(one: _Proposal) -> str | None:
    effect = one.stuck.kind == "action" and one.written.startswith("effect ") and one.written.endswith(" loses")
    if not effect:
        return None
    return say(
        "write `{written}` in place of `{met}`{line}; what has to be there to be paid: `pays … from {what}`",
        written=one.written,
        met=one.met,
        line=one.line,
        what=one.written.split(" ")[1],
    )


def _in_place_of(one: _Proposal) -> str:
    if not one.line:
        return say("write `{written}`", written=one.written)
    return say("write `{written}` in place of `{met}`{line}", written=one.written, met=one.met, line=one.line)


_WAYS: tuple[_Way, ...] = (
    _one_of,
    _article_of_a_name,
    _put_up_or_named,
    _article,
    _left_out,
    _put_before,
    _one_word,
    _without_is,
    _without_brackets,
    _in_braces,
    _exchanged,
    _in_straight_marks,
    _printed_so,
    _as_a_remark,
    _lost_or_paid,
    _in_place_of,
)


def _behind(found: Repair, stuck: Stuck) -> str:
    """The word or sign before which a repair puts something, in the line as it stands."""
    old = _line_of(found, stuck)
    following = A_WORD.search(old, found.column - 1)
    return following[0] if following and not old[found.column - 1 : following.start()].strip() else END


def _line_of(found: Repair, stuck: Stuck) -> str:
    """The line that is put right, as it stands."""
    return next((text for number, text in stuck.lines if number == found.line), "")
