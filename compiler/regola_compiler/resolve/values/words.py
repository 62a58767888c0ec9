"""What names mean: a word as a value, a question, a fact of a piece.

Nothing here looks into an expression; what does is in expressions.py.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from regola_dsl import codes as dsl_codes
from regola_dsl import tree
from regola_dsl.diagnostics import Label, Missing, closest, counted, name_list, nearest
from regola_dsl.kinds import OperationName
from regola_dsl.source import Span
from regola_dsl.wording import later, say

from regola_compiler.model.names import extent_of, last_part
from regola_compiler.model.program import Call, Const, Expr, ListLiteral, Var
from regola_compiler.model.types import (
    BOOL,
    ERROR,
    NOTHING,
    NUMBER,
    BoolType,
    DiceType,
    EnumType,
    ErrorType,
    Handle,
    HandleType,
    IntType,
    ListType,
    Member,
    RecordType,
    Type,
    UnionType,
    described,
    domain,
    fits,
    quoted,
    something,
)
from regola_compiler.model.visitor import children
from regola_compiler.resolve import codes
from regola_compiler.resolve.reported.elsewhere import said_elsewhere
from regola_compiler.resolve.scope import Scope, Signature, SymbolTable
from regola_compiler.resolve.values.at_hand import (
    asked_with,
    at_hand,
    input_of_another,
    instead_of_a_field,
    of_a_result,
    of_something_near,
)
from regola_compiler.resolve.values.facts import fact_of, is_of_a_piece
from regola_compiler.resolve.values.misread import a_number, meant_value, ratio_of, stands_here

# How often something is done is a number that starts at nothing; more than this is not told apart in an analysis.
TIMES = IntType(0, 999)
# How many numbers a range lists at most.
MANY_NUMBERS = 1_000
_FRACTION = re.compile(r"(\d{1,18})/(\d{1,18})")


def failed(span: Span) -> Const:
    """What stands for an expression that could not be understood."""
    return Const(0, ERROR, span)


def failed_before(span: Span, names: SymbolTable) -> Const:
    """The same for one that rests on what is not understood: that was told there, and nothing is made of it here."""
    names.told_elsewhere()
    return failed(span)


def resolve_word(node: tree.Word, scope: Scope, expected: Type | None) -> Expr:
    """What a word is at its place: a variable, a value of the type expected, a question, a list of all there are."""
    names = scope.names
    if not node.quoted and node.text in scope.locals:
        return Var(node.text, scope.locals[node.text], node.span)
    if node.quoted and isinstance(put_up := scope.stands.get(node.text), Const) and isinstance(put_up.value, Handle):
        return replace(put_up, span=node.span)
    if not node.quoted and (standing := standing_for(node.text, node.span, scope)) is not None:
        return standing
    if isinstance(expected, UnionType) and (option := _option(node, expected, names)) is not None:
        return resolve_word(node, scope, option)
    if isinstance(expected, EnumType) and (member := member_of(expected, node.text, node.span)):
        return member
    if isinstance(expected, HandleType) and node.quoted:
        if not _is_known(node, expected, names):
            return failed(node.span)
        return Const(Handle(expected.name, node.text), expected, node.span)
    if isinstance(expected, BoolType) and node.text in {"yes", "no"} and not node.quoted:
        return Const(node.text == "yes", BOOL, node.span)
    if isinstance(expected, ErrorType):
        return failed_before(node.span, names)  # what it is held against is not understood
    signature = names.signature(node.text)
    if signature and not signature.parameters and not node.quoted:
        return Call(node.text, (), signature.result, node.span)
    if not node.quoted and (all_of := extent(names.type_called(node.text), node.span)) is not None:
        return all_of
    if node.quoted and (individual := names.individual(node.text)) is not None:
        return Const(Handle(individual.name, node.text), individual, node.span)
    if node.quoted and isinstance(put := scope.stands.get(node.text), Const):
        return replace(put, span=node.span)  # a piece that an example puts up by a name that is no word
    owners = names.enums_with(node.text)
    if len(owners) == 1 or (owners and all(node.text in o.members for o in owners) and len(owners) == 1):
        member = member_of(owners[0], node.text, node.span)
        assert member is not None
        return member
    if len(owners) > 1:
        listed = name_list([owner.name for owner in owners], "and")
        names.report(
            codes.AMBIGUOUS,
            say("`{node}` belongs to {listed}", node=node.text, listed=listed),
            node.span,
            help=say("write `{name}.{node}`", name=owners[0].name, node=node.text),
        )
        return failed(node.span)
    if match := _FRACTION.fullmatch(node.text):
        if int(match[2]) == 0:
            names.report(codes.TYPE_MISMATCH, say("`{node}` divides by zero", node=node.text), node.span)
            return failed(node.span)
        return Const(Fraction(int(match[1]), int(match[2])), NUMBER, node.span)
    if (individual := names.individual(node.text)) is not None and signature is None:
        return Const(Handle(individual.name, node.text), individual, node.span)  # one that rules make
    if signature:
        names.report(
            codes.WRONG_ARGUMENTS,
            say("`{node}` needs {arity}", node=node.text, arity=arity(signature)),
            node.span,
            related=(Label(signature.span, say("declared here")),),
            help=_asked_here(signature, scope),
        )
        return failed(node.span)
    if names.trying:
        return failed_before(node.span, names)  # whether it fits is asked, and not what else was meant
    rolled = next((one for one in names.signed_as(node.text) if one.kind == "rolled"), None)
    if rolled is not None:
        names.report(
            codes.UNKNOWN_NAME,
            say("what `{node}` shows is not known here", node=node.text),
            node.span,
            say("asked here"),
            related=(Label(rolled.span, say("rolled here")),),
            help=say("the effects of the same deed know it; a choice that is made after a roll is another action"),
            missing=Missing("name", node.text),
        )
        return failed(node.span)
    candidates, kind, owner = [*scope.locals, *scope.stands], "name", ""
    wanted = _list_of(expected)
    if wanted is not None:
        kept = names.answering((wanted, expected))
        candidates, kind, owner = [*wanted.members, *scope.locals, *kept], "value", wanted.name
    else:
        candidates += [known.name for known in names.signed()]
        candidates += [one for enum in names.enums() for one in enum.members if _may_be_of(enum, expected)]
        candidates += [name for name in names.type_names() if extent(names.type_called(name), node.span) is not None]
        candidates += ["true", "false"] if isinstance(expected, BoolType) else []
        candidates += [
            label.removeprefix("piece ")
            for label, one in names.signatures.items()
            if label.startswith("piece ") and _may_be_of(one.result, expected)
        ]

    def meant() -> str:
        found = (
            _numbered(node, candidates)
            or _none_here(node, expected)
            or _of_another_sort(node, expected)
            or _misread(node, expected, candidates)
            or _meant_here(node, candidates, scope)
            or _of_the_type(node, expected, candidates, scope)
        )
        close = found or node.quoted or nearest(node.text, candidates)
        return found if close else _due_here(node, expected, candidates)

    names.unknown(kind, node.text, node.span, candidates, meant, owner=owner, fit=expected)
    return failed(node.span)


def _numbered(node: tree.Word, candidates: Sequence[str]) -> str:
    """The pieces that have a name in quotation marks and a number behind it: `"Patrol 1"` for `"Patrol"`."""
    alike = re.compile(rf"{re.escape(node.text)} \d+")
    several = [quoted(one) for one in candidates if node.quoted and alike.fullmatch(one)]
    return say(SEVERAL, names=name_list(several, "or", most=_FEW)) if several else ""


def _list_of(expected: Type | None) -> EnumType | None:
    """The enum or scale of which a value is due at a place, or one or nothing; None of any other type."""
    wanted = expected and something(expected)
    return wanted if isinstance(wanted, EnumType) and wanted != NOTHING else None


def _may_be_of(type_: Type, expected: Type | None) -> bool:
    """Whether a value of a type may stand where one of another is due, or nobody knows what is."""
    return expected is None or isinstance(expected, BoolType) or fits(type_, expected)


def _asked_here(signature: Signature, scope: Scope) -> str:
    """How something that was named alone is asked with what is at hand."""
    name = last_part(signature.name)
    handed = asked_with(signature, scope)
    if is_of_a_piece(signature):
        owners = at_hand(signature.parameters[0].type, scope)
        if len(owners) == 1:
            return say("write `{asked}.{called}`", asked=owners[0], called=name)
        others = [] if owners else at_hand(signature.result, scope)
        if len(others) == 1:
            return say("what is asked of here is `{other}`: write `{other}`", other=others[0])
        return say(
            "say of which {type} it is asked: `{asked}.{called}`",
            type=f"`{signature.parameters[0].type}`",
            asked=handed[0],
            called=name,
        )
    return say("write {shape}", shape=shape(name, handed))


# What stands for something that was spoken of before.
_PRONOUNS = frozenset("it they this that these those its he she one".split())


def _of_the_type(node: tree.Word, expected: Type | None, candidates: Sequence[str], scope: Scope) -> str:
    """What to write where a word stands for something at hand, or for a column of a table; nothing for others."""
    if node.quoted or nearest(node.text, list(candidates)):
        return ""
    if isinstance(expected, EnumType) and node.text in _PRONOUNS:
        here = at_hand(expected, scope)
        return say("write `{way}`", way=here[0]) if len(here) == 1 else ""
    if (known := input_of_another(node.text, expected, scope)) is not None:
        return say(
            "`{name}` is an input of something else; what is known here of its type is `{here}`: write `{here}`",
            name=node.text,
            here=known,
        )
    way = of_a_result(node.text, scope) or of_something_near(node.text, scope)
    return say("write `{way}`", way=way) if way else ""


# What is said of pieces that have a number in their names; of more than a few the first are named.
SEVERAL, _FEW = later("several are called so, each with a number: write {names}"), 3
# What is said where a piece or a place is due.
CALLED_SO = later("no `{type}` is called so here: `with {name}: {type}(…)`")


def _due_here(node: tree.Word, expected: Type | None, candidates: Sequence[str]) -> str:
    """What stands where nothing is known of a word: a number of some, or a piece, which must be put up before."""
    if isinstance(expected, HandleType):
        return say(CALLED_SO, type=expected.name, name=node.text)
    if isinstance(expected, DiceType) and not node.quoted:
        return say(
            "what a die shows is rolled on a line above, in an action or a phase: `roll {name}: {die}`; "
            "elsewhere it is an input: `{name}: {die}`",
            name=node.text,
            die=replace(expected, modified=False),
        )
    # A word of another language for a number is told by itself, and so is a calculation without blanks.
    return "" if said_elsewhere("name", node.text, candidates) else stands_here(expected)


def _misread(node: tree.Word, expected: Type | None, candidates: Sequence[str]) -> str:
    """What to write for a word that was mistyped, as far as its type tells; nothing where a name is spelt almost so."""
    if not isinstance(expected, EnumType) and nearest(node.text, list(candidates)):
        return ""
    return meant_value(node.text, expected, quoted=node.quoted)


# What is asked, or compared, and is no name of several words.
_COMPARED = re.compile(r"\w\([^()]*\)|(?:^|\s)(?:[<>=]=?|is)\s")


# Two names with a sign between them that was to calculate.
_CALCULATED = re.compile(r"([^\W\d]\w*)[-/]([^\W\d]\w*)")
_TRUTHS = frozenset("yes no yes_no true_false".split())


def _of_another_sort(node: tree.Word, expected: Type | None) -> str:
    """What is due where a yes or a no stands, or a calculation that comes to no value of a scale; nothing of others."""
    if node.quoted:
        return ""
    if node.text.casefold() in _TRUTHS:
        return a_number(node.text, expected)
    parts = _CALCULATED.fullmatch(node.text)
    return ratio_of(parts[1], parts[2], expected) if parts else ""


def _none_here(node: tree.Word, expected: Type | None) -> str:
    """What to write where something is nothing that cannot be: its type has to say so."""
    if node.text != "none" or node.quoted or expected is None:
        return ""
    return say("what may be nothing says so in its type: `{type} or none`", type=expected)


def _meant_here(node: tree.Word, candidates: Sequence[str], scope: Scope) -> str:
    """What to write for a word that is the type, or a field, of something that is known here; nothing for others."""
    if node.quoted and (scope.knows(node.text) or scope.names.signature(node.text) is not None):
        return say("write `{name}` without quotation marks: it is a name", name=node.text)
    if node.quoted and nearest(node.text, list(candidates)):
        return ""
    if node.quoted and _COMPARED.search(node.text):
        return say("if it is asked of the rules, leave out the quotation marks: `{text}`", text=node.text)
    if node.quoted:
        return say('to write a text, say its language: `en "…"`') if " " in node.text else ""
    if nearest(node.text, list(scope.locals)):
        return ""
    typed = [name for name, type_ in scope.locals.items() if str(type_).casefold() == node.text.casefold()]
    if len(typed) == 1:
        return say(
            "`{name}` is what this is called here: write `{name}`, or what is asked of it: `{name}.…`", name=typed[0]
        )
    with_field = [
        name
        for name, type_ in scope.locals.items()
        if (isinstance(type_, RecordType) and node.text in dict(type_.fields)) or fact_of(type_, node.text, scope.names)
    ]
    return say("write `{name}.{field}`", name=with_field[0], field=node.text) if len(with_field) == 1 else ""


# How programs ask for the value of a scale that a number reaches.
_REACHED = dict.fromkeys(
    "floor rounddown round_down lower below atmost at_most of from".split(),
    later("write `the last of {scale} at most …`"),
) | dict.fromkeys(
    "ceil ceiling roundup round_up upper above atleast at_least".split(),
    later("write `the first of {scale} at least …`"),
)


def reached(called: str, expected: Type | None) -> str:
    """What to write where a number is rounded and a value of a scale is due; nothing elsewhere."""
    if not isinstance(expected, EnumType) or not expected.ordered or called.casefold() not in _REACHED:
        return ""
    return say(_REACHED[called.casefold()], scale=expected.name)


def called_as_a_method(node: tree.Call, scope: Scope) -> str:
    """What to write where something is called as programs call it, `c.get_load()` or `c.speed()`; nothing elsewhere."""
    owner, _, name = node.name.text.rpartition(".")
    scale = scope.names.enum(owner)
    if scale is not None and scale.ordered and name.casefold() in _REACHED:
        return say(_REACHED[name.casefold()], scale=owner)
    type_ = scope.locals.get(owner)
    if type_ is None:
        return ""
    for field in (name, re.sub(r"^(?:get|is|has)_?", "", name)):
        for known in (field, field[:1].lower() + field[1:]):
            if (isinstance(type_, RecordType) and known in dict(type_.fields)) or fact_of(type_, known, scope.names):
                return say("write `{name}.{field}`", name=owner, field=known)
            if scope.names.signature(known) is not None:
                asked = ", ".join([owner, *["…"] * len(node.arguments)])
                return say("write `{other}`", other=f"{known}({asked})")
    return ""


def in_library(node: tree.Expr, scope: Scope) -> tree.Word | None:
    """The name of something in a library, `hexes.first`, as the word it is; None of anything else."""
    if not isinstance(node, tree.FieldOf) or not isinstance(node.record, tree.Word) or node.record.quoted:
        return None
    library, names = node.record.text, scope.names
    if library in scope.locals or library in scope.stands:
        return None
    name = f"{library}.{node.field.text}"
    if names.type_called(name) is None:
        signature = names.signature(name)
        if signature is None or signature.kind in {"entered", "rolled"} or names.type_called(library) is not None:
            return None
    return tree.Word(name, node.span)


def is_bare_value(node: tree.Expr, scope: Scope) -> bool:
    """Whether a word names neither something at hand nor something that can be asked with nothing more."""
    if not isinstance(node, tree.Word) or (scope.knows(node.text) and not node.quoted):
        return False
    signature = scope.names.signature(node.text)
    return node.quoted or signature is None or bool(signature.parameters)


def named_by_data(type_: str) -> str:
    """What says that sheets or maps name all pieces of a type; no declaration can have such a name."""
    return f"names of {type_}"


def _is_known(node: tree.Word, type_: HandleType, names: SymbolTable) -> bool:
    """Whether there can be a piece of this name: where a sheet or a map names them, only what stands on one."""
    if not type_.individuals or names.signature(named_by_data(type_.name)) is None:
        return True
    if names.individual(node.text) == type_:
        return True
    known = [name for name, one in names.signatures.items() if name.startswith("piece ") and one.result == type_]
    names.unknown("piece", node.text, node.span, [name.removeprefix("piece ") for name in known], owner=str(type_))
    return False


def standing_for(word: str, span: Span, scope: Scope) -> Expr | None:
    """What a word stands for at this place: a fact with no arguments, or a value."""
    meant = scope.stands.get(word)
    if meant is None:
        return None
    if not isinstance(meant, str):
        return replace(meant, span=span)
    signature = scope.names.signature(meant)
    if signature is None:
        return failed(span)
    return None if signature.parameters else Call(meant, (), signature.result, span)


def _option(node: tree.Word, union: UnionType, names: SymbolTable) -> Type | None:
    """The type of a bare value where one of several is asked for."""
    if node.quoted and (individual := names.individual(node.text)) is not None:
        return individual if individual in union.options else None
    found: list[Type] = [
        option for option in union.options if isinstance(option, EnumType) and option.index(node.text) is not None
    ]
    found += [option for option in union.options if isinstance(option, HandleType) and node.quoted]
    return found[0] if len(found) == 1 else None


def extent(type_: Type | None, span: Span) -> Expr | None:
    """All values of a type, as a list, where they can be gone through: of pieces, those that there are."""
    match type_:
        case HandleType(individuals=True):
            return Call(extent_of(type_.name), (), ListType(type_), span)
        case EnumType(open_below=False, open_above=False):
            values = tuple(Const(value, type_, span) for value in domain(type_) or ())
            return ListLiteral(values, ListType(type_), span)
        case _:
            return None


def member_of(type_: EnumType, label: str, span: Span) -> Const | None:
    """The constant for the member written `label`, if the type has it."""
    index = type_.index(label)
    return None if index is None else Const(Member(type_.name, index), type_, span)


def piece_fact(piece: Expr, node: tree.FieldOf, scope: Scope) -> Expr:
    """A fact of a piece. What is perhaps no piece, or one of another type, must be one where it is asked."""
    names = scope.names
    options = piece.type.options if isinstance(piece.type, UnionType) else (piece.type,)
    found = [fact for option in options if (fact := fact_of(option, node.field.text, names)) is not None]
    if len(found) == 1:
        return Call(found[0].name, (piece,), found[0].result, node.span)
    if len(found) > 1:
        names.report(
            codes.AMBIGUOUS,
            say(
                "`{field}` is a fact of {listed}",
                field=node.field.text,
                listed=name_list([str(fact.parameters[0].type) for fact in found], "and"),
            ),
            node.field.span,
            help=say("ask first which it is: `… is a {parameters}`", parameters=found[0].parameters[0].type),
        )
        return failed(node.span)
    if not any(isinstance(option, HandleType) and option.individuals for option in options):
        names.report(
            codes.TYPE_MISMATCH,
            say("{piece} has no fields", piece=described(piece.type)),
            node.record.span,
            say("not a record"),
        )
        return failed(node.span)
    known = [
        last_part(signature.name)
        for signature in names.signed()
        if is_of_a_piece(signature) and signature.parameters[0].type in options
    ]
    meant = instead_of_a_field(node, piece.type, scope)
    names.unknown("field", node.field.text, node.field.span, known, meant, owner=str(piece.type))
    return failed(node.span)


def counted_name(action: str, pattern: Sequence[str], phase: str, *, times: bool) -> str:
    """What the fact is called in which deeds are counted; no declaration can have such a name."""
    return f"{'times' if times else 'done'} {action}({', '.join(pattern)}) in {phase}"


def arity(signature: Signature) -> str:
    """How many arguments something takes, and which, as a reader is told."""
    if not signature.parameters:
        return say("no arguments")
    names = name_list([parameter.name for parameter in signature.parameters], "and")
    return say("{arguments}: {names}", arguments=counted(len(signature.parameters), "argument"), names=names)


def shape(name: str, parts: list[str]) -> str:
    """How something is written with what belongs in its brackets."""
    return f"`{name}({', '.join(parts)})`" if parts else f"`{name}`"


def mentions(expression: Expr, name: str) -> bool:
    """Whether an expression reads the variable `name`."""
    if isinstance(expression, Var):
        return expression.name == name
    return isinstance(expression.type, ErrorType) or any(mentions(child, name) for child in children(expression))


def number_range(node: tree.Operation, scope: Scope) -> Expr:
    """The whole numbers from one to another, as a list."""
    low, high = node.operands
    assert isinstance(low, tree.Number)
    assert isinstance(high, tree.Number)
    if not 0 <= high.numerator - low.numerator < MANY_NUMBERS:
        backwards = high.numerator < low.numerator
        scope.names.report(
            dsl_codes.SYNTAX_ERROR if backwards else dsl_codes.TOO_LARGE,
            say(
                "the range runs backwards: {low} to {high}",
                low=low.numerator,
                high=high.numerator,
            )
            if backwards
            else say("this list has more than {many_numbers:,} numbers", many_numbers=MANY_NUMBERS),
            node.span,
            help=say("write {high}..{low}", high=high.numerator, low=low.numerator) if backwards else "",
        )
        return failed(node.span)
    type_ = IntType(low.numerator, high.numerator)
    numbers = tuple(Const(number, type_, node.span) for number in range(low.numerator, high.numerator + 1))
    return ListLiteral(numbers, ListType(type_), node.span)


# Words of the language that may stand in the middle of a name.
_WITHIN = {OperationName.IN: "in", OperationName.AND: "and", OperationName.OR: "or", OperationName.IS: "is"}


def _in_one_word(expression: tree.Expr, expected: EnumType) -> str:
    """The value that is written in several words, of which one is taken for a word of the language; nothing else."""
    match expression:
        case tree.Operation(operator=operator, operands=(tree.Word() as left, tree.Word() as right)):
            joined = f"{left.text}_{_WITHIN.get(operator, '')}_{right.text}"
            return joined if joined in expected.members else ""
    return ""


def hidden_member(expression: tree.Expr, expected: Type) -> str:
    """What to do where a name stands for something else than the value that is called so; nothing where it does not."""
    if not isinstance(expected, EnumType):
        return ""
    if joined := _in_one_word(expression, expected):
        return say("a name is one word: write `{name}`", name=joined)
    if not isinstance(expression, tree.Word) or expression.text not in expected.members:
        return ""
    return say("a name of yours hides the value `{expression}` here: give it another name", expression=expression.text)


def near_member(expression: tree.Expr, expected: Type) -> str:
    """The value that a word was meant to be which is one of another list: `german` for `germany`; nothing elsewhere."""
    if not isinstance(expected, EnumType) or not isinstance(expression, tree.Word) or expression.quoted:
        return ""
    close = closest(expression.text, expected.members)
    return say("did you mean `{close}`?", close=close) if close else ""
