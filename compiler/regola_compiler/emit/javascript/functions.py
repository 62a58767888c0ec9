"""The rules as JavaScript functions: definitions and their exceptions, tables, modifiers, paths, choices, facts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import assert_never

from regola_dsl.kinds import HitPolicy

from regola_compiler.emit.dense import dense_cells, is_constant
from regola_compiler.emit.engine import bars_by_kind
from regola_compiler.emit.javascript.expressions import Writer, list_of
from regola_compiler.emit.javascript.kinds import within
from regola_compiler.emit.javascript.names import INDENT, Names, parameters_of, quoted
from regola_compiler.emit.javascript.typing import Scope, is_whole, scope_of, type_of
from regola_compiler.ir.bounds import answer_held_to, is_bounded, row_type, sums_within
from regola_compiler.ir.tree import (
    Bar,
    Callable,
    Choice,
    Clause,
    Definition,
    Fact,
    Leg,
    Let,
    Modifiers,
    Named,
    Parameter,
    Path,
    Row,
    Table,
    Told,
)
from regola_compiler.ir.types import (
    BoolType,
    DiceType,
    EnumType,
    HandleType,
    IntType,
    ListType,
    RecordType,
    ScaleType,
)
from regola_compiler.model.made import made_name
from regola_compiler.model.names import extent_of

# Of these each value is there once, and is the key of what is told of it.
_THEMSELVES = (BoolType, DiceType, EnumType, HandleType, IntType, ScaleType)
WIDTH = 110


def comment(item: Named, *more: str) -> str:
    """What is told of something, as a comment of the documentation: its texts, then its sections."""
    texts = [item.more.get(language, (text,))[-1] for language, text in item.texts.items()]
    sections = [f"Sections: {', '.join(item.anchors)}."] if item.anchors else []
    lines = [" ".join(line.split()).replace("*/", "* /") for line in (*(texts or [item.name]), *sections, *more)]
    if len(lines) == 1:
        return f"/** {_plain(lines[0])} */"
    return "\n".join(["/**", *(f" * {_plain(line)}" for line in lines), " */"])


def _plain(line: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in line)


def noted(name: str, item: Told | Row) -> str:
    """The statement that says which rule had a say, and where it stands."""
    return f"if ($reasons !== null) $note({', '.join(map(quoted, [name, *item.anchors]))});"


def head(function: Callable, names: Names) -> list[str]:
    """The first lines of a function: what is told of it, signature, note and the bounds of what it takes."""
    lines = [comment(function), f"function {names.rule(function.name)}({', '.join(parameters_of(function, names))}) {{"]
    lines.append(f"{INDENT}{noted(function.name, function)}")
    if not isinstance(function, Table):
        lines += _held(function.parameters, names)
    return lines


def _held(parameters: Iterable[Parameter], names: Names) -> list[str]:
    """The statements that hold parameters to their bounds, as far as they have any."""
    return [
        f"{INDENT}{within(names.local(one.name), one.type, one.name, names)};"
        for one in parameters
        if is_bounded(one.type)
    ]


def let_lines(lets: Iterable[Let], write: Writer, indent: str = INDENT) -> list[str]:
    """Statements that give values their names."""
    return [f"{indent}const {write.names.local(let.name)} = {write(let.value)};" for let in lets]


def function_text(function: Callable, names: Names) -> str:
    """A rule as a function, with those that its parts become. An action's own is made elsewhere."""
    match function:
        case Definition():
            return _definition(function, names)
        case Table():
            return _table(function, names)
        case Modifiers():
            return _modifiers(function, names)
        case Path():
            return _path(function, names)
        case Choice():
            return _choice(function, names)
        case _:
            raise AssertionError(function.name)


