"""What the play keeps, in words: facts of pieces, lists of pieces, dice, whom a loop has come to, what was done.

None of these has a text that a sentence could take as it stands. A fact of a piece is said as what belongs to it (the
hull of the ship), the list of all pieces by the name of its type, what stands for the time of a phase by its own word
(the side), and a deed that was done by the title of its action.
"""

from __future__ import annotations

from dataclasses import replace
from operator import is_

from msgspec.structs import replace as changed
from regola_dsl.records import dataclass

from regola_compiler.emit.text.phrases import Phrases
from regola_compiler.emit.text.printer import POSTFIX, SHIFT
from regola_compiler.emit.text.words.grammar import Noun, is_infinitive, one_of, plural, some
from regola_compiler.ir.conditions import conjunction
from regola_compiler.ir.tree import Apply, Call, Const, Effect, Expr, Fact, ListOf, Supposed, Var
from regola_compiler.ir.types import BoolType, HandleType, HandleValue, ListType, MemberValue
from regola_compiler.ir.visitor import children, with_children
from regola_compiler.model.names import last_part

# The fact that says where a piece is, which every piece may have.
_PLACE = ".at"


@dataclass(frozen=True, slots=True)
class DeedPattern:
    """What a fact that counts deeds counts: of which action, with which of its inputs, in which phases."""

    action: str
    kept: tuple[str, ...]
    phases: tuple[str, ...]


def counted_deeds(fact: Fact) -> DeedPattern:
    """What a fact counts, of its first action."""
    deed = fact.counts.deeds[0] if fact.counts and fact.counts.deeds else None
    keys = tuple(key.name if isinstance(key, Var) else "" for key in deed.keys) if deed else ()
    return DeedPattern(deed.action if deed else "", keys, fact.life.phases if fact.life else ())


def consecutive(items: tuple[Expr, ...]) -> tuple[int, int] | None:
    """The first and the last of whole numbers that follow one another, if these are several and nothing else."""
    numbers = [item.value for item in items if isinstance(item, Const) and type(item.value) is int]
    if len(numbers) < max(len(items), 3) or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return None
    return numbers[0], numbers[-1]


def is_nothing(node: Expr | None) -> bool:
    """Whether it is the value of what has none."""
    return isinstance(node, Const) and isinstance(node.value, MemberValue) and node.value.of == "none"


