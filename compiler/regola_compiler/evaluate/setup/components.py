"""Counter sheets and maps: every counter and place of a game, held against the rules.

What exists is every counter of the sheet, from the beginning; a scenario chooses one map, and places the counters.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from regola_dsl.diagnostics import Diagnostic, Label, Missing, listed_few, meant, nearest
from regola_dsl.meant.vocabulary import key_called
from regola_dsl.records import dataclass
from regola_dsl.source import Span
from regola_dsl.wording import later, message_of, say

from regola_compiler.evaluate.play.pieces import put_up, there_are
from regola_compiler.evaluate.protocol import Position
from regola_compiler.evaluate.reading import QueryError
from regola_compiler.evaluate.setup.printed import called_so
from regola_compiler.evaluate.setup.values import value_of
from regola_compiler.model.program import Fact, PieceInfo, Program
from regola_compiler.model.types import BOOL, EnumType, Handle, HandleType, ListType, Value
from regola_compiler.project import codes
from regola_compiler.project.components import ABOUT, BETWEEN, MANY_COMPONENTS, RawComponents, names_in
from regola_compiler.project.yaml_file import place_of


@dataclass(frozen=True, slots=True)
class Components:
    """What a game is played with.

    Attributes:
        counters: The position that says what is printed on each counter, and that it exists.
        lines: The counters of each line of a sheet, by its name.
        maps: By its name, the position that says what is printed on a map.
        titles: By its name, the title of a map in each language.
    """

    counters: Position = field(default_factory=dict)
    lines: dict[str, tuple[Handle, ...]] = field(default_factory=dict)
    maps: dict[str, Position] = field(default_factory=dict)
    titles: dict[str, dict[str, str]] = field(default_factory=dict)

    def map_of(self, place: Handle) -> list[str]:
        """The maps a place is on."""
        return [name for name, position in self.maps.items() if place in there_are(position, place.type)]


def read_components(program: Program, raw: Sequence[RawComponents]) -> tuple[Components, list[Diagnostic]]:
    """The counters and maps of a game, and what in them does not fit the rules."""
    found: list[Diagnostic] = []
    seen: dict[str, Span] = {}
    components = Components()
    counters = [_Reader(program, part, found) for part in raw if part.kind == "piece"]
    for reader in counters:
        reader.names(seen)
        components.lines.update(reader.lines)
    places = set(seen)
    stems = dict.fromkeys(part.stem for part in raw if part.kind == "place")
    for stem in stems:
        readers = [_Reader(program, part, found) for part in raw if part.kind == "place" and part.stem == stem]
        own = {name: span for name, span in seen.items() if name in places}
        for reader in readers:
            reader.names(own)
        pieces = [piece for reader in readers for piece in reader.pieces]
        position: Position = put_up({}, [(handle, ()) for handle, _, _ in pieces])
        for reader in readers:
            position.update(reader.facts({handle for handle, _, _ in pieces}))
        if not pieces:
            readers[0].report(
                say("the map `{stem}` has no places", stem=stem),
                [],
                say("list them under `places`, or in a table beside it"),
            )
        both = {name for reader in readers for name in reader.both()}
        for reader in readers:
            reader.hold_both(position, both)
        components.maps[stem] = position
        title: dict[Any, Any] = next(
            (part.data["title"] for part in raw if part.stem == stem and part.data.get("title")), {}
        )
        components.titles[stem] = {str(language): str(text) for language, text in title.items()}
    position = put_up({}, [(handle, ()) for reader in counters for handle, _, _ in reader.pieces])
    for reader in counters:
        position.update(reader.facts(None))
    components.counters.update(position)
    return components, found


class _Reader:
    """One file."""

    def __init__(self, program: Program, raw: RawComponents, found: list[Diagnostic]) -> None:
        self.program, self.raw, self.found = program, raw, found
        self.pieces: list[tuple[Handle, dict[str, Any], int]] = []
        self.lines: dict[str, tuple[Handle, ...]] = {}
        self.wrong: set[int] = set()

    def report(
        self,
        message: str,
        steps: list[Any],
        help_text: str = "",
        *,
        missing: Missing | None = None,
        related: tuple[Label, ...] = (),
    ) -> None:
        """Add a finding at the line that `steps` lead to; `missing` is what nothing declares, if it is about that."""
        span = place_of(self.raw.data, steps, self.raw.shown)
        self.wrong |= {step for step in steps[:2] if isinstance(step, int)}
        found = Diagnostic(codes.BAD_COMPONENTS, message, span, related=related, help=help_text, missing=missing)
        self.found.append(found)

    def _here(self, steps: list[Any], text: str) -> Label:
        return Label(place_of(self.raw.data, steps, self.raw.shown), text)

    # --- which there are ---

    def names(self, seen: dict[str, Span]) -> None:
        """The counters or places that the file names, each once; `seen` are those that others named."""
        for number, entry in enumerate(self.raw.entries):
            steps = [self.raw.key, number]
            info = self._type(entry, steps)
            if info is None:
                continue
            names = list(names_in(entry))
            handles = []
            for name in names:
                if name in seen or len(seen) >= MANY_COMPONENTS:
                    self._twice(name, seen, steps)
                    break
                seen[name] = place_of(self.raw.data, steps, self.raw.shown)
                handles.append(Handle(info.name, name))
            self.pieces += [(handle, entry, number) for handle in handles]
            if self.raw.kind == "piece" and handles:
                self.lines[str(entry["name"])] = (*self.lines.get(str(entry["name"]), ()), *handles)

    def _twice(self, name: str, seen: dict[str, Span], steps: list[Any]) -> None:
        if name in seen:
            told = say(
                "`{name}` is named twice: at line {line} of `{path}`, and here",
                name=name,
                line=seen[name].line,
                path=seen[name].path,
            )
            self.report(told, steps, say("rename one of them, or remove it"))
        else:
            self.report(
                say("more than {many_components:,} counters and places are named", many_components=MANY_COMPONENTS),
                steps,
                say("leave some out"),
            )

    def _type(self, entry: dict[str, Any], steps: list[Any]) -> PieceInfo | None:
        """The type of an entry, if it is one."""
        what = "piece" if self.raw.kind == "piece" else "place"
        known = {info.name: info for info in self.program.pieces.values() if info.kind == self.raw.kind}
        told = self.raw.type_of(entry)
        if told is None:
            if len(known) == 1:
                return next(iter(known.values()))
            if not self.program.broken or known:
                listed = ", ".join(f"`{name}`" for name in known)
                said = (
                    say("the rules have {names}", names=listed)
                    if known
                    else say("the rules declare no `{keyword}`", keyword=what)
                )
                hint = (
                    say("write `type: {name}`", name=next(iter(known)))
                    if known
                    else say("declare it: `{keyword} …`", keyword=what)
                )
                self.report(
                    say(
                        later("which piece `{name}` is, is not said, and {said}")
                        if what == "piece"
                        else later("which place `{name}` is, is not said, and {said}"),
                        name=entry["name"],
                        said=said,
                    ),
                    steps,
                    hint,
                )
            return None
        if told not in known and told not in self.program.broken:
            close = nearest(told, list(known))
            inside = "type" in entry
            self.report(
                say("there is no piece `{name}`", name=told)
                if what == "piece"
                else say("there is no place `{name}`", name=told),
                [*steps, "type"] if inside else ["type"],
                meant(close, say("declare it with `{keyword} {name}`", keyword=what, name=told)),
                missing=Missing(what, told),
            )
        return known.get(told)

    # --- what is said of them ---

    def facts(self, there: set[Handle] | None) -> Position:
        """What is printed on them; of places, `there` are those of their map."""
        position: Position = {}
        for type_, number in {handle.type: number for handle, _, number in reversed(self.pieces)}.items():
            self._hold_keys(type_, number)
        before = -1
        for handle, entry, number in self.pieces:
            # What is wrong with a line is told once, however many counters it stands for.
            silent = _Reader(self.program, self.raw, []) if number == before else self
            before = number
            position.update(silent.facts_of(handle, entry, number, there))
        return position

    def _hold_keys(self, type_: str, number: int) -> None:
        """No printed field has the name of a key that says something else of an entry."""
        for short in (name.partition(".")[2] for name in self.program.pieces[type_].printed):
            if short in ABOUT:
                told = say(
                    "the field `{short}` of `{type}` cannot be said here, where `{short}` says {about}",
                    short=short,
                    type=type_,
                    about=say(ABOUT[short]),
                )
                hint = say(
                    "call the field something else in the rules, such as `{type}_{short}`",
                    type=type_.lower(),
                    short=short,
                )
                self.report(told, [self.raw.key, number], hint)

    def facts_of(self, handle: Handle, entry: dict[str, Any], number: int, there: set[Handle] | None) -> Position:
        """What is printed on one of them."""
        position: Position = {}
        for key in entry:
            if str(key) not in ABOUT:
                position.update(self._fact(handle, str(key), entry, [self.raw.key, number, key], there))
        known = self._known(handle.type)
        misspelt = {self._meant(handle.type, str(key), entry) for key in entry if str(key) not in {*ABOUT, *known}}
        for name in self.program.pieces[handle.type].printed:
            fact = self.program.callables.get(name)
            short = name.partition(".")[2]
            if short in misspelt:
                continue
            if isinstance(fact, Fact) and fact.default is None and short not in entry and short not in ABOUT:
                self.report(
                    say("`{short}` of `{handle}` is not said", short=short, handle=handle.text),
                    [self.raw.key, number],
                    say("write `{short}: …`, or give it a default in the rules", short=short),
                )
        return position

    def _fact(
        self, handle: Handle, key: str, entry: Mapping[str, Any], steps: list[Any], there: set[Handle] | None
    ) -> Position:
        """What one key says of a counter or a place."""
        data = entry[key]
        fact = self._fact_of(handle.type, key)
        if fact is None:
            if f"{handle.type}.{key}" not in self.program.broken and handle.type not in self.program.broken:
                known = [*ABOUT, *self._known(handle.type)]
                hint = meant(
                    self._meant(handle.type, key, entry),
                    listed_few(known, len(known)) or say("declare it in `{handle}`", handle=handle.type),
                )
                missing = Missing("field", key, handle.type)
                self.report(
                    say("`{handle}` has no field `{key}`", handle=handle.type, key=key), steps, hint, missing=missing
                )
            return {}
        try:
            told = dict(self._told(fact, handle, data, key))
        except QueryError as wrong:
            self.report(message_of(wrong), steps, missing=wrong.missing)
            return {}
        if there is not None:
            wanted = [one for where, value in told.items() for one in _individuals(self.program, (*where[1], value))]
            off = [one for one in wanted if one not in there and self.program.pieces[one.type].kind == "place"]
            if off:
                close = nearest(off[0].text, [one.text for one in there])
                hint = meant(close, say("add it to the map"))
                self.report(
                    say(
                        "`{off}`, which `{key}` of `{handle}` names, is not on this map",
                        off=off[0].text,
                        key=key,
                        handle=handle.text,
                    ),
                    steps,
                    hint,
                    missing=Missing("place", off[0].text, off[0].type),
                )
                return {}
        return told

    def _told(self, fact: Fact, handle: Handle, data: Any, key: str) -> Iterator[tuple[Any, Value]]:
        program = self.program
        if isinstance(data, str) and (isinstance(fact.result, ListType) or len(fact.parameters) > 1):
            if not self.raw.shown.endswith(".csv"):
                told = say(
                    "`{key}` is a list, and stands here without brackets; write `[{items}]`", key=key, items=data
                )
                raise QueryError(told)
            data = [item.strip() for item in data.split(BETWEEN) if item.strip()]
        if len(fact.parameters) == 1:
            yield (fact.name, (handle,)), value_of(program, data, fact.result, key)
            return
        other = fact.parameters[1].type
        if isinstance(data, dict):
            for name, value in data.items():
                yield (
                    (fact.name, (handle, value_of(program, name, other, key))),
                    value_of(program, value, fact.result, key),
                )
        elif isinstance(data, list) and fact.result == BOOL:
            for name in data:
                yield (fact.name, (handle, value_of(program, name, other, key))), True
        else:
            raise QueryError(say("`{key}` is said of two: write the others, and of each what it is", key=key))

    def _fact_of(self, type_: str, key: str) -> Fact | None:
        """The fact that a key names: a piece's own, or one of it, or of it and another, declared elsewhere."""
        own = self.program.callables.get(f"{type_}.{key}")
        if isinstance(own, Fact):
            return own
        fact = self.program.callables.get(key)
        if not isinstance(fact, Fact) or fact.kind not in {"given", "state"} or not 1 <= len(fact.parameters) <= 2:
            return None
        first = fact.parameters[0].type
        return fact if isinstance(first, HandleType) and first.name == type_ else None

    def _meant(self, type_: str, key: str, entry: Mapping[str, Any]) -> str | None:
        """The key that another was most likely to be: by its letters, by its texts, by what it or its value says."""
        facts = self._known(type_)
        known = [*ABOUT, *facts]
        printed = called_so(self.program, key, known)
        fitting = [name for name in facts if name not in entry and self._takes(type_, name, entry.get(key))]
        return (
            nearest(key, known)
            or (printed[0] if len(printed) == 1 else None)
            or key_called(key, known)
            or (fitting[0] if len(fitting) == 1 else None)
        )

    def _takes(self, type_: str, name: str, data: Any) -> bool:
        """Whether a fact may have a value of an enum or a scale that is written as its word: it alone tells a fact."""
        fact = self._fact_of(type_, name)
        return fact is not None and isinstance(fact.result, EnumType) and str(data) in fact.result.members

    def _known(self, type_: str) -> list[str]:
        """The keys that an entry may have."""
        info = self.program.pieces[type_]
        own = [name.partition(".")[2] for name in (*info.printed, *info.states)]
        return [*own, *(name for name in self.program.callables if "." not in name and self._fact_of(type_, name))]

    # --- what holds both ways ---

    def both(self) -> list[str]:
        """The facts that are said of both of two places."""
        asked: dict[str, Any] = self.raw.data.get("neighbours") or {}
        known = {info.name for info in self.program.pieces.values() if info.kind == "place"}
        found = []
        for name, told in asked.items():
            if not any(self._fact_of(type_, str(name)) for type_ in known):
                if str(name) not in self.program.broken:
                    close = nearest(str(name), [key for type_ in known for key in self._known(type_)])
                    hint = meant(close, say("declare it in the rules"))
                    message = say("there is no fact `{name}` of places", name=name)
                    self.report(message, ["neighbours", name], hint, missing=Missing("fact", str(name)))
            elif (told or {}).get("both"):
                found.append(str(name))
        return found

    def hold_both(self, position: Position, both: set[str]) -> None:
        """What is said of one place and another must be said of the other and the one."""
        misnamed = {handle for handle, _, number in self.pieces if number in self.wrong}
        stands = {handle: number for handle, _, number in self.pieces}
        for handle, entry, number in self.pieces:
            for key in entry:
                fact = self._fact_of(handle.type, str(key)) if str(key) in both else None
                if fact is None:
                    continue
                for other, value in _pairs(position, fact, handle):
                    back = dict(_pairs(position, fact, other))
                    if back.get(handle) == value or {handle, other} & misnamed:
                        continue
                    here = [self.raw.key, number, key]
                    where, beside = here, tuple[Label, ...]()
                    if handle not in back and other in stands:  # told where it is to be added
                        where, beside = [self.raw.key, stands[other], key], (self._here(here, say("named here")),)
                    told = (
                        later(
                            "`{key}` of `{handle}` names `{other}`, and is something else of `{other}` and `{handle}`"
                        )
                        if handle in back
                        else later("`{key}` of `{handle}` names `{other}`, and is not said of `{other}` and `{handle}`")
                    )
                    names = {"key": key, "handle": handle.text, "other": other.text}
                    hint = say("add `{handle}` to `{key}` of `{other}`, or take `both: true` away", **names)
                    self.report(say(told, **names), where, hint, related=beside)


def _individuals(program: Program, values: Sequence[Any]) -> Iterator[Handle]:
    for value in values:
        if isinstance(value, tuple):
            yield from _individuals(program, value)
        elif isinstance(value, Handle) and value.type in program.pieces:
            yield value


def _pairs(position: Position, fact: Fact, place: Handle) -> Iterator[tuple[Handle, Value]]:
    """With which others a place is joined by a fact, and what it says of the two."""
    if len(fact.parameters) == 1:
        for other in _items(position.get((fact.name, (place,)))):
            yield other, True
        return
    for (name, arguments), value in position.items():
        if name == fact.name and arguments[0] == place and isinstance(arguments[1], Handle):
            yield arguments[1], value


def _items(value: Any) -> Iterator[Handle]:
    yield from (one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, Handle))
