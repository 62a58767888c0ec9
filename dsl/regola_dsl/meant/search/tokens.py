"""What the grammar would take in a place, where no table knows what was meant: other words, none, or another order.

Repair of a token at a time, as Burke and Fisher (1987) do it: a word that no game has stands for words of the language
that fit there; two neighbours change places; what is asked gets its brackets. Much can be read so that was never meant;
so these are asked only where the other declarations are at hand to say what fits (`repairs.py`), and count only where
they agree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from regola_dsl.meant.instead import FILLERS
from regola_dsl.meant.keeps import Known
from regola_dsl.meant.models import BELOW
from regola_dsl.meant.stuck import A_WORD, Repair, Stuck, changed, follows
from regola_dsl.meant.vocabulary import is_of_another_language
from regola_dsl.parsing.words import LATER, LEADS, keywords
from regola_dsl.records import dataclass

# How many words before the place where reading stops may be at fault, and how many together.
_BACK, _MANY = 3, 3
# How many words of the language may stand for them, where each but the first is the only one that fits.
_CHAIN = 3
# What of a line is no word of it: texts, remarks, sections.
_ELSE = re.compile(r'[a-z]{2,3} +"(?:[^"\\]|\\.)*"|"(?:[^"\\]|\\.)*"|#.*$|@[\w./"-]+(?:, [\w./"-]+)*')
# Words that hold a line together and say nothing of it alone: what compares, counts or denies is no guess.
_JOINING = frozenset(
    "among as because by costing each effect else end ends exchanged for from into lasting of on over per points"
    " rolling says soon steps the then together until when where with won".split()
)
# Words that are taken for one another, each of them the language's own in another sentence.
_ALIKE = _JOINING | frozenset("allowed given in is".split())
# How many words behind the place where reading stops may be at fault: a sentence is taken for another from its second.
_AHEAD = 2
# What a name, a number or a bracket may follow: no word of the language has to.
_OPEN = frozenset({"NAME", "STRING", "INTEGER", "LPAR"})
# What another word at the beginning of a line costs; and words there that say what may be done, which is no guess.
_OF_A_LINE = 2
_DECIDE = frozenset({"allowed", "forbidden", "requires", "prefer"})
# What joins the words on either side of it, and is left out most often.
_SIGNS = (":", "=", "->", ",", "..")
_ABOUT = re.compile(r"^( *(?:\w+ )?)([^\s:]+): ([^:\"@]+(?:\([^)]*\))?)(?= *@| *$)")
_ENDS = re.compile(r" *(?:@|$| (?:when|unless|and|or|from|in|is|then|else|where)\b)")


class TooManyWays(Exception):  # noqa: N818  said of a search
    """There is more to be read than anybody waits for."""


@dataclass(slots=True)
class Patience:
    """How much is still read: the beginning of a line, to see what fits behind it, or a line as it might stand."""

    left: int

    def spend(self) -> None:
        """Read once more.

        Raises:
            TooManyWays: where that is once too often.
        """
        self.left -= 1
        if self.left < 0:
            raise TooManyWays


def by_the_grammar(stuck: Stuck, patience: Patience) -> Iterator[tuple[int, Repair]]:
    """The line with what fits where reading stops, or before it; each with how much of it is given up, the least first.

    Nothing is where all words stay, in another order; something is a word that no game has; a word of the language that
    another stands for is more.

    Raises:
        TooManyWays: where there are more of them than there is patience for: which are the least is not known then.
    """
    if stuck.known is None or stuck.known.misfits is None or stuck.start != "start":
        return
    text, known = stuck.text, stuck.known
    words = _words(text)
    here = next((n for n, word in enumerate(words) if word.end() >= stuck.column), len(words))
    tried = {text.rstrip()}
    kept = (*_exchanged(text, words, here), *_called(text, words, here, known))
    others = sorted(
        (
            *_other(stuck, words, here, patience),
            *_further_on(stuck, words, here),
            *_begun_otherwise(stuck, words, here),
        ),
        key=lambda one: one[0],
    )
    swapped = ((1, one) for one in _in_place(stuck, words, here, patience))
    for cost, made in (*((0, one) for one in kept), *swapped, *others):
        if made.rstrip() not in tried:
            tried.add(made.rstrip())
            patience.spend()
            found = changed(stuck, made)
            if not _leaves_out(found):
                yield cost, found


def _leaves_out(found: Repair) -> bool:
    """Whether a word that says nothing here, and may have meant much, is left out, and no other put in its place."""
    left_out, _, stays = found.met.rpartition(" ") if found.written else (found.met, "", "")
    words = [word.lower() for word in re.findall(r"[^\W\d]\w*", left_out)]
    return stays == found.written and any(word not in FILLERS and not is_of_another_language(word) for word in words)


def _words(text: str) -> list[re.Match[str]]:
    """The words and signs of a line, without its texts, sections and remarks."""
    kept = [found.span() for found in _ELSE.finditer(text)]
    return [word for word in A_WORD.finditer(text) if not any(begin <= word.start() < end for begin, end in kept)]


def _exchanged(text: str, words: Sequence[re.Match[str]], here: int) -> Iterator[str]:
    """The line with two or three neighbouring words, or the sides of a colon, in the other order."""
    if (found := _ABOUT.match(text)) is not None:
        yield f"{found[1]}{found[3]}: {found[2]}{text[found.end() :]}"
    for first in range(max(here - _BACK, 0), min(here + 1, len(words) - 1)):
        for second in range(first + 1, min(first + _MANY, len(words))):
            one, other = words[first], words[second]
            between = text[one.end() : words[first + 1].start()]
            if not one[0][0].isalnum() or not other[0][0].isalnum() or between != " ":
                continue
            rest = text[words[first + 1].start() : other.end()]
            yield text[: one.start()] + rest + " " + one[0] + text[other.end() :]
            if second > first + 1:
                front = text[one.start() : words[second - 1].end()]
                yield text[: one.start()] + other[0] + " " + front + text[other.end() :]


def _called(text: str, words: Sequence[re.Match[str]], here: int, known: Known) -> Iterator[str]:
    """The line with brackets round what stands behind the name of something that is asked with inputs."""
    for word in words[max(here - _BACK, 0) : here + 1]:
        if word[0] not in known.called or text[word.end() : word.end() + 1] != " ":
            continue
        for last in reversed([one for one in words if one.start() > word.start()]):
            if _ENDS.match(text, last.end()):
                yield f"{text[: word.end()]}({text[word.end() + 1 : last.end()]}){text[last.end() :]}"


def _in_place(stuck: Stuck, words: Sequence[re.Match[str]], here: int, patience: Patience) -> Iterator[str]:
    """The line with one of the words that hold it together in place of another."""
    for word in words[max(here - 1, 0) : here + _AHEAD + 1]:
        if word[0] not in _ALIKE or not stuck.text[: word.start()].strip():
            continue
        patience.spend()
        accepted = {*follows(stuck, stuck.text[: word.start()])}
        for meant, terminals in keywords().items():
            # Where the beginning cannot be read without what follows, only all of it tells.
            if meant in _ALIKE and meant != word[0] and (not accepted or accepted & {*terminals}):
                yield stuck.text[: word.start()] + meant + stuck.text[word.end() :]


def _other(stuck: Stuck, words: Sequence[re.Match[str]], here: int, patience: Patience) -> Iterator[tuple[int, str]]:
    """The line with words of the language in place of words that no game has, or between two of its own."""
    text = stuck.text
    given_up = [_given_up(word[0], stuck) for word in words]
    for many in range(_MANY + 1):
        for first in range(min(here + (not many), len(words)), max(here - _BACK, 0) - 1, -1):
            past = first + many
            if past > len(words) or not all(given_up[first:past]) or (many and past < here - 1):
                continue
            cost = 1 + sum(given_up[first:past])
            begin = words[first].start() if first < len(words) else len(text.rstrip())
            end = words[past - 1].end() if many else begin
            before, behind = text[:begin], text[end:].lstrip(" ") if many else text[begin:]
            for chain in _chains(stuck, before, _CHAIN, patience):
                yield cost, f"{_joined(before, chain)} {behind}".rstrip()
            for sign in () if many or not before.strip() else _SIGNS:
                yield cost, f"{before.rstrip()}{'' if sign in ':,' else ' '}{sign} {behind}".rstrip()


def _further_on(stuck: Stuck, words: Sequence[re.Match[str]], here: int) -> Iterator[tuple[int, str]]:
    """The line with the word that one of its own asks for further on: behind a word, or in place of an unknown one.

    A word that is a keyword only with another behind it is read as a name without that, so reading stops at the first
    of the two, whatever is wrong with the second.
    """
    text = stuck.text
    there = {word[0] for word in words}
    for first in words[max(here - 1, 0) : here + 1]:
        leads = (lead for terminal in keywords().get(first[0], ()) for lead in LEADS.get(terminal, ()))
        for asked in (lead[1] for lead in leads if lead[0] == LATER and lead[1] and lead[1] not in there):
            for word in (one for one in words if one.start() > first.start()):
                yield 1, f"{text[: word.end()]} {asked}{text[word.end() :]}"
                if _given_up(word[0], stuck):
                    yield 1 + _given_up(word[0], stuck), text[: word.start()] + asked + text[word.end() :]


def _begun_otherwise(stuck: Stuck, words: Sequence[re.Match[str]], here: int) -> Iterator[tuple[int, str]]:
    """A line below a declaration with another word at its beginning, which such a line may begin with."""
    known = BELOW.get(stuck.kind, {})
    if stuck.line == stuck.lines[0][0] or not words or here > 1 or words[0][0] in known or not words[0][0].isalpha():
        return
    if words[0][0] in stuck.names:
        return
    for word in (one for one in known if one.isalpha() and one not in _DECIDE):
        yield _OF_A_LINE, stuck.text[: words[0].start()] + word + stuck.text[words[0].end() :]


def _chains(stuck: Stuck, before: str, most: int, patience: Patience) -> Iterator[str]:
    """The words of the language that fit behind the beginning of a line, each with those that must follow it."""
    patience.spend()
    accepted = {*follows(stuck, before)}
    for word, terminals in keywords().items():
        if word not in _JOINING or not accepted & {*terminals}:
            continue
        yield word
        if most == 1:
            continue
        patience.spend()
        further = {*follows(stuck, _joined(before, word))}
        if further and not further & _OPEN:
            yield from (f"{word} {rest}" for rest in _chains(stuck, _joined(before, word), most - 1, patience))


def _joined(before: str, word: str) -> str:
    return f"{before.rstrip()} {word}" if before.strip() else before + word


def _given_up(word: str, stuck: Stuck) -> int:
    """How much is lost with a word that may be left out; of a name of the game, a number or a sign nothing."""
    if not word.isalpha() or stuck.known is None:
        return 0
    if word in keywords():
        return 2 if word in _JOINING else 0
    return 0 if word in stuck.known.named or any(word in one for one in map(_split, stuck.others)) else 1


def _split(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))
