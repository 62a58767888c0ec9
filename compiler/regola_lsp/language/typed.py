"""What is known of a declaration that is being written: its tokens up to the cursor, and the types of its names.

A line half written has no tree. What can be told of it is told by its tokens: parameters say their types, `any u in
Unit` says what `u` is, a rule knows what its action does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from regola_compiler.model import program as model
from regola_compiler.model.names import last_part
from regola_compiler.model.types import EnumType, HandleType, ListType, RecordType, Type, UnionType
from regola_dsl.builders.declarations import Builder
from regola_dsl.lexer import RawToken, lex
from regola_dsl.parsing.loop import Stop, acceptable, parse
from regola_dsl.parsing.words import merged

from regola_lsp.language.names import Names

# What stands for the word that is being written: no word of anybody's.
_HERE = "zzz_here_zzz"


@dataclass(frozen=True, slots=True)
class Draft:
    """A declaration up to the cursor.

    Attributes:
        tokens: Its tokens, the word that is being written not among them.
        fits: The terminals that fit at the cursor; empty where what stands before it cannot be read.
    """

    tokens: tuple[RawToken, ...]
    fits: frozenset[str]

    def word(self, back: int = 1) -> str:
        """A word before the cursor, the last one first; nothing where there is none."""
        return self.tokens[-back].text if back <= len(self.tokens) else ""

    @property
    def head(self) -> str:
        """What the declaration begins with."""
        return self.tokens[0].text if self.tokens else ""


def draft(lines: Sequence[str], line: int, before: str) -> Draft:
    """The declaration that is being written.

    Args:
        lines: The lines of the file.
        line: The line of the cursor, from 1.
        before: What stands on that line before the word that is being written.
    """
    first = line
    while first > 1 and not (_begins(lines[first - 1]) and first != line) and not (first == line and _begins(before)):
        first -= 1
    numbered = [
        (number, text)
        for number, text in enumerate(lines[first - 1 : line - 1], first)
        if text.strip() and not text.lstrip().startswith("#")
    ]
    tokens, wrong = lex("", [*numbered, (line, f"{before}{_HERE}")])
    queue = merged(tokens)
    place = next((n for n, token in enumerate(queue) if token.text.endswith(_HERE)), None)
    if wrong or place is None:
        return Draft((), frozenset())
    told = parse(queue, "start", Builder("", []), place)
    fits = frozenset(acceptable(told.states)) if isinstance(told, Stop) and told.place == place else frozenset()
    return Draft(tuple(token for token in queue[:place] if not token.kind.startswith("_")), fits)


def _begins(text: str) -> bool:
    """Whether a declaration begins on a line."""
    return bool(text) and not text[0].isspace() and text[0] not in "#|"


def locals_of(known: Draft, names: Names) -> dict[str, Type | None]:
    """The names that a declaration gives to values, as far as it is written, each with its type if that is known."""
    tokens, found = known.tokens, dict[str, Type | None]()
    program = names.program
    for place, token in enumerate(tokens):
        after = tokens[place + 1 : place + 6]
        if token.kind != "WORD" or not after:
            continue
        texts = [one.text for one in after]
        if texts[0] == ":" and len(after) > 1:
            found[token.text] = _written([one.text for one in tokens[place + 2 : place + 6]], names)
        elif token.text == "let" and texts[1:2] == ["="]:
            found[texts[0]] = type_of(tokens[place + 3 :], names, found)
        elif texts[0] == "in" and place and tokens[place - 1].text in {
            "any", "all", "no", "count", "those", "each", "for", "among",
        }:  # fmt: skip
            found[token.text] = _item(type_of(tokens[place + 2 :], names, found))
        elif token.text in {"may", "not", "must", "only", "to", "or"} and known.head in {"rule", "exception", "then"}:
            for name in _spoken_of(texts[0], program):
                for parameter in getattr(program.callables.get(name), "parameters", ()):
                    found.setdefault(parameter.name, parameter.type)
    return found


def _spoken_of(name: str, program: model.Program) -> tuple[str, ...]:
    """The actions or definitions whose parameters are known where something is said of `name`."""
    return program.rules[name].actions if name in program.rules else (name,)


def _written(texts: list[str], names: Names) -> Type | None:
    """A type as it is written."""
    many = texts[:2] == ["list", "of"]
    info = names.program.types.get(texts[2] if many and len(texts) > 2 else texts[0]) if texts else None
    if info is None:
        return None
    return ListType(info.type) if many else info.type


def _item(type_: Type | None) -> Type | None:
    """What a list is of; a type stands for the list of all its values."""
    return type_.item if isinstance(type_, ListType) else type_


def type_of(tokens: Sequence[RawToken], names: Names, known: dict[str, Type | None]) -> Type | None:
    """The type of the name, or chain of names, that begins a run of tokens: `u.at.terrain`, `odds(a, b)`."""
    if not tokens or tokens[0].kind != "WORD":
        return None
    text = tokens[0].text
    program = names.program
    if text in known:
        type_ = known[text]
    elif text in program.callables:
        type_ = program.callables[text].result
    elif text in program.types:
        type_ = program.types[text].type
    else:
        owners = names.owners_of_member(text)
        info = program.types.get(owners[0]) if len(owners) == 1 else None
        type_ = info.type if info else None
    place = 1
    while type_ is not None and place < len(tokens):
        if tokens[place].text == "(":
            place = _closed(tokens, place)
        elif tokens[place].text == "." and place + 1 < len(tokens):
            type_ = fields_of(type_, names).get(tokens[place + 1].text)
            place += 2
        else:
            break
    return type_


def _closed(tokens: Sequence[RawToken], place: int) -> int:
    """Behind the bracket that ends what one begins."""
    depth = 0
    for at in range(place, len(tokens)):
        depth += (tokens[at].text == "(") - (tokens[at].text == ")")
        if depth == 0:
            return at + 1
    return len(tokens)


def chain_before(tokens: Sequence[RawToken]) -> Sequence[RawToken]:
    """The chain of names that a run of tokens ends with: of `a and u.at`, `u.at`."""
    place = len(tokens)
    while place > 0:
        token = tokens[place - 1]
        if token.text == ")":
            depth = 0
            while place > 0:
                place -= 1
                depth += (tokens[place].text == ")") - (tokens[place].text == "(")
                if depth == 0:
                    break
            continue
        if token.kind != "WORD":
            break
        place -= 1
        if place == 0 or tokens[place - 1].text != ".":
            break
        place -= 1
    return tokens[place:]


def fields_of(type_: Type | None, names: Names) -> dict[str, Type]:
    """What stands behind a dot: the fields of a record, the facts of a piece or a place, the values of an enum."""
    match type_:
        case RecordType():
            return dict(type_.fields)
        case HandleType():
            found = {}
            for name, item in names.program.callables.items():
                if isinstance(item, model.Fact) and item.owner == type_.name:
                    found[last_part(name)] = item.result
                elif (
                    isinstance(item, model.Fact | model.Definition)
                    and len(item.parameters) == 1
                    and item.parameters[0].type == type_
                ):
                    found[name] = item.result
            return found
        case UnionType():
            return {name: one for option in type_.options for name, one in fields_of(option, names).items()}
        case EnumType():
            return dict.fromkeys(type_.members, type_)
        case _:
            return {}


def wanted(known: Draft, names: Names, own: dict[str, Type | None]) -> Type | None:
    """The type of value that the place of the cursor asks for, where it can be told."""
    tokens = list(known.tokens)
    while tokens and tokens[-1].text in {
        "not",
        "a",
        "is",
        "in",
        "{",
        "==",
        "!=",
        "<",
        "<=",
        ">",
        ">=",
        "becomes",
        "or",
    }:
        last = tokens.pop().text
        if last in {"is", "in", "==", "!=", "<", "<=", ">", ">=", "becomes"}:
            return _item(type_of(chain_before(tokens), names, own))
    if tokens and tokens[-1].text == "," and "{" in (texts := [token.text for token in tokens]):
        opened = len(texts) - 1 - texts[::-1].index("{")
        if "}" not in texts[opened:]:
            return _item(type_of(chain_before([t for t in tokens[:opened] if t.text not in {"in", "not"}]), names, own))
    return _argument(tokens, names)


def _argument(tokens: Sequence[RawToken], names: Names) -> Type | None:
    """The type of the argument that stands at the end of some tokens."""
    depth, commas = 0, 0
    for place in range(len(tokens) - 1, 0, -1):
        text = tokens[place].text
        depth += (text in {")", "]", "}"}) - (text in {"(", "[", "{"})
        if depth == 0 and text == ",":
            commas += 1
        if depth < 0:
            item = names.program.callables.get(tokens[place - 1].text) if text == "(" else None
            parameters = getattr(item, "parameters", ())
            if len(tokens) - 1 > place and tokens[-1].text not in {",", "("}:
                return None
            return parameters[commas].type if commas < len(parameters) else None
    return None