# --- definitions ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Inside:
    """What a clause's statements know: the definition, how they write expressions, and the names they are passed."""

    definition: Definition
    write: Writer
    passed: tuple[str, ...]

    @property
    def names(self) -> Names:
        return self.write.names

    def plus(self, lets: Iterable[Let]) -> _Inside:
        lets = tuple(lets)
        scope = scope_of((), lets, self.write.scope)
        own = tuple(self.names.local(let.name) for let in lets)
        return replace(self, write=self.write.inside(scope), passed=(*self.passed, *own))

    def answering(self) -> _Inside:
        """The same with the answer so far."""
        if self.write.answering:
            return self
        return replace(self, write=Writer(self.names, self.write.scope, answering=True), passed=(*self.passed, "value"))

    def function(self, part: Clause) -> str:
        """The function that an exception becomes."""
        key = ("clause", self.definition.name, id(part))
        return self.names.helper(key, f"{self.definition.name}__{part.name}")

    def called(self, part: Clause) -> str:
        """Its call."""
        return f"{self.function(part)}({', '.join(self.passed)})"


def _definition(function: Definition, names: Names) -> str:
    write = Writer(names, scope_of(function.parameters))
    inside = _Inside(function, write, tuple(parameters_of(function, names)))
    parts: list[str] = []
    body = _clause_body(function.body, inside, parts)
    other = answer_held_to(function, names.results)
    held = within("value", function.result, function.name, names)
    if other is not None:
        held = f"$ofType(value, {names.type(other.name)}, {quoted(function.name)})"
    body.append(f"{INDENT}return {held};")
    return "\n".join([*parts, *head(function, names), *body, "}"])


def _clause_body(clause: Clause, inside: _Inside, parts: list[str]) -> list[str]:
    """The statements that leave a clause's value in `value`; its exceptions become functions in `parts`."""
    given = "" if inside.write.answering else "let "
    lines = let_lines(clause.lets, inside.write)
    inside = inside.plus(clause.lets)
    plain = [part for part in clause.exceptions if not part.sequel]
    for part in clause.exceptions:
        parts.append(_exception(part, inside.answering() if part.sequel else inside, parts))
    default = "$missing(" + quoted(inside.definition.name) + ")" if clause.value is None else inside.write(clause.value)
    if not plain:
        lines.append(f"{INDENT}{given}value = {default};")
    elif len(plain) == 1 and plain[0].when is None:
        lines.append(f"{INDENT}{given}value = {inside.called(plain[0])};")
    elif len(plain) == 1:
        chosen = f"{_condition(plain[0], inside)} ? {inside.called(plain[0])} : {default}"
        lines.append(f"{INDENT}{given}value = {chosen};")
    else:
        lines += _several(plain, default, inside, given)
    for part in clause.exceptions:
        if part.sequel:
            later = inside.answering()
            lines.append(f"{INDENT}if ({_condition(part, later)}) value = {later.called(part)};")
    return lines


def _condition(part: Clause, inside: _Inside) -> str:
    return "true" if part.when is None else inside.write(part.when)


def _several(plain: list[Clause], default: str, inside: _Inside, given: str) -> list[str]:
    """Exceptions of one level: those that hold must agree, or one is declared over another."""
    lines, holds = [], []
    for place, part in enumerate(plain):
        condition = _condition(part, inside)
        holds.append("true" if condition == "true" else f"$held{place}")
        if condition != "true":
            lines.append(f"{INDENT}const $held{place} = {condition};")
    left = []  # those that speak, as nothing that holds is over them, and when
    for place, part in enumerate(plain):
        over = [holds[other] for other, one in enumerate(plain) if part.name in one.over]
        if "true" not in over:
            when = " && ".join(one for one in [holds[place], *(f"!{one}" for one in over)] if one != "true")
            left.append((part, when))
    answers = "".join(f"[{when or 'true'}, {quoted(part.name)}, () => {inside.called(part)}], " for part, when in left)
    agreed = f"$agreed({quoted(inside.definition.name)}, [{answers.removesuffix(', ')}])"
    chosen = default
    for place in reversed(range(len(left))):
        part, when = left[place]
        others = [f"({one})" if "&&" in one else one for _, one in left[place + 1 :] if one]
        alone = inside.called(part)
        if len(others) < len(left) - place - 1:  # another one speaks always
            alone = agreed
        elif others:
            alone = f"({' || '.join(others)} ? {agreed} : {alone})"
        chosen = f"{when} ? {alone} : {chosen}" if when else alone
    return [*lines, f"{INDENT}{given}value = {chosen};"]


