"""Why a YAML file cannot be read, or is not in shape, in the words of somebody who writes one and does not program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from regola_dsl import codes
from regola_dsl.diagnostics import Diagnostic, in_a_row, meant, nearest
from regola_dsl.source import Span
from regola_dsl.wording import later, say
from ruamel.yaml.error import MarkedYAMLError

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_KINDS = {
    "string": later("a text"),
    "array": later("a list"),
    "object": later("a mapping"),
    "integer": later("a whole number"),
    "boolean": later("`true` or `false`"),
}
_BRACKETS = {"{": "}", "[": "]"}
# How many names a finding lists at most: a longer list is looked up in a page.
_MANY = 14
# A straight quote that opens a text in its line, and one with its end.
_CLOSED = re.compile(r"(?<![^\s\[{,:-])(?:\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'|#.*)")
_OPEN = re.compile(r"(?<![^\s\[{,:-])\"")
# A quotation mark of a printed text, where a value begins.
_CURLY = re.compile(r"(?:^|[\s\[{,:-])([“”„‟«»‘’])")
# A key with its value right behind the colon; in curly brackets that is told by the quote alone.
_GLUED = re.compile(r"(?:^\s*(?:- +)?([A-Za-z][\w-]*):(?=\S)|[{,] *([A-Za-z][\w-]*):(?=\"))")
# A key with another sign than a colon behind it; a plain text goes on over lines, and is told where it ends.
_EQUAL = re.compile(r"^\s*(?:- +)?([A-Za-z][\w-]*(?:\([^()]*\))?) *= *(\S.*)$")
# A line without any colon that begins with a word and goes on.
_BARE = re.compile(r"^(\s*(?:- +)?)([A-Za-z][\w-]*) +([^\s:#][^:#]*)$")
# A line of a list with one key behind the other, as they stand in curly brackets.
_SEVERAL = re.compile(r" *- ([A-Za-z][\w-]*: [^:,]+(?:, [A-Za-z][\w-]*: [^:,]+)+)$")
# In curly brackets a key that stands right behind the value of another.
_BESIDE = re.compile(r"[{,] *[A-Za-z][\w-]*: [^{}\[\],:]*\S ([A-Za-z][\w-]*)$")
_KEY = re.compile(r"([A-Za-z][\w-]*): ")
_NO_BLANK = re.compile(r"^\s*-(?=[^\s-])")


def unreadable(text: str, shown: str, error: MarkedYAMLError | None) -> Diagnostic:
    """What is wrong where a YAML file cannot be read, at the line that has to be changed."""
    lines = text.split("\n")
    mark = error.problem_mark if error else None
    began = error.context_mark if error else None
    if error is None or mark is None:
        return _said(
            Span(shown, 1, 1, 1, 2), say("this cannot be read as YAML"), say("check the brackets and the quotes")
        )
    line, column = mark.line, mark.column
    here = lines[line] if line < len(lines) else ""
    since = range(began.line if began else line, min(line, len(lines) - 1) + 1)
    problem = str(error.problem or "")
    at = here[column : column + 1]
    if at == "\t":
        return _at(shown, line, column, say("a tab stands here"), say("use blanks: two for each step to the right"))
    for number in since:
        if (curly := printed_quote(lines[number])) is not None:
            return printed_quotes(shown, number, curly)
    if (quote := open_quote(lines, line, began.line if began else line)) is not None:
        return quote_left_open(shown, *quote)
    if "cannot start any token" in problem:
        told = say("a text cannot begin with `{at}` unless it stands in quotes", at=at)
        return _at(shown, line, column, told, say('put the whole text in quotes: "{at}…"', at=at))
    for number in since:
        if glued := _GLUED.search(lines[number]):
            key = glued[1] or glued[2]
            told = say("a blank is missing behind `{key}:`", key=key)
            return _at(shown, number, glued.end() - 1, told, say("write `{key}: …`", key=key))
        if _NO_BLANK.match(lines[number]):
            told = say("a blank is missing behind the dash")
            return _at(shown, number, lines[number].index("-"), told, say("write `- …`"))
    above = line - 1 if at == ":" and "mapping values" in problem else line
    for number in range(max(above, 0), line + 1):
        glued = _GLUED.search(lines[number]) if number < line else None
        equal = _EQUAL.match(lines[number])
        if glued or equal:
            key, value = (
                (glued[1], lines[number][glued.end() :].strip()) if glued else equal.groups() if equal else ("", "")
            )
            told = say("`{key}` is a key, and behind a key stand a colon and a blank", key=key)
            start = len(lines[number]) - len(lines[number].lstrip(" "))
            return _at(shown, number, start, told, say("write `{key}: {value}`", key=key, value=value))
    if (
        began
        and began.line < line
        and "expected ',' or" in problem
        and lines[began.line][began.column :][:1] in _BRACKETS
    ):
        bracket = lines[began.line][began.column]
        told = say("the bracket `{bracket}` that opens here is not closed on its line", bracket=bracket)
        return _at(shown, began.line, began.column, told, say("close it with `{bracket}`", bracket=_BRACKETS[bracket]))
    bare = _BARE.match(lines[line - 1]) if line and at == ":" and "mapping values" in problem else None
    if bare and ":" not in lines[line][:column]:
        # The text of the line above goes on to this key: that line is a key without its colon.
        told = say("`{key}` is a key, and behind a key stand a colon and a blank", key=bare[2])
        return _at(
            shown, line - 1, len(bare[1]), told, say("write `{key}: {value}`", key=bare[2], value=bare[3].strip())
        )
    if (crowded := _side_by_side(shown, line, here, column, problem)) is not None:
        return crowded
    if at == ":" and ("mapping values" in problem or "expected ',' or" in problem):
        told = say("a text that has a colon in it must stand in quotes")
        return _at(shown, line, column, told, say('put the whole text in quotes: "one: two"'))
    opened = (began.line, began.column) if began and "expected ',' or" in problem else None
    if "<stream end>" in problem:
        opened = _unclosed(lines)
    if opened is not None and (closing := _BRACKETS.get(bracket := lines[opened[0]][opened[1] : opened[1] + 1])):
        told = say("the bracket `{bracket}` that opens here is not closed before what follows it", bracket=bracket)
        return _at(
            shown,
            *opened,
            told,
            say("close it with `{closing}`, and put a comma between what it holds", closing=closing),
        )
    if "expected the node content" in problem and at == ",":
        return _at(shown, line, column, say("a comma stands here with nothing before it"), say("take it out"))
    if "sequence entries" in problem:
        return _at(
            shown, line, column, say("a dash stands here in the midst of a line"), say("begin a new line with it")
        )
    if problem.endswith(("found '}'", "found ']'")):
        return _at(shown, line, column, say("the bracket `{at}` closes nothing", at=at), say("take it out"))
    if "could not find expected ':'" in problem and began:
        told = say("`{lines}` is neither a key nor in a list", lines=lines[began.line].strip()[:40])
        return _at(shown, began.line, began.column, told, say("write `key: value`, or begin the line with a dash"))
    if "block" in problem and began:
        return _misplaced(shown, lines, line, column)
    return _at(shown, line, column, say("this cannot be read as YAML"), say("check the brackets and the quotes here"))


def _side_by_side(shown: str, line: int, here: str, column: int, problem: str) -> Diagnostic | None:
    """A line with several keys that nothing parts, or nothing holds together; None of others."""
    at, before = here[column : column + 1], here[:column]
    if "expected ',' or" in problem and before.strip() and (behind := _KEY.match(here[column:])):
        told = say("a comma is missing before `{key}`", key=behind[1])
        return _at(shown, line, column, told, say("write `, {key}: …`", key=behind[1]))
    if at == ":" and (beside := _BESIDE.search(before)):
        told = say("a comma is missing before `{key}`", key=beside[1])
        hint = say("write `, {key}: …`; or, if it is all one text, put that in quotes", key=beside[1])
        return _at(shown, line, beside.start(1), told, hint)
    if at == ":" and "mapping values" in problem and (several := _SEVERAL.match(here)):
        told = say("several keys stand in one line, and nothing holds them together")
        return _at(shown, line, several.start(1), told, say("write `{{{keys}}}`", keys=several[1].strip()))
    return None


def sample_of(rules: Any, beside: Mapping[str, Any]) -> str:
    """What may stand behind a key, in one line, as its schema says; `…` where it gives no example.

    A list of such words as are the keys of what stands beside it has those: the languages of a title.
    """
    if examples := rules.get("examples") or rules.get("enum"):
        return str(examples[0])
    item = rules.get("items", {})
    if "pattern" in item:
        named = (list(value) for value in beside.values() if isinstance(value, Mapping) and value)
        fitting = (keys for keys in named if all(re.search(item["pattern"], str(key)) for key in keys))
        return f"[{', '.join(map(str, next(fitting, [sample_of(item, {})])))}]"
    return "…"


def _unclosed(lines: Sequence[str]) -> tuple[int, int] | None:
    """The line and column of the innermost bracket that is still open at the end; None if there is none."""
    stack: list[tuple[int, int]] = []
    for number, line in enumerate(lines):
        for column, char in enumerate(_CLOSED.sub(lambda match: " " * len(match[0]), line)):
            if char in _BRACKETS:
                stack.append((number, column))
            elif char in "]}" and stack:
                stack.pop()
    return stack[-1] if stack else None


def printed_quote(line: str) -> int | None:
    """Where in a line a value begins with a quotation mark of printed texts."""
    found = _CURLY.search(line)
    return found.start(1) if found else None


def printed_quotes(shown: str, line: int, column: int) -> Diagnostic:
    """A quotation mark as a text processor writes it."""
    told = say("a quotation mark of printed texts stands here, and these mean nothing")
    return _at(shown, line, column, told, say('write straight ones: "…"'))


def _misplaced(shown: str, lines: Sequence[str], line: int, column: int) -> Diagnostic:
    """A line that is too far to the right, or too little, for what stands above it."""
    wanted = _indent(lines, line, column)
    if wanted == column:
        return _at(
            shown, line, column, say("this does not go on from what stands above it"), say("check the line above it")
        )
    told = say("this line begins behind {blanks}, and nothing above it does", blanks=_blanks(column))
    if wanted is None:
        return _at(shown, line, column, told, say("put it below what it belongs to"))
    way = (
        later("move it to the right, behind {blanks}, as what it belongs with")
        if wanted > column
        else later("move it to the left, behind {blanks}, as what it belongs with")
    )
    return _at(shown, line, column, told, say(way, blanks=_blanks(wanted)))


def _indent(lines: Sequence[str], line: int, column: int) -> int | None:
    """The indentation that a line was perhaps meant to have: the nearest that stands above it and may go on there."""
    above: list[int] = []
    for text in reversed(lines[:line]):
        bare = text.lstrip(" ")
        if not bare or bare.startswith("#"):
            continue
        at = len(text) - len(bare)
        dashed = len(bare) - len(bare.lstrip("- ")) if bare.startswith("- ") else 0
        above += [one for one in ((at + dashed, at) if dashed else (at,)) if one not in above]
        if at == 0 or len(above) > _MANY:
            break
    # Of two that are as near, the one further in: what is written goes on with what stands right above it.
    return min(above, key=lambda one: (abs(one - column), -one), default=None)


def _blanks(number: int) -> str:
    if number == 0:
        return say("no blanks")
    return say("one blank") if number == 1 else say("{number} blanks", number=number)


def open_quote(lines: Sequence[str], line: int, since: int) -> tuple[int, int] | None:
    """The last line up to `line` with a quote that does not end in it, and its column; None if there is none.

    It is sought from `since` on, and a little before: where a quote swallows a line, what is wrong is seen later.
    """
    for number in range(min(line, len(lines) - 1), max(-1, min(since, line) - 3), -1):
        bare = _CLOSED.sub(lambda match: " " * len(match[0]), lines[number])
        if opened := _OPEN.search(bare):
            return number, opened.start()
    return None


def quote_left_open(shown: str, line: int, column: int) -> Diagnostic:
    """A quote that has a beginning and no end."""
    return _at(
        shown, line, column, say("the quote that begins here has no end in its line"), say('end the text with `"`')
    )


def out_of_shape(item: ValidationError, where: str, source: str, span: Span, beside: Sequence[str] = ()) -> Diagnostic:
    """A value that is not what its key asks for.

    Args:
        item: What the schema says against it.
        where: What the value is called: its key, or its place in a list.
        source: The line on which it begins.
        span: Where that is.
        beside: The keys of what stands beside the list that has it, if one has: mostly a value is one of them.
    """
    if item.validator == "oneOf" and item.context:
        kinds = _asked(item.context)
        better = None if kinds else _nearest_breach(item)
        if better is not None:
            return out_of_shape(better, where, source, span, beside)
        return _wrong_kind(item, kinds or [say("something else")], where, source, span)
    wanted: Any = item.validator_value
    if item.validator == "type":
        return _wrong_kind(item, [wanted] if isinstance(wanted, str) else wanted, where, source, span)
    if item.validator == "enum":
        close = nearest(str(item.instance).lower(), list(map(str, wanted)))
        message = say("`{where}` cannot be `{instance}`", where=where, instance=str(item.instance)[:60])
        told = in_a_row([f"`{one}`" for one in wanted], "or")
        return _said(span, message, meant(close, say("it is {told}", told=told)))
    if item.validator == "minLength":
        return _said(span, say("`{where}` is empty", where=where), say("write a word, or leave the line out"))
    if item.validator == "pattern":
        if glued := re.match(r"([A-Za-z][\w-]*):\"", str(item.instance)):
            return _said(
                span,
                say("a blank is missing behind `{glued}:`", glued=glued[1]),
                say('write `{glued}: "…"`', glued=glued[1]),
            )
        bare = re.sub(r"\s", "", str(item.instance))
        if bare != str(item.instance) and re.search(str(wanted), bare):
            message = say("`{where}` has a blank in it, where none can be", where=where)
            return _said(span, message, say("write `{bare}`", bare=bare))
        slug = re.sub(r"\W+", "_", str(item.instance).lower()).strip("_")
        if slug != str(item.instance) and "_" in slug and re.search(str(wanted), slug):
            told = say("`{where}` cannot be `{instance}`", where=where, instance=str(item.instance)[:60])
            return _said(span, told, say("write `{bare}`", bare=slug))
        short = next((key for key in beside if str(item.instance).lower().startswith(key)), None)
        if short is not None and re.search(str(wanted), short):
            told = say("`{where}` cannot be `{instance}`", where=where, instance=str(item.instance)[:60])
            return _said(span, told, say("write `{bare}`", bare=short))
        looks = _examples(item.schema) or say("it must look like this: {wanted}", wanted=wanted)
        return _said(
            span, say("`{where}` cannot be `{instance}`", where=where, instance=str(item.instance)[:60]), looks
        )
    if item.validator in ("minItems", "minProperties"):
        return _said(
            span,
            say("`{where}` has too little in it: it needs {wanted}", where=where, wanted=wanted),
            say("add something, or leave it out"),
        )
    if item.validator in ("maxItems", "maxProperties"):
        return _said(
            span,
            say("`{where}` has too much in it: {wanted} are allowed", where=where, wanted=wanted),
            say("take something out"),
        )
    if item.validator in ("minimum", "maximum"):
        return _said(
            span,
            say("`{where}` cannot be {instance}", where=where, instance=item.instance),
            say("it is at least {wanted}", wanted=wanted)
            if item.validator == "minimum"
            else say("it is at most {wanted}", wanted=wanted),
        )
    return _said(
        span,
        say("`{where}` does not fit: {validator}", where=where, validator=item.validator)
        if where
        else say("the file does not fit: {validator}", validator=item.validator),
        "",
    )


def unknown_key(key: str, close: str | None, known: Sequence[str], span: Span) -> Diagnostic:
    """A key that nothing asks for."""
    if close is not None and key.startswith(f"{close} "):
        return _said(
            span,
            say("the colon is missing behind `{key}`", key=close),
            say("write `{key}: {value}`", key=close, value=key[len(close) :].strip()),
        )
    listed = (
        say("there is {names}", names=in_a_row([f"`{one}`" for one in known], "or"))
        if 0 < len(known) <= _MANY
        else say("remove it, or correct it")
    )
    return _said(
        span,
        say("nothing is called `{key}` here", key=key[:60]),
        meant(close, listed),
    )


def glued_key(key: str, span: Span) -> Iterator[Diagnostic]:
    """A key with its value right behind the colon, where they stand for one word; nothing of others."""
    if found := re.fullmatch(r"([A-Za-z][\w-]*):(\S.*)", key):
        told = say("a blank is missing behind `{key}:`", key=found[1])
        yield _said(span, told, say("write `{key}: {value}`", key=found[1], value=found[2]))


def without_value(key: str, span: Span) -> Diagnostic:
    """A word in curly brackets that is no `key: value`: mostly the rest of a text that was cut at its comma."""
    message = say("`{key}` stands here without a value: a text ends at its comma", key=key[:60])
    return _said(span, message, say('put the whole text in quotes: "one, two"'))


def called(path: Sequence[str | int]) -> str:
    """What a value is called that `path` leads to: by its keys since the last list, or by its place in that list."""
    last = max((place for place, step in enumerate(path) if isinstance(step, int)), default=-1)
    if last < 0 or last < len(path) - 1:
        return ".".join(str(step) for step in path[last + 1 :])
    name = next((str(step) for step in reversed(path[:last]) if isinstance(step, str)), "")
    number = path[last]
    return f"{name} {int(number) + 1}".strip()


def _wrong_kind(item: ValidationError, kinds: Sequence[str], where: str, source: str, span: Span) -> Diagnostic:
    instance: Any = item.instance
    if instance is None and re.search(r":\s*#", source):
        message = say("`{where}` is empty: a `#` begins a remark", where=where)
        return _said(span, message, say('put the value in quotes: "#…"'))
    if instance is None:
        return _said(
            span,
            say("nothing stands behind `{where}`, or further to the right below it", where=where),
            _below(kinds, item),
        )
    told = in_a_row([say(_KINDS[kind]) if kind in _KINDS else kind for kind in kinds], "or")
    return _said(span, say("`{where}` must be {told}", where=where, told=told), _remedy(kinds, item))


def _remedy(kinds: Sequence[str], item: ValidationError) -> str:
    instance: Any = item.instance
    schema: Any = item.schema
    if "boolean" in kinds and str(instance) in ("yes", "no", "on", "off"):
        return say("write `{value}`", value="true" if str(instance) in ("yes", "on") else "false")
    if "string" in kinds and isinstance(instance, int | float):
        pattern = schema.get("pattern") if isinstance(schema, Mapping) else None
        if pattern is None or re.search(pattern, str(instance)):
            return say("put it in quotes")
        return _examples(schema)
    if "string" in kinds and isinstance(instance, list):
        return say("it is a single text: take the dash or the brackets away")
    return _below(kinds, item)


def _below(kinds: Sequence[str], item: ValidationError) -> str:
    """What may stand below a key, where that is more than a word."""
    schema: Any = item.schema
    if "array" in kinds and isinstance(item.instance, str):
        return say("write it in brackets: `[{items}]`", items=item.instance)
    if "array" in kinds:
        return say("begin each of its parts with a dash: `- …`")
    if "object" in kinds and isinstance(schema, Mapping) and (keys := list(schema.get("properties", {}))):
        return say("write `{{{listed}}}`", listed=", ".join(f"{key}: …" for key in keys[:2]))
    if "object" in kinds and isinstance(item.instance, str) and "language" in schema.get("description", ""):
        text = item.instance.replace('"', "'")
        return say('say it in each language of the game: write `{{en: "{text}"}}`', text=text)
    if "object" in kinds:
        return say("write `{{key: value}}`")
    return _examples(schema) or say("write its value behind it, or leave the line out")


def _asked(breaches: Iterable[ValidationError]) -> list[str]:
    """The kinds of value that alternatives ask for; none if one of them is of the right kind and wrong otherwise."""
    kinds: list[str] = []
    for breach in breaches:
        if breach.validator != "type" or breach.path:
            return []
        kinds.append(str(breach.validator_value))
    return kinds


def _nearest_breach(item: ValidationError) -> ValidationError | None:
    """What is wrong in the alternative that is of the right kind."""
    return next((one for one in item.context or () if one.validator != "type" or one.path), None)


def _examples(schema: object) -> str:
    """How a value is written, by the examples of its schema."""
    shown = schema.get("examples", ()) if isinstance(schema, Mapping) else ()
    return say("write it like this: {names}", names=in_a_row([f"`{one}`" for one in shown], "or")) if shown else ""


def _at(shown: str, line: int, column: int, message: str, hint: str) -> Diagnostic:
    return _said(Span(shown, line + 1, column + 1, line + 1, column + 2), message, hint)


def _said(span: Span, message: str, hint: str) -> Diagnostic:
    return Diagnostic(codes.BAD_YAML, message, span, help=hint)