class Kept(Phrases):
    """Says in one language what the play keeps."""

    # --- facts that have no text of their own ---

    def call_kept(self, node: Call) -> bool:
        """Says what stands for the time of a phase, the pieces of a type or deeds; whether it is one of these."""
        fact = self.naming.declarations.get(node.name)
        if not isinstance(fact, Fact):
            return False
        match fact.kind:
            case "pieces":
                self.all_pieces(listed_type(fact))
            case "entered" | "rolled":
                self.standing(fact, node.arguments)
            case "counted":
                self.deeds(node, fact)
            case _ if self.naming.is_of_a_piece(node.name):
                self.of_piece(node)
            case _:
                return False
        return True

    def all_pieces(self, type_: str) -> None:
        """All pieces of a type: by its text, else as that many of a kind."""
        title = self.naming.type(type_, self.tag)
        if not title:
            self.say("all_pieces")
            self.add("type", type_.replace("_", " "), type_, type_)
            return
        noun = self.wording.noun(title)
        many = noun if noun.many else plural(noun, self.language)
        self.article(many)
        self.add("type", many.text, type_, type_)

    def standing(self, fact: Fact, of: tuple[Expr, ...]) -> None:
        """A die, or what a phase is played with: with its article, as any input is."""
        noun = self.standing_noun(fact)
        self.article(noun)
        self.add("var", noun.text, sign=last_part(fact.name))
        for place, one in enumerate(of):
            self.say("of_it" if place == 0 else "and")
            self.at(one, POSTFIX)

    def named_standing(self, name: str) -> None:
        """What a phase is played with, or whom a loop has come to, where it is introduced."""
        fact = self.naming.declarations.get(name)
        own = last_part(name)
        self.add("var", self.standing_noun(fact).text if isinstance(fact, Fact) else own.replace("_", " "), sign=own)

    def standing_noun(self, fact: Fact) -> Noun:
        """What a die, or what a phase is played with, is called; the other one where its word is taken."""
        name = last_part(fact.name)
        own = self.naming.title(fact.name, self.tag) or self.scopes.text(
            self.scopes.labelled(name, fact.result), self.tag
        )
        if not own:
            return Noun(name.replace("_", " "), fixed=True)
        noun = self.wording.noun(own)
        taken = any(self._name(other) == noun.text and other.name != name for other in self.scope.variables)
        return noun.other(self.language == "it") if taken else noun

    def counted(self, node: Expr) -> Fact | None:
        """The fact that counts deeds, where that is asked."""
        fact = self.naming.declarations.get(node.name) if isinstance(node, Call) else None
        return fact if isinstance(fact, Fact) and fact.kind == "counted" else None

    def lists_all_of(self, type_: str, name: str) -> bool:
        """Whether a fact is the list of all pieces of a type."""
        fact = self.naming.declarations.get(name)
        return isinstance(fact, Fact) and fact.kind == "pieces" and listed_type(fact) == type_

    def listing(self, items: Expr) -> None:
        """Among what something is that has no name but its own."""
        self.among(items, None, "")

    def among(self, items: Expr, noun: Noun | None, type_: str, rung: int = POSTFIX) -> None:
        """Among what one is that was named before: not said of all pieces of the type that its name is."""
        match items:
            case Call(name=name) if self.lists_all_of(type_, name) and noun is not None:
                known = self.wording.noun(self.naming.type(type_, self.tag).split(",")[0])
                if known.text == noun.text:
                    return
            case ListOf(items=numbers) if (run := consecutive(numbers)) is not None:
                self.say("ranging")
                self.text(str(run[0]))
                self.say("up_to_number")
                self.text(str(run[1]))
                return
        self.say("among")
        self.at(items, rung)

    def deeds(self, node: Call, fact: Fact, *, holds: bool = True) -> None:
        """That something was done in the present playing of a phase, or how often."""
        pattern = counted_deeds(fact)
        asked = isinstance(fact.result, BoolType)
        if not asked:
            self.say("times_done")
        self.deed_title(pattern.action)
        self.asked(node.arguments)
        self.say(("done_in" if holds else "not_done_in") if asked else "times_in")
        self.phases_named(pattern.phases)
        self.say("present_end")

    def deed_title(self, action: str) -> None:
        """An action by its title, between quotation marks."""
        self.say("quote")
        self.add("rule", self.naming.title(action, self.tag) or action.replace("_", " "), action, action)
        self.say("quote_end")

    def phases_named(self, names: tuple[str, ...]) -> None:
        """Phases by their titles."""
        for place, name in enumerate(names):
            if place:
                self.say("or")
            self.phase_named(name)

    def phase_named(self, name: str) -> None:
        """A phase by its title."""
        self.say("quote")
        self.add("phase", self.naming.phase(name, self.tag) or name.replace("_", " ").replace("/", " › "), name, name)
        self.say("quote_end")

    # --- facts of pieces ---

    def of_piece(self, node: Call) -> None:
        """What is printed on a piece or kept of it: of whom it is, is said with it."""
        if self.is_clause(node):
            self.say_clause(node)
            return
        noun = self.heading(node)
        self.article(noun)
        kind, owner, sign = self.link_of(node)
        self.add(kind, noun.text, owner, sign)
        self.say("of_it")
        self.at(node.arguments[0], POSTFIX)

    def piece_clause(self, node: Call, *, holds: bool) -> None:
        """A yes or no of a piece: the piece is what the clause speaks of."""
        self.clause(self.heading_of(node), self.link_of(node), node.arguments, holds=holds, about=True)

    # --- of what type, and whether at all ---

    def kind_asked(self, node: Apply, *, holds: bool = True) -> None:
        """Whether something is of a type."""
        value, type_ = node.operands
        self.at(value, SHIFT, followed=True)
        self.say("is" if holds else "is_not")
        name = type_.value.handle if isinstance(type_, Const) and isinstance(type_.value, HandleValue) else ""
        title = self.naming.type(name, self.tag).split(",")[0]
        noun = self.wording.noun(title or name.replace("_", " "))
        if noun.many:
            self.text(one_of(noun, "un") if self.language == "it" else "one")
            self.say("of_it")
            self.article(noun)
        elif self.language == "it":
            self.text(some(replace(noun, fixed=False), "un"))
        else:
            self.text(self.indefinite(noun.text))
        self.add("type", noun.text, name, name)

    def nothing_asked(self, asked: Expr, *, holds: bool) -> None:
        """Whether something has no value: of the place of a piece, whether it is nowhere."""
        if isinstance(asked, Call) and asked.name.endswith(_PLACE) and self.naming.is_of_a_piece(asked.name):
            self.at(asked.arguments[0], POSTFIX)
            self.say("is_nowhere" if holds else "is_somewhere")
        else:
            self.at(asked, SHIFT, followed=True)
            self.say("has_no_value" if holds else "has_a_value")

    # --- the past and the possible ---

    def supposed(self, node: Supposed) -> None:
        """What is asked of another position: of the past, or of what is possible."""
        if node.value is not None:
            self.at(node.value, SHIFT)
        if node.kind in {"after", "can"}:
            title = self.naming.title(node.of, self.tag) or node.of.replace("_", " ")
            action = self.naming.declarations.get(node.of)
            italian = title if self.language == "it" else action.texts.get("it", "") if action else ""
            verb = is_infinitive(title, italian)
            self.say("after_deed" if node.kind == "after" else "can_verb" if verb else "can_deed")
            if verb:
                self.add("rule", self.wording.lowered(title), node.of, node.of)
            else:
                self.deed_title(node.of)
            self.asked(tuple(node.arguments.values()))
            return
        self.say("at_start" if node.kind == "at_start" else "before")
        self.phase_named(node.of)
        if node.kind == "before":
            self.say("before_end")
        if node.who is not None:
            self.say("start_of")
            self.at(node.who, POSTFIX)


