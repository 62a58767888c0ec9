"""YAML files held against their JSON Schemas, with findings at a line and in plain words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from regola_dsl import cache as results
from regola_dsl import codes
from regola_dsl.cache import build_fingerprint
from regola_dsl.diagnostics import Diagnostic, nearest
from regola_dsl.source import Span
from regola_dsl.wording import say

from regola_compiler.project.kept_yaml import dump_data, load_data

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

    from regola_compiler.project.plain_yaml import Refused

MAX_BYTES = 1_000_000
# A value that quotation marks of printed texts hold from end to end, to YAML a part of it. One that merely begins with
# them is a text with somebody's words in it.
_MARKS = "“”„‟«»‘’"
_HELD = re.compile(rf"[{_MARKS}][^{_MARKS}]*[{_MARKS}\"]")


def packaged(name: str) -> Path:
    """A folder that comes with Regola and is no code: beside the package when installed, at the top of a checkout."""
    package = Path(__file__).resolve().parents[1]
    installed = package / name
    return installed if installed.is_dir() else package.parents[1] / name


@cache
def schema(name: str) -> dict[str, Any]:
    """The JSON Schema called `name`."""
    loaded: dict[str, Any] = json.loads((packaged("schemas") / f"{name}.schema.json").read_text("utf-8"))
    return loaded


# How many steps lead at least to what stands in a list: that of the list, and its place in it.
_IN_A_LIST = 2
# What is kept of a file that breaks nothing.
FITS = "fits"

# The files of a game that are YAML: each has a schema of its name.
FileKind: TypeAlias = Literal["game", "scenario", "glossary", "source", "sheet", "counters", "map", "policy"]


def load_yaml(
    path: Path, shown: str, kind: FileKind, text: str | None = None
) -> tuple[dict[str, Any] | None, list[Diagnostic]]:
    """The mapping in a YAML file, and what is wrong with it by the schema `kind`.

    What a file says in which nothing is wrong is kept, but for what is written back with its comments: a `source`.
    Where `text` is given, the file is not read: it is open somewhere, and says this.
    """
    start = Span(shown, 1, 1, 1, 2)
    if (path.stat().st_size if text is None else len(text)) > MAX_BYTES:
        return None, [
            Diagnostic(codes.TOO_LARGE, say("the file is larger than {max_bytes} bytes", max_bytes=MAX_BYTES), start)
        ]
    try:
        text = path.read_bytes().decode("utf-8-sig") if text is None else text
    except UnicodeDecodeError:
        return None, [
            Diagnostic(codes.NOT_UTF8, say("the file is not UTF-8 text"), start, help=say("save it as UTF-8"))
        ]
    if kind != "source" and (known := load_data(results.load_text(_kept_name(kind, text)) or "")) is not None:
        return known, []
    return _read(text, shown, kind)


def read_yaml(text: str, shown: str, kind: FileKind) -> tuple[dict[str, Any] | None, list[Diagnostic]]:
    """The mapping in a text that is part of a file, and what is wrong with it by the schema `kind`.

    What the schema asks for may be missing: who writes it so says it elsewhere.
    """
    return _read(text, shown, kind, complete=False)


def _kept_name(kind: FileKind, text: str) -> str:
    """What the data of a file are kept under: by all that they depend on."""
    told = "\0".join((build_fingerprint(), json.dumps(schema(kind), sort_keys=True), text))
    return f"data-{sha256(told.encode('utf-8', 'replace')).hexdigest()[:32]}"


def _read(
    text: str, shown: str, kind: FileKind, *, complete: bool = True
) -> tuple[dict[str, Any] | None, list[Diagnostic]]:
    """The mapping in a text that is not known, and what is wrong with it. The parser is imported only here."""
    from ruamel.yaml import YAML
    from ruamel.yaml.constructor import DuplicateKeyError
    from ruamel.yaml.error import MarkedYAMLError, YAMLError
    from ruamel.yaml.reader import ReaderError

    from regola_compiler.project.plain_yaml import PlainParser, Refused
    from regola_compiler.project.yaml_words import printed_quote, printed_quotes, unreadable

    start = Span(shown, 1, 1, 1, 2)
    try:
        reader = YAML(typ="rt")
        reader.Parser = PlainParser
        reader.preserve_quotes = True  # what is written back keeps its quotes, so that "7" stays a text
        data = reader.load(text)
    except Refused as refused:
        return None, [_refused(refused, text, shown)]
    except DuplicateKeyError as error:
        mark = error.problem_mark
        line, column = mark.line + 1, mark.column + 1
        whole = text.split("\n")[mark.line]
        if (curly := printed_quote(whole)) is not None:
            return None, [printed_quotes(shown, mark.line, curly)]
        key = whole[mark.column :].partition(":")[0]
        span = Span(shown, line, column, line, column + max(1, len(key)))
        return None, [
            Diagnostic(
                codes.BAD_YAML,
                say("`{key}` stands here a second time", key=key[:60]),
                span,
                help=say("keep one of the two"),
            )
        ]
    except MarkedYAMLError as error:
        return None, [unreadable(text, shown, error)]
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        column = error.position - text.rfind("\n", 0, error.position)
        told = say("the sign U+{ord:04X} cannot stand in a YAML file", ord=ord(text[error.position]))
        return None, [
            Diagnostic(codes.BAD_YAML, told, Span(shown, line, column, line, column + 1), help=say("remove it"))
        ]
    except (YAMLError, ValueError, RecursionError, TypeError, KeyError):
        return None, [unreadable(text, shown, None)]
    if not isinstance(data, dict):
        wanted = ", ".join(f"`{key}`" for key in schema(kind).get("required", []))
        return None, [
            Diagnostic(
                codes.BAD_YAML,
                say("the file must say {wanted}", wanted=wanted),
                start,
                help=say("write `key: value` lines"),
            )
        ]
    if glued := list(_without_blanks(data, shown)):
        return None, glued  # what such a key and its value are is not known before
    broken = [item for item in _breaches(data, kind, text) if complete or item.validator != "required" or item.path]
    found = [finding for item in broken if (finding := _finding(item, broken, data, text, shown))]
    if kind != "source":  # titles as a book prints them, which nobody types
        found += _held_by_printed_quotes(data, shown)
    found.sort(key=lambda finding: (finding.span.line, finding.message))
    if complete and not found and kind != "source" and (said := dump_data(data)) is not None:
        results.keep_text(_kept_name(kind, text), said)
    return (None if found else data), found


def _breaches(data: dict[str, Any], kind: FileKind, text: str) -> list[ValidationError]:
    """How a file breaks its schema. That a text breaks nothing is kept: most are read more often than written.

    The library is imported only where it is needed, as that takes longer than what it does.
    """
    rules = json.dumps(schema(kind), sort_keys=True)
    name = f"yaml-{sha256((rules + text).encode('utf-8', 'replace')).hexdigest()[:32]}"
    if results.load_text(name) == FITS:
        return []
    from jsonschema import Draft202012Validator

    broken = list(Draft202012Validator(schema(kind)).iter_errors(data))
    if not broken:
        results.keep_text(name, FITS)
    return broken


def _refused(refused: Refused, text: str, shown: str) -> Diagnostic:
    """What our files never need, as a finding; often it is a text that wants quotes."""
    from regola_compiler.project.yaml_words import open_quote, quote_left_open

    line, column = refused.mark.line, refused.mark.column
    lines = text.split("\n")
    found = re.match(r"[^\s,\]}]+", lines[line][column:] if line < len(lines) else "")
    word = found[0] if found else ""
    span = Span(shown, line + 1, column + 1, line + 1, column + 1 + max(1, len(word)))
    if not refused.strange:
        return Diagnostic(refused.code, refused.message, span, help=refused.help)
    if opened := open_quote(lines, line, line):
        return quote_left_open(shown, *opened)
    message = say("`{word}` cannot begin a text that stands without quotes", word=word[:40])
    return Diagnostic(codes.BAD_YAML, message, span, help=say('put the whole text in quotes: "{word}…"', word=word[:1]))


def _finding(
    item: ValidationError, broken: list[ValidationError], data: Any, text: str, shown: str
) -> Diagnostic | None:
    """One breach of the schema in plain words; None if another finding tells it already."""
    from regola_compiler.project.yaml_words import called, out_of_shape, sample_of, unknown_key, without_value

    path = list(item.absolute_path)
    where = called(path)
    span = place_of(data, path, shown)
    instance: Any = item.instance
    if item.validator == "additionalProperties":
        key, close = _misspelt(item)
        rules: Any = item.schema
        return unknown_key(key, close, list(rules.get("properties", {})), place_of(data, [*path, key], shown))
    if item.validator == "required":
        required: Any = item.validator_value
        required_of: Any = item.schema
        missing = next(key for key in required if key not in instance)
        if any(other.validator == "additionalProperties" and _misspelt(other)[1] == missing for other in broken):
            return None
        if (said := _called_otherwise(missing, instance, required_of)) is not None:
            return unknown_key(said, missing, [missing], place_of(data, [*path, said], shown))
        return Diagnostic(
            codes.BAD_YAML,
            say("`{missing}` is missing in `{where}`", missing=missing, where=where)
            if where
            else say("`{missing}` is missing", missing=missing),
            span,
            help=say(
                "add a line `{missing}: {sample}`",
                missing=missing,
                sample=sample_of(required_of.get("properties", {}).get(missing, {}), instance),
            ),
        )
    if isinstance(instance, dict) and (cut := [str(key) for key, value in instance.items() if value is None]):
        return without_value(cut[0], place_of(data, [*path, cut[0]], shown))
    return out_of_shape(item, where, text.split("\n")[span.line - 1], span, _beside(data, path))


def _beside(data: Any, path: list[Any]) -> tuple[str, ...]:
    """The keys within what stands beside a list that has a value: the languages of a title, beside the list of them."""
    if len(path) < _IN_A_LIST or not isinstance(path[-1], int):
        return ()
    for step in path[:-2]:
        data = data[step]
    values = data.values() if isinstance(data, dict) else ()
    return tuple(str(key) for value in values if isinstance(value, dict) for key in value)


def _misspelt(item: ValidationError) -> tuple[str, str | None]:
    """The first key that a mapping should not have, and the key it was perhaps meant for."""
    from regola_dsl.meant.vocabulary import key_called

    rules: Any = item.schema
    instance: Any = item.instance
    known = [str(key) for key in rules.get("properties", {})]
    others = [re.compile(pattern) for pattern in rules.get("patternProperties", {})]
    unknown = next(
        key for key in map(str, instance) if key not in known and not any(other.search(key) for other in others)
    )
    free = [key for key in known if key not in instance]
    glued = next((key for key in known if unknown.startswith(f"{key} ") and key not in instance), None)
    return unknown, glued or nearest(unknown, known) or key_called(unknown, free) or _wanting(rules, instance, unknown)


def _called_otherwise(missing: str, instance: Any, rules: Any) -> str | None:
    """The key that says what is missing in other words, where it is none that is known; None if there is none."""
    from regola_dsl.meant.vocabulary import key_called

    others = [key for key in map(str, instance) if key not in rules.get("properties", {})]
    return next((key for key in others if nearest(key, [missing]) or key_called(key, [missing])), None)


def _wanting(rules: Any, instance: Any, unknown: str) -> str | None:
    """The only key that is asked for and not there, where what stands behind an unknown one fits it."""
    from jsonschema import Draft202012Validator

    missing = [key for key in rules.get("required", []) if key not in instance]
    if len(missing) != 1 or not Draft202012Validator(rules["properties"][missing[0]]).is_valid(instance[unknown]):
        return None
    return str(missing[0])


def _without_blanks(data: Any, shown: str) -> Iterator[Diagnostic]:
    """Keys in curly brackets that have their value right behind the colon: to YAML that is a word, and says nothing."""
    from regola_compiler.project.yaml_words import glued_key

    if not isinstance(data, (dict, list)):
        return
    lines: Any = data
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if value is None and isinstance(key, str):
            line, column = lines.lc.key(key)
            yield from glued_key(key, Span(shown, line + 1, column + 1, line + 1, column + 2))
        yield from _without_blanks(value, shown)


def _held_by_printed_quotes(data: Any, shown: str) -> Iterator[Diagnostic]:
    """What is written in such marks, and in no others: `“The night”`, but not `"“The night”"`."""
    from regola_compiler.project.yaml_words import printed_quotes

    if not isinstance(data, (dict, list)):
        return
    lines: Any = data  # the reader's own lists and mappings know where what they hold stands
    for key, value in data.items() if isinstance(data, dict) else enumerate(data):
        if type(value) is str and _HELD.fullmatch(value):  # one in straight quotes is of a type of its own
            line, column = lines.lc.value(key) if isinstance(data, dict) else lines.lc.item(key)
            yield printed_quotes(shown, line, column)
        yield from _held_by_printed_quotes(value, shown)


def place_of(data: Any, steps: list[Any], shown: str) -> Span:
    """The line of the value that `steps` lead to."""
    line, column = 1, 1
    for step in steps:
        try:
            line, column = (n + 1 for n in data.lc.data[step][:2])
            data = data[step]
        except (AttributeError, KeyError, IndexError, TypeError):
            break
    return Span(shown, line, column, line, column + 1)