def _exception(part: Clause, inside: _Inside, parts: list[str]) -> str:
    body = _clause_body(part, inside, parts)
    lines = [
        comment(part),
        f"function {inside.function(part)}({', '.join(inside.passed)}) {{",
        f"{INDENT}{noted(f'{inside.definition.name}.{part.name}', part)}",
        *body,
        f"{INDENT}return value;",
        "}",
    ]
    return "\n".join(lines)


def _modifiers(function: Modifiers, names: Names) -> str:
    scope = scope_of(function.parameters, function.lets)
    write = Writer(names, scope)
    lines = [*head(function, names), *let_lines(function.lets, write), f"{INDENT}let value = 0;"]
    for line in function.lines:
        amount = write(line.amount)
        plain = is_whole(type_of(line.amount, scope, names)) and is_whole(function.result)
        added = f"value += {amount};" if plain else f"value = $add(value, {amount});"
        own = [noted(f"{function.name}.{line.name}", line), added]
        if line.when is None:
            lines += [f"{INDENT}{statement}" for statement in own]
        else:
            lines.append(f"{INDENT}if ({write(line.when)}) {{")
            lines += [f"{INDENT * 2}{statement}" for statement in own]
            lines.append(f"{INDENT}}}")
    return "\n".join([*lines, f"{INDENT}return {within('value', function.result, function.name, names)};", "}"])


# --- tables --------------------------------------------------------------------------------------


def _table(table: Table, names: Names) -> str:
    write = Writer(names, scope_of(table.parameters))
    cells = None if any(row.anchors for row in table.rows) else dense_cells(table)
    constant = names.helper(("table", table.name), table.name)
    if cells is not None:
        widths = [dimension.high - dimension.low + 1 for dimension in table.dimensions]
        values = [_answer(table, row, write) for row in cells]
        index = "".join(f"[{_place(table, place, write)}]" for place in range(len(table.dimensions)))
        lines = [f"const {constant} = {_nested(values, widths)};", *head(table, names)]
        return "\n".join([*lines, f"{INDENT}return {constant}{index};", "}"])
    return _rows(table, constant, write)


def _place(table: Table, at: int, write: Writer) -> str:
    dimension = table.dimensions[at]
    edges = [_edge(dimension.below), _edge(dimension.above)]
    listed = [quoted(table.name), write(dimension.value), str(dimension.low), str(dimension.high)]
    return f"$place({', '.join([*listed, *(edges if edges != ['null', 'null'] else [])])})"


def _edge(policy: object) -> str:
    value = getattr(policy, "value", None)
    return "null" if value is None else quoted(str(value))


def _nested(values: list[str], widths: list[int], indent: str = "") -> str:
    if len(widths) == 1 and sum(map(len, values)) < WIDTH:
        return list_of(values)
    step = len(values) // widths[0]
    inner = indent + INDENT
    rows = values
    if len(widths) > 1:
        rows = [_nested(values[at : at + step], widths[1:], inner) for at in range(0, len(values), step)]
    return "[\n" + "".join(f"{inner}{row},\n" for row in rows) + f"{indent}]"


def _answer(table: Table, row: Row, write: Writer) -> str:
    """What a row answers with, held to the type that is declared where it is worked out."""
    type_ = row_type(table)
    if table.outputs == ("",) or not isinstance(type_, RecordType):
        return write.held(row.then[0], type_, table.name)
    return write.made(type_.name, dict(zip(table.outputs, row.then, strict=True)))


