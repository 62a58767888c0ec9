"""A line that cannot be read, as it might have to stand: the surest first.

They come from look-alikes (`instead.py`), from words of other languages (`vocabulary`), from phrases and words in one
another's place (`phrases.py`), from the spelling of the words that fit, and from what is most often left out or too
much. None has been tried here: `repairs.py` does that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from regola_dsl.declarations import KINDS
from regola_dsl.meant.game import as_places, offered, place_of, purse_of, rolled_in, thing_with, type_of, type_of_letter
from regola_dsl.meant.instead import ARTICLES, BLANKS, FILLERS, QUOTES, REMARKS, SIGNS, UNSEEN
from regola_dsl.meant.own.here import things_at, with_own_names
from regola_dsl.meant.own.inputs import edged, with_inputs
from regola_dsl.meant.own.statements import as_statement
from regola_dsl.meant.phrases import phrases_of
from regola_dsl.meant.phrases.lists import SEPARATED, in_full, members
from regola_dsl.meant.search.clauses import condition_behind
from regola_dsl.meant.search.objects import with_its_object
from regola_dsl.meant.search.order import fallen_apart, grown_together, once
from regola_dsl.meant.search.other_words import fitting_words, joining_words, line_starts, other_words, put
from regola_dsl.meant.search.signs import in_our_signs
from regola_dsl.meant.search.whichever import whichever
from regola_dsl.meant.stuck import A_WORD, Repair, Stuck, changed, indent_of, without_what_stays
from regola_dsl.meant.vocabulary import translated
from regola_dsl.parsing.remarks import before_open_text
from regola_dsl.parsing.words import keywords

# What is most often left out, and what closes a line.
_LEFT_OUT = (":", "->", "=", ",", "then", "when", "is", "(", ")", "of", "from", "over", "among", "by", "on", "in", '"')
# How far behind a phrase reading may stop because of it.
_NEAR = 10
_LISTS = frozenset({"enum", "scale", "record", "piece", "place"})
# Words that a phrase is told with, though they stay as they are.
_PART_OF_IT = frozenset("must may is not in round shifted half the exception then limit repeat reset each ends".split())
_SECTION_IN_MARKS = re.compile(r"(?P<indent> *)(?P<name>\"[^\" ]+\") ")
_ENDS = (")", "}", "]", " else 0", " steps")
# What goes on behind a name, and is no part of it.
_BEHIND = re.compile(r" (?:under|over|by|as|among|open|when|unless)\b")
_OPEN_TYPE = re.compile(r"\((\w+): TYPE\)")
# A clause whose end a pattern has not found.
_NOTHING_BEHIND = re.compile(r" per (?= |$)")
_ITEM = re.compile(r"\bIN\((\w+)\)")
_LETTER = re.compile(r"(?<![\w@\".])[a-z](?![\w\"])")
# A thing that has a value, by a letter, and the fact that has it.
_WITH, _HAS = re.compile(r"\bWITH\((\w+)\)"), re.compile(r"\bHAS\((\w+)\)")
# A number of something, and the place of a piece.
_FACT, _WHERE = re.compile(r"\bFACT\((\w+) (\w+)\)"), re.compile(r"\bWHERE\(([^()]+)\)")
# What the dice of a phase or an action show, in their order.
_ROLLED = re.compile(r"\bROLLED\((\w+): ([\d, ]+)\)")
# A sign before a text, and a language whose text has no quotation mark before it.
_BEFORE_A_TEXT = re.compile(r"(?<=\w) *[,;:.](?= +[a-z]{2,3} +\")")
_OPEN_TAG = re.compile(r"(?<![\w\"])[a-z]{2,3} +(?=[^\s\"@|])")
_ENGLISH = re.compile(r" (?:the|is|are|of|and|not|it) ")
_DENIED = re.compile(r"!(?!=) *")
# A range that runs from more to less is none.
_RANGE = re.compile(r"\b(\d+)\.\.(\d+)\b")
_OPERAND = re.compile(r" *(?:\d+|\w+\([^()]*\))")
# A name of several words where one is declared, and in a list of values.
_NAMED = re.compile(
    rf"^(?:(?:{'|'.join(KINDS)})| *(?:then )?(?:exception|phase|roll|let|state|given|[+-]\d+)) "
    r"(?P<words>[^\W\d]\w*(?: [^\W\d]\w*)+)"
)
_LISTED = re.compile(r"(?:^ +|, )([^\W\d]\w*(?: [^\W\d]\w*){1,2})(?=,|$| +[a-z]{2,3} +\"| @)")
# A repair that takes more words is told by the one that is another.
_MANY = 3
# An article that is no part of what the language says.
_ARTICLE = re.compile(r"(?<![\w@])(?:the|an?) (?!(?:last|first|game|end|start)\b)(?=[^\W\d]|\d)")
# The last row of a table, without its signs.
_OTHERWISE = re.compile(r"(?P<indent> *)otherwise:? +(?P<cells>[^|#]+)$")


def proposals(stuck: Stuck) -> Iterator[Repair]:
    """The line as it might have to stand."""
    yield from (
        replace(changed(stuck, text), sure=True)
        for text in (*once(stuck.text), *fallen_apart(stuck), *grown_together(stuck))
    )
    yield from (replace(changed(stuck, text), sure=True) for text in in_our_signs(stuck.text))
    yield from (replace(changed(stuck, text), sure=True) for text in _signs(stuck))
    foreign = translated(stuck.text, stuck.end_column - 1, stuck.names)
    yield from (replace(changed(stuck, text), sure=True) for text in foreign)
    yield replace(changed(stuck, as_places(stuck.text, stuck)), sure=True)
    yield replace(changed(stuck, whichever(stuck.text)), sure=True)
    yield from (replace(changed(stuck, text), sure=True) for text in condition_behind(stuck))
    yield from (replace(found, sure=True) for found in with_inputs(stuck))
    yield from (replace(changed(stuck, text), sure=True) for text in as_statement(stuck))
    yield replace(changed(stuck, with_own_names(stuck)), sure=True)
    if (said := with_its_object(stuck)) is not None:
        yield replace(changed(stuck, said), sure=True)
    yield from (replace(found, sure=True) for found in phrased(stuck))
    if (effect := _as_effect(stuck)) is not None:
        for found in phrased(effect):
            text = found.text.replace("effect ", "", 1)
            yield replace(changed(stuck, text), sure=True)
    if (below := _below_each(stuck)) is not None:
        yield changed(stuck, below)
    if stuck.kind == "erratum" and (section := _SECTION_IN_MARKS.match(stuck.text)):
        text = f"{section['indent']}@{stuck.text[section.start('name') :]}"
        yield Repair(stuck.line, section.start("name") + 1, section["name"], f"@{section['name']}", text)
    yield from (changed(stuck, text) for text in (*joining_words(stuck), *other_words(stuck), *_left_out(stuck)))


def _as_effect(stuck: Stuck) -> Stuck | None:
    """A line below `effect each` with the word for what it is; None for others."""
    indent = indent_of(stuck.text)
    above = [text for number, text in stuck.lines if number < stuck.line and indent_of(text) < indent]
    if not above or not above[-1].lstrip().startswith("effect each "):
        return None
    text = f"{stuck.text[:indent]}effect {stuck.text[indent:]}"
    lines = tuple((number, text if number == stuck.line else line) for number, line in stuck.lines)
    by = len("effect ")
    return replace(stuck, lines=lines, column=stuck.column + by, end_column=stuck.end_column + by)


def _below_each(stuck: Stuck) -> str | None:
    """A line below `effect each` without the word that stands there already; None for others."""
    indent = indent_of(stuck.text)
    above = [text for number, text in stuck.lines if number < stuck.line and indent_of(text) < indent]
    if not above or not above[-1].lstrip().startswith("effect each ") or not stuck.text[indent:].startswith("effect "):
        return None
    return stuck.text[:indent] + stuck.text[indent:].removeprefix("effect ")


def phrased(stuck: Stuck) -> Iterator[Repair]:
    """The line with the words of the language for a phrase of another, or of rulebooks."""
    first = stuck.line == stuck.lines[0][0] and stuck.start == "start"
    for pattern, written in phrases_of(stuck.kind, first=first):
        for match in pattern.finditer(stuck.text):
            if match.start() < stuck.end_column and match.end() + _NEAR >= stuck.column:
                instead = _filled(match.expand(written), stuck)
                text = stuck.text[: match.start()] + instead + stuck.text[match.end() :]
                if any(int(low) > int(high) for low, high in _RANGE.findall(instead)):
                    continue
                everywhere = _filled(_everywhere(pattern, written, stuck.text), stuck)
                whole = match.end() == len(stuck.text) and not stuck.text[: match.start()].strip()
                if everywhere != text:
                    yield changed(stuck, everywhere) if whole else _told_of(stuck, match, instead, everywhere)
                if whole:
                    yield changed(stuck, text)
                    continue
                yield _told_of(stuck, match, instead, text.rstrip())


def _filled(text: str, stuck: Stuck) -> str:
    """A line with what its pattern leaves open: a type, one of its things, a definition that there is, a language."""
    if "TYPE" in text:
        text = _OPEN_TYPE.sub(lambda found: f"({found[1][0].lower()}: {_type_called(found[1], stuck)})", text)
    text = _NOTHING_BEHIND.sub("", text)
    if (found := _ITEM.search(text)) is not None:
        letter = _unknown_letter(stuck) or _free_letter(found[1][0].lower(), stuck)
        text = _ITEM.sub(lambda found: f"{letter} in {_type_called(found[1], stuck)}", text).replace("ITEM", letter)
    thing = (found := _WITH.search(text)) and (
        thing_with(stuck.texts, found[1], "piece") or thing_with(stuck.texts, found[1])
    )
    if thing:
        letter, fact = thing[0][0].lower(), thing[1]
        text = _HAS.sub(fact.format(letter), _WITH.sub(letter, text))
    text = _FACT.sub(lambda found: _asked(found[1], found[2], stuck), text)
    if "WHERE(" in text and (at := place_of(stuck.texts)):
        text = _WHERE.sub(rf"\1.{at}", text)
    if (rolled := _ROLLED.search(text)) is not None:
        dice, shown = rolled_in(stuck.texts, rolled[1]), re.findall(r"\d+", rolled[2])
        if len(dice) == len(shown):
            pairs = zip(dice, shown, strict=True)
            text = _ROLLED.sub(", ".join(f"{die} is {number}" for die, number in pairs), text)
    if "COLUMN" in text:
        text = text.replace("COLUMN", edged(stuck))
    if "CASE" in text:
        words = re.findall(r"[^\W\d]\w+", text.partition(" when ")[2].partition("@")[0])
        text = text.replace("CASE", "_".join([word for word in words if word not in keywords()][:2]) or "case")
    if "EXCHANGED" in text:
        one, other = offered(stuck.texts)["players"].split(", ")[:2]
        text = text.replace("EXCHANGED", f"with {one} and {other} exchanged")
    if "DEFINE" in text or "TAG" in text:
        known = offered(stuck.texts)
        tag = "en" if _ENGLISH.search(text) else known["tag"]
        text = text.replace("DEFINE", known["define"]).replace("TAG", tag)
    return text


def _free_letter(letter: str, stuck: Stuck) -> str:
    """A letter to call one of several by: it stands for nothing else in its line."""
    return next((one for one in (letter, *"xyz") if one not in things_at(stuck)), letter)


def _unknown_letter(stuck: Stuck) -> str | None:
    """The one letter behind `where` that its declaration does not know: what is asked there is asked of that."""
    before, _, behind = stuck.text.partition(" where ")
    named = {word for line in stuck.others for word in re.findall(r"\w+", line)} | {*re.findall(r"(\w+) in ", before)}
    asked = {*_LETTER.findall(behind)} - named
    return next(iter(asked)) if len(asked) == 1 else None


def _asked(of: str, name: str, stuck: Stuck) -> str:
    """How a number of something is asked: as its field, or with brackets."""
    has = stuck.known is not None and name in stuck.known.fields
    purse = purse_of(stuck.texts, name) or (f"{of}.{name}" if has else f"{name}()")
    before, dot, field = purse.partition(".")
    return f"{of}.{field}" if dot else f"{before.partition('(')[0]}({of})"


def _type_called(name: str, stuck: Stuck) -> str:
    """The type that a word stands for, in one or in many: `Guild` for `guilds`."""
    letter = type_of_letter(stuck.texts, name) if len(name) == 1 else None
    return letter or type_of(stuck.texts, name) or name[:1].upper() + name[1:]


def _told_of(stuck: Stuck, match: re.Match[str], instead: str, text: str) -> Repair:
    """A line as it would have to stand, told by what a pattern has found in one place of it."""
    column = match.start() + 1 + len(match[0]) - len(match[0].lstrip())
    found = _shortened(Repair(stuck.line, column, match[0].strip(), instead.strip(), text))
    return without_what_stays(_narrowed(found, stuck))


def _narrowed(found: Repair, stuck: Stuck) -> Repair:
    """A repair of many words of which one alone is another, told by that one."""
    small = changed(stuck, found.text)
    one = len(small.met.split()) == 1 == len(small.written.split())
    return small if one and len(found.met.split()) > _MANY else found


def _shortened(found: Repair) -> Repair:
    """A repair without the words before it that stay as they are, where they say nothing of it."""
    met, written, column = found.met, found.written, found.column
    while True:
        word, _, rest = met.partition(" ")
        same, _, more = written.partition(" ")
        if word != same or word in _PART_OF_IT or not rest or not more:
            return replace(found, met=met, written=written, column=column)
        column += len(met) - len(rest)
        met, written = rest, more


def _signs(stuck: Stuck) -> Iterator[str]:
    """Other signs for those that stand there."""
    text, at = stuck.text, stuck.column - 1
    yield _BEFORE_A_TEXT.sub("", text)
    if text.count('"') % 2:
        yield from (f'{text[: tag.end()]}"{text[tag.end() :]}' for tag in _OPEN_TAG.finditer(text))
    if text[at : at + 1] == '"' and not text[:at].strip():
        yield f"{text[:at]}{offered(stuck.texts)['tag']} {text[at:]}"
    if any(char in BLANKS or char in UNSEEN for char in text):
        yield "".join(" " if char in BLANKS else "" if char in UNSEEN else char for char in text)
    if text[at : at + 1] in set(";:,") and _put_out(text, at).strip():
        yield _put_out(text, at)
    for sign, written in SIGNS.items():
        if sign == "=>" and stuck.lines[0][1].startswith("example"):
            continue  # there it says what comes out
        for place in range(max(at - len(sign), 0), at + 2):
            if text.startswith(sign, place):
                yield put(text, place, place + len(sign), written)
                yield text.replace(sign, written.strip())
    if text[at : at + 1] == "!" and text[at : at + 2] != "!=":
        yield put(text, at, at + 1, "not ")
        yield _DENIED.sub("not ", text)
    for quote in {char for char in text if char in QUOTES}:
        yield text.replace(quote, '"')
    if any(char in QUOTES for char in text):
        yield re.sub(f"[{QUOTES}]", '"', text)
    for remark in REMARKS:
        place = text.rfind(remark, 0, at + len(remark))
        if place >= 0 and not (remark == "//" and _OPERAND.fullmatch(text, place + 2)):
            said = text[place + len(remark) :].strip()
            yield text[:place] + "# " + (said.removesuffix("*/").rstrip() if remark == "/*" else said)


def _put_out(text: str, at: int) -> str:
    """A line without the sign at a place, where it is the last of its line, or of what stands before a section."""
    rest = text[at + 1 :].strip()
    return text[:at] + text[at + 1 :] if not rest or rest[0] in "@#" else ""


def _left_out(stuck: Stuck) -> Iterator[str]:
    """What is too much or too little: names in two words, fillers, a first word, a sign."""
    text, begin = stuck.text, stuck.column - 1
    ends = [match for match in A_WORD.finditer(text) if match.start() <= begin + 1][-3:]
    listed = not text.lstrip().startswith("|") and stuck.kind in _LISTS
    if listed and (listed_so := members(text)) is not None and SEPARATED.search(text):
        yield listed_so
    if stuck.kind in {"enum", "scale"}:
        yield from in_full(text, worth=stuck.kind == "scale")
    yield from _joined(stuck)
    yield from _last_row(stuck)
    if listed:
        yield re.sub(r" (?:or|and|/) ", ", ", text)
        if (listed_so := members(text)) is not None:
            yield listed_so
    for match in reversed(ends):
        if match[0].lower() in ARTICLES and match[0] not in _words_of(stuck):
            yield text[: match.start()] + text[match.end() :].lstrip(" ")
    yield _ARTICLE.sub("", text)
    if len(ends) >= 2 and _names(stuck, ends[-2:]):
        spaced = re.search(r"[^\W\d]\w*(?: [^\W\d]\w*)+", text[ends[-2].start() :])
        if spaced:
            words = spaced[0].split(" ")
            for many in range(2, min(len(words), 6) + 1):
                name = "_".join(words[:many])
                place = ends[-2].start() + spaced.start()
                yield put(text, place, place + len(" ".join(words[:many])), name)
    for match in reversed(ends):
        if match[0].lower() in FILLERS:
            yield _without(text, match)
    indent = indent_of(text)
    for word in line_starts(stuck):
        yield f"{text[:indent]}{word} {text[indent:]}"
    fitting = fitting_words(stuck.accepted)
    for sign in _LEFT_OUT:
        if sign in fitting:
            before = text[:begin].rstrip(" ") + ("" if sign in ":,)(" else " ")
            yield before + sign + ("" if sign == "(" else " ") + text[begin:].lstrip(" ")
    for opening, closing in ("{}", "[]", "()"):
        if opening in fitting and text[begin:].strip():
            yield f"{text[:begin].rstrip(' ')} {opening}{text[begin:].strip()}{closing}"
    if not text[begin:].strip():
        for end in _ENDS:
            yield text.rstrip() + end
    if "|" in text and not text.lstrip().startswith("|"):
        for blanks in (text[:indent], stuck.above[: indent_of(stuck.above)]):
            yield f"{blanks}| {text[indent:].rstrip()}"
            yield f"{blanks}| {text[indent:].rstrip()} |"
    yield from _as_row(stuck)
    if text.lstrip().startswith("|") and ";" in text:
        yield text.replace(";", "|")
    if text.lstrip().startswith("|") and not text.rstrip().endswith("|"):
        yield f"{text.rstrip()} |"


def _everywhere(pattern: re.Pattern[str], written: str, text: str) -> str:
    """A line with other words wherever a pattern finds its own, but for the remark at its end."""
    said = before_open_text(text).rstrip()
    return pattern.sub(written, said) + text[len(said) :]


def _joined(stuck: Stuck) -> Iterator[str]:
    """A name in several words as one: behind a word that declares, or in a list of names."""
    text = stuck.text
    for named in _NAMED.finditer(text):
        words = re.split(_BEHIND, named["words"])[0].split(" ")
        if words[0].lower() in ARTICLES and len(words) > 1:
            yield text[: named.start("words")] + text[named.start("words") + len(words[0]) + 1 :]
        if named.start("words") <= stuck.column and named.end("words") + 2 >= stuck.column:
            for many in range(2, min(len(words), 6) + 1):
                yield "".join(
                    (
                        text[: named.start("words")],
                        "_".join(words[:many]),
                        text[named.start("words") :][len(" ".join(words[:many])) :],
                    )
                )
    if stuck.kind in _LISTS:
        for named in _LISTED.finditer(text):
            yield text[: named.start(1)] + named[1].replace(" ", "_") + text[named.end(1) :]


def _words_of(stuck: Stuck) -> set[str]:
    """The words of the other lines, where something may be called like an article."""
    return {word for line in stuck.others for word in re.findall(r"\w+", line)}


def _last_row(stuck: Stuck) -> Iterator[str]:
    """The row for what no other has, if it is written without its signs: a cell of each input left open."""
    found = _OTHERWISE.match(stuck.text)
    row = stuck.above.strip()
    if found is None or not row.startswith("|"):
        return
    cells = re.split(r" *, *", found["cells"].strip())
    if any(" " in cell for cell in cells):
        return
    left = row.strip("|").count("|") - len(cells)
    if left >= 0:
        yield f"{found['indent']}| {' | '.join(['otherwise', *['-'] * left, *cells])} |"


def _as_row(stuck: Stuck) -> Iterator[str]:
    """The row of a table that is written without its signs, as files of tables are: with commas, tabs or blanks."""
    above = stuck.above.strip()
    text = stuck.text.strip()
    if stuck.kind != "table" or not above.startswith("|") or re.search(r"[|\"@]", text):
        return
    known = _words_of(stuck)
    for parts in (r" *[,;\t] *", r" +"):
        cells = re.split(parts, text)
        if len(cells) == above.strip("|").count("|") + 1 and all(
            not cell.isalpha() or cell in known for cell in cells[1:]
        ):
            yield f"{stuck.text[: indent_of(stuck.text)]}| {' | '.join(cells)} |"


def _without(text: str, match: re.Match[str]) -> str:
    """A line without one of its words, or signs."""
    sign = not match[0][0].isalnum()
    before, behind = text[: match.start()], text[match.end() :].lstrip(" ")
    return f"{before.rstrip(' ')} {behind}".rstrip() if sign and before.strip() else before + behind


def _names(stuck: Stuck, words: Sequence[re.Match[str]]) -> bool:
    """Whether two words stand where one name is declared: behind a word that declares, or in a list of names."""
    before = stuck.text[: words[0].start()].rstrip()
    last = before.rsplit(" ", 1)[-1]
    return all(word[0].replace("_", "a").isalnum() and not word[0][0].isdigit() for word in words) and (
        (not before and stuck.kind in _LISTS)
        or last in {*KINDS, "phase", "exception", "let", "roll", ",", "label", "state"}
        or last[:1] in ("+", "-")
        or last.endswith(",")
    )
