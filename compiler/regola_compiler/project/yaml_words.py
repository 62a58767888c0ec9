"""Why a YAML file cannot be read, or is not in shape, in the words of somebody who writes one and does not program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from regola_dsl import codes
from regola_dsl.diagnostics import Diagnostic, nearest
from regola_dsl.source import Span
from ruamel.yaml.error import MarkedYAMLError

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_KINDS = {
    "string": "a text",
    "array": "a list",
    "object": "a mapping",
    "integer": "a whole number",
    "boolean": "`true` or `false`",
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
_NO_BLANK = re.compile(r"^\s*-(?=[^\s-])")


def unreadable(text: str, shown: str, error: MarkedYAMLError | None) -> Diagnostic:
    """What is wrong where a YAML file cannot be read, at the line that has to be changed."""
    lines = text.split("\n")
    mark = error.problem_mark if error else None
    began = error.context_mark if error else None
    if error is None or mark is None:
        return _said(Span(shown, 1, 1, 1, 2), "this cannot be read as YAML", "check the brackets and the quotes")
    line, column = mark.line, mark.column
    here = lines[line] if line < len(lines) else ""
    since = range(began.line if began else line, min(line, len(lines) - 1) + 1)
    problem = str(error.problem or "")
    at = here[column : column + 1]
    if at == "\t":
        return _at(shown, line, column, "a tab stands here", "use blanks: two for each step to the right")
    for number in since:
        if (curly := printed_quote(lines[number])) is not None:
            return printed_quotes(shown, number, curly)
    if (quote := open_quote(lines, line, began.line if began else line)) is not None:
        return quote_left_open(shown, *quote)
    if "cannot start any token" in problem:
        told = f"a text cannot begin with `{at}` unless it stands in quotes"
        return _at(shown, line, column, told, f'put the whole text in quotes: "{at}…"')
    for number in since:
        if glued := _GLUED.search(lines[number]):
            key = glued[1] or glued[2]
            told = f"a blank is missing behind `{key}:`"
            return _at(shown, number, glued.end() - 1, told, f"write `{key}: …`")
        if _NO_BLANK.match(lines[number]):
            told = "a blank is missing behind the dash"
            return _at(shown, number, lines[number].index("-"), told, "write `- …`")
    if at == ":" and ("mapping values" in problem or "expected ',' or" in problem):
        told = "a text that has a colon in it must stand in quotes"
        return _at(shown, line, column, told, 'put the whole text in quotes: "one: two"')
    opened = (began.line, began.column) if began and "expected ',' or" in problem else None
    if "<stream end>" in problem:
        opened = _unclosed(lines)
    if opened is not None and (closing := _BRACKETS.get(bracket := lines[opened[0]][opened[1] : opened[1] + 1])):
        told = f"the bracket `{bracket}` that opens here is not closed before what follows it"
        return _at(shown, *opened, told, f"close it with `{closing}`, and put a comma between what it holds")
    if "expected the node content" in problem and at == ",":
        return _at(shown, line, column, "a comma stands here with nothing before it", "take it out")
    if "sequence entries" in problem:
        return _at(shown, line, column, "a dash stands here in the midst of a line", "begin a new line with it")
    if problem.endswith(("found '}'", "found ']'")):
        return _at(shown, line, column, f"the bracket `{at}` closes nothing", "take it out")
    if "could not find expected ':'" in problem and began:
        told = f"`{lines[began.line].strip()[:40]}` is neither a key nor in a list"
        return _at(shown, began.line, began.column, told, "write `key: value`, or begin the line with a dash")
    if "block" in problem and began:
        return _misplaced(shown, lines, line, column)
    return _at(shown, line, column, "this cannot be read as YAML", "check the brackets and the quotes here")


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
    told = "a quotation mark of printed texts stands here, and these mean nothing"
    return _at(shown, line, column, told, 'write straight ones: "…"')


def _misplaced(shown: str, lines: Sequence[str], line: int, column: int) -> Diagnostic:
    """A line that is too far to the right, or too little, for what stands above it."""
    wanted = _indent(lines, line, column)
    if wanted == column:
        return _at(shown, line, column, "this does not go on from what stands above it", "check the line above it")
    told = f"this line begins behind {_blanks(column)}, and nothing above it does"
    if wanted is None:
        return _at(shown, line, column, told, "put it below what it belongs to")
    way = "right" if wanted > column else "left"
    return _at(shown, line, column, told, f"move it to the {way}, behind {_blanks(wanted)}, as what it belongs with")


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
    return "one blank" if number == 1 else f"{number or 'no'} blanks"


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
    return _at(shown, line, column, "the quote that begins here has no end in its line", 'end the text with `"`')


def out_of_shape(item: ValidationError, where: str, source: str, span: Span) -> Diagnostic:
    """A value that is not what its key asks for.

    Args:
        item: What the schema says against it.
        where: What the value is called: its key, or its place in a list.
        source: The line on which it begins.
        span: Where that is.
    """
    if item.validator == "oneOf" and item.context:
        kinds = _asked(item.context)
        better = None if kinds else _nearest_breach(item)
        if better is not None:
            return out_of_shape(better, where, source, span)
        return _wrong_kind(item, kinds or ["something else"], where, source, span)
    wanted: Any = item.validator_value
    if item.validator == "type":
        return _wrong_kind(item, [wanted] if isinstance(wanted, str) else wanted, where, source, span)
    if item.validator == "enum":
        close = nearest(str(item.instance).lower(), list(map(str, wanted)))
        message = f"`{where}` cannot be `{str(item.instance)[:60]}`"
        told = _or([f"`{one}`" for one in wanted])
        return _said(span, message, f"did you mean `{close}`?" if close else f"it is {told}")
    if item.validator == "minLength":
        return _said(span, f"`{where}` is empty", "write a word, or leave the line out")
    if item.validator == "pattern":
        if glued := re.match(r"([A-Za-z][\w-]*):\"", str(item.instance)):
            return _said(span, f"a blank is missing behind `{glued[1]}:`", f'write `{glued[1]}: "…"`')
        looks = _examples(item.schema) or f"it must look like this: {wanted}"
        return _said(span, f"`{where}` cannot be `{str(item.instance)[:60]}`", looks)
    if item.validator in ("minItems", "minProperties"):
        return _said(span, f"`{where}` has too little in it: it needs {wanted}", "add something, or leave it out")
    if item.validator in ("maxItems", "maxProperties"):
        return _said(span, f"`{where}` has too much in it: {wanted} are allowed", "take something out")
    if item.validator in ("minimum", "maximum"):
        word = "least" if item.validator == "minimum" else "most"
        return _said(span, f"`{where}` cannot be {item.instance}", f"it is at {word} {wanted}")
    return _said(span, f"`{where or 'the file'}` does not fit: {item.validator}", "")


def unknown_key(key: str, close: str | None, known: Sequence[str], span: Span) -> Diagnostic:
    """A key that nothing asks for."""
    listed = f"there is {_or([f'`{one}`' for one in known])}" if 0 < len(known) <= _MANY else "remove it, or correct it"
    return _said(span, f"nothing is called `{key[:60]}` here", f"did you mean `{close}`?" if close else listed)


def without_value(key: str, span: Span) -> Diagnostic:
    """A word in curly brackets that is no `key: value`: mostly the rest of a text that was cut at its comma."""
    if glued := re.match(r"([a-z]{2,3}):(?=\S)", key):
        return _said(span, f"a blank is missing behind `{glued[1]}:`", f'write `{glued[1]}: "…"`')
    message = f"`{key[:60]}` stands here without a value: a text ends at its comma"
    return _said(span, message, 'put the whole text in quotes: "one, two"')


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
        message = f"`{where}` is empty: a `#` begins a remark"
        return _said(span, message, 'put the value in quotes: "#…"')
    if instance is None:
        return _said(span, f"nothing stands behind `{where}`, or further to the right below it", _below(kinds, item))
    told = _or([_KINDS.get(kind, kind) for kind in kinds])
    return _said(span, f"`{where}` must be {told}", _remedy(kinds, item))


def _remedy(kinds: Sequence[str], item: ValidationError) -> str:
    instance: Any = item.instance
    schema: Any = item.schema
    if "boolean" in kinds and str(instance) in ("yes", "no", "on", "off"):
        return f"write `{'true' if str(instance) in ('yes', 'on') else 'false'}`"
    if "string" in kinds and isinstance(instance, int | float):
        pattern = schema.get("pattern") if isinstance(schema, Mapping) else None
        if pattern is None or re.search(pattern, str(instance)):
            return "put it in quotes"
        return _examples(schema)
    if "string" in kinds and isinstance(instance, list):
        return "it is a single text: take the dash or the brackets away"
    return _below(kinds, item)


def _below(kinds: Sequence[str], item: ValidationError) -> str:
    """What may stand below a key, where that is more than a word."""
    schema: Any = item.schema
    if "array" in kinds:
        return "begin each of its parts with a dash: `- …`"
    if "object" in kinds and isinstance(schema, Mapping) and (keys := list(schema.get("properties", {}))):
        return f"write `{{{', '.join(f'{key}: …' for key in keys[:2])}}}`"
    if "object" in kinds:
        return "write `{key: value}`"
    return _examples(schema) or "write its value behind it, or leave the line out"


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
    return f"write it like this: {_or([f'`{one}`' for one in shown])}" if shown else ""


def _or(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _at(shown: str, line: int, column: int, message: str, hint: str) -> Diagnostic:
    return _said(Span(shown, line + 1, column + 1, line + 1, column + 2), message, hint)


def _said(span: Span, message: str, hint: str) -> Diagnostic:
    return Diagnostic(codes.BAD_YAML, message, span, help=hint)