def written_out(effect: Effect) -> Effect:
    """An effect of a shared change as if it stood where it is called: with the values in the place of its names.

    A change that is called on a condition has a binding without a name for it; the others stand for one value each.
    """
    values: dict[str, Expr] = {}
    conditions: list[Expr] = []
    each = []
    for binding in effect.each:
        items = substituted(binding.items, values)
        where = None if binding.where is None else substituted(binding.where, values)
        if "." in binding.variable and isinstance(items, ListOf) and len(items.items) == 1:
            values[binding.variable] = items.items[0]
            conditions += [] if where is None else [where]
        else:
            each.append(changed(binding, items=items, where=where))
    if not values:
        return effect
    own = () if effect.condition is None else (substituted(effect.condition, values),)
    return changed(
        effect,
        arguments=tuple(substituted(one, values) for one in effect.arguments),
        value=None if effect.value is None else substituted(effect.value, values),
        condition=conjunction((*conditions, *own)),
        each=tuple(each),
    )


def substituted(node: Expr, values: dict[str, Expr]) -> Expr:
    """An expression with values in the place of names; the same object where none of them stands in it."""
    if isinstance(node, Var):
        return values.get(node.name, node)
    inner = children(node)
    new = [substituted(part, values) for part in inner]
    return node if all(map(is_, inner, new)) else with_children(node, new)


def listed_type(fact: Fact) -> str:
    """The type of pieces that a fact lists all of."""
    assert isinstance(fact.result, ListType)
    assert isinstance(fact.result.item, HandleType)
    return fact.result.item.name