def _rows(table: Table, constant: str, write: Writer) -> str:
    names = write.names
    lines = [f"const {constant} = ["]
    for row in table.rows:
        selectors = list_of(list_of(_stretch(low, high) for low, high in selector) for selector in row.when)
        lines.append(f"{INDENT}[{selectors}, {'true' if row.otherwise else 'false'}],")
    lines.append("];")
    then = names.helper(("then", table.name), f"{table.name}__then")
    plain = is_constant(table)
    passed = ", ".join(parameters_of(table, names))
    lines.append(f"const {then} = [")
    lines += [f"{INDENT}{'' if plain else f'({passed}) => '}{_answer(table, row, write)}," for row in table.rows]
    lines.append("];")
    where = names.helper(("where", table.name), f"{table.name}__where")
    cited = [(index, row.anchors) for index, row in enumerate(table.rows) if row.anchors]
    if cited:
        listed = ", ".join(f"[{index}, {list_of(map(quoted, anchors))}]" for index, anchors in cited)
        lines.append(f"const {where} = new Map([{listed}]);")
    lines += head(table, names)
    inputs = list_of(write(dimension.value) for dimension in table.dimensions)
    edges = list_of(f"[{one.low}, {one.high}, {_edge(one.below)}, {_edge(one.above)}]" for one in table.dimensions)
    called = f"$lookUp({quoted(table.name)}, {quoted(table.hit.value)}, {constant}, {inputs}, {edges})"
    lines.append(f"{INDENT}const values = {called}.map((row) => {{")
    if cited:
        lines.append(f"{INDENT * 2}if ({where}.has(row)) $note({quoted(table.name)}, ...{where}.get(row));")
    lines.append(f"{INDENT * 2}return {then}[row]{'' if plain else f'({passed})'};")
    lines += [f"{INDENT}}});", f"{INDENT}return {_combined(table, names)};", "}"]
    return "\n".join(lines)


def _stretch(low: int | None, high: int | None) -> str:
    return f"[{'null' if low is None else low}, {'null' if high is None else high}]"


def _combined(table: Table, names: Names) -> str:
    """What becomes of the values of the rows that match."""
    match table.hit:
        case HitPolicy.SUM:
            found = "$sum(values)"
            return found if sums_within(table, names) else within(found, table.result, table.name, names)
        case HitPolicy.ALL:
            return "values"
        case HitPolicy.MAX | HitPolicy.MIN:
            return f"$best({quoted(table.hit.value)}, values)"
        case HitPolicy.UNIQUE | HitPolicy.FIRST:
            return f"$combined({quoted(table.name)}, values)"
        case _:
            assert_never(table.hit)


# --- paths and choices ---------------------------------------------------------------------------


def _path(path: Path, names: Names) -> str:
    places = {end: path.place for leg in path.legs for end in leg.ends}
    places |= {place: path.place for bar in path.bars for place in bar.places}
    scope: Scope = {**scope_of(path.parameters, path.lets), **places}
    write = Writer(names, scope)
    passed = parameters_of(path, names)
    listed = ", ".join(passed)
    start = write(path.start) if path.many else f"[{write.narrowed(path.start, path.place)}]"
    ends = names.beside(path.name, "ends")
    walk = names.helper(("walk", path.name), f"{path.name}__ends")
    search = [
        f"{INDENT * 2}{start},",
        f"{INDENT * 2}(place) => {names.rule(path.over)}({'position, ' * (path.over in names.moving)}place),",
        f"{INDENT * 2}[{', '.join(_leg(leg, write) for leg in path.legs)}],",
        f"{INDENT * 2}{{ {_limits(path, write)} }},",
        f"{INDENT});",
        "}",
    ]
    lets = let_lines(path.lets, write)
    lines = [
        f"function {walk}({listed}) {{",
        *lets,
        f"{INDENT}return $reach(",
        *search,
        f"/** The ways of `{path.name}`, one by one. */",
        f"function {names.beside(path.name, 'routes')}({listed}) {{",
        f"{INDENT}{noted(path.name, path)}",
        *lets,
        f"{INDENT}return new $Routes(",
        *search,
        f"/** Where `{path.name}` can end, each with the least that is spent on the way. */",
        f"function {ends}({listed}) {{",
        f"{INDENT}{noted(path.name, path)}",
        f"{INDENT}return {walk}({listed});",
        "}",
        *head(path, names),
        f"{INDENT}const told = $read(position.v[{names.fact(path.name)}], {list_of(passed[1:])});",
        f"{INDENT}return told === undefined ? {walk}({listed}).size > 0 : told;",
        "}",
    ]
    return "\n".join(lines)


def _leg(leg: Leg, write: Writer) -> str:
    parts = [f"limit: {'null' if leg.limit is None else write(leg.limit)}"]
    match leg.kind:
        case "exactly":
            parts.append("exactly: true")
        case "at_most" | "any" | "points":
            pass
        case _:
            assert_never(leg.kind)
    ends = ", ".join(write.names.local(end) for end in leg.ends)
    if leg.cost is not None:
        parts.append(f"cost: ({ends}) => {write(leg.cost)}")
    if leg.where is not None:
        parts.append(f"allowed: ({ends}) => {write(leg.where)}")
    if leg.steps is not None:
        parts.append(f"steps: {write(leg.steps)}")
    return f"{{ {', '.join(parts)} }}"


def _limits(path: Path, write: Writer) -> str:
    """Each kind of bar as one condition; the names of its places are made the same."""
    told = bars_by_kind(path, lambda bar: _bar(bar, write))
    if path.end is not None:
        told["ends"].append(f"$same($place_, {write(path.end)})")
    return ", ".join(
        f"{keyword}: ($place_, $next) => {' || '.join(conditions)}"
        for keyword, conditions in told.items()
        if conditions
    )


def _bar(bar: Bar, write: Writer) -> str:
    own = ", ".join(write.names.local(place) for place in bar.places)
    return f"(({own}) => {write(bar.condition)})({'$place_' if len(bar.places) == 1 else '$place_, $next'})"


def _choice(choice: Choice, names: Names) -> str:
    scope = scope_of(choice.parameters, choice.lets)
    write = Writer(names, scope)
    items = type_of(choice.items, scope, names)
    inner = write.inside({**scope, choice.variable: items.item} if isinstance(items, ListType) else scope)
    variable = names.local(choice.variable)
    where = "" if choice.where is None else f".filter(({variable}) => {inner(choice.where)})"
    lines = [*head(choice, names), *let_lines(choice.lets, write)]
    lines.append(f"{INDENT}return $chosen({quoted(choice.name)}, [...{write(choice.items)}]{where}, [")
    for part in choice.preferences:
        anchors = list_of(map(quoted, part.anchors or choice.anchors))
        value = f"({variable}) => {inner(part.value)}"
        lines.append(f"{INDENT * 2}[{quoted(part.degree.value)}, {value}, {anchors}],")
    return "\n".join([*lines, f"{INDENT}]);", "}"])


# --- facts ---------------------------------------------------------------------------------------


def fact_text(fact: Fact, names: Names) -> str:
    """The function that reads a fact from a position."""
    place = names.fact(fact.name)
    own = [names.local(one.name) for one in fact.parameters]
    lines = [comment(fact), f"function {names.rule(fact.name)}({', '.join(parameters_of(fact, names))}) {{"]
    lines += _held(fact.parameters, names)
    if fact.kind == "pieces":
        return "\n".join([*lines, f"{INDENT}return position.v[{place}];", "}"])
    asked = list_of(own)
    if fact.counts is not None and fact.counts.unordered:
        asked = f"$inOrder({asked})"
    found = f"$read(position.v[{place}], {asked})" if own else f"position.v[{place}]"
    if len(own) == 1 and isinstance(fact.parameters[0].type, _THEMSELVES):
        found = f"$readOf(position.v[{place}], {own[0]})"
    lines.append(f"{INDENT}let found = {found};")
    if made_name(fact.owner) in names.facts_by_name:
        there = f"{own[0]}, position.v[{names.fact(extent_of(fact.owner))}], {quoted(fact.name.partition('.')[2])}"
        lines.append(f"{INDENT}if (found === undefined) $holdThere({there});")
    if fact.default is None:
        lines.append(f"{INDENT}if (found === undefined) $untold({quoted(fact.name)}, {list_of(own)});")
    else:
        write = Writer(names, scope_of(fact.parameters))
        lines.append(f"{INDENT}if (found === undefined) found = {write(fact.default)};")
    return "\n".join([*lines, f"{INDENT}return {within('found', fact.result, fact.name, names)};", "}"])
