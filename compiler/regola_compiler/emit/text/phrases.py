"""Names within a sentence: a heading as a name with its article, or as the clause that it is.

What a reader knows anyway is not said: of what a field is asked where nothing else is of that type.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from regola_dsl.wording import primary_subtag

from regola_compiler.emit.text.lexicon import LEXICONS
from regola_compiler.emit.text.printer import POSTFIX, FragmentKind, Printer
from regola_compiler.emit.text.words.grammar import Noun, definite, denied, denied_within, form_of, joined, some
from regola_compiler.emit.text.words.scopes import Scope, Scopes, Variable, kind_of
from regola_compiler.emit.text.words.titles import Naming
from regola_compiler.ir.tree import Call, Expr, FieldOf, Var
from regola_compiler.ir.types import BoolType, EnumType, HandleType, ListType, RecordType, ScaleType, Type, UnionType

# The facts that a sequence of play gives have no texts of their own.
GIVEN_BY_THE_SEQUENCE = {"phase": "the phase", "active": "who acts"}

Link = tuple[FragmentKind, str, str]
"""What a heading stands for: the kind of its piece, of what it is, and how a file writes it."""


def _vowel(text: str) -> bool:
    return text[:1] in {*"aeiou"} and not text.startswith(("uni", "use", "us ", "eu", "one"))


def _is_something(text: str) -> bool:
    """Whether a clause says what its subject is ("è un'unità aerea"), so that it can stand behind it."""
    return text.lower().startswith(("è un ", "è una ", "è un'", "è un’", "è uno ", "is a ", "is an "))


class Phrases(Printer):
    """Says what things are called in one language."""

    def __init__(self, naming: Naming, tag: str, scope: Scope | None = None, scopes: Scopes | None = None) -> None:
        self.language: Literal["it", "en"] = "it" if primary_subtag(tag) == "it" else "en"
        super().__init__(LEXICONS[self.language])
        self.naming, self.tag, self.scope = naming, tag, scope or Scope()
        self.scopes = scopes or Scopes(naming)
        self.wording = naming.wording(tag)

    # --- variables ---

    def called(self, name: str) -> Noun | None:
        """What a variable is called; None if nothing says so. A second one of the same text is the other."""
        one = self.scope.find(name)
        text = self.scopes.text(one, self.tag) if one else ""
        if not one or not text:
            return None
        noun = self.wording.noun(text)
        if isinstance(one.type, ListType) and not noun.fixed and noun.text.split(" ")[0].endswith("à"):
            noun = replace(noun, plural=True)
        alike = [other.name for other in self.scope.variables if self._name(other) == noun.text]
        place = alike.index(name)
        if not place:
            return noun
        return noun.other(self.language == "it") if place == 1 else replace(noun, text=f"{noun.text} ({place + 1})")

    def _name(self, variable: Variable) -> str:
        return self.wording.noun(self.scopes.text(variable, self.tag)).text

    def variable(self, name: str) -> None:
        """An input or named value within a sentence, with its article."""
        one, noun = self.scope.find(name), self.called(name)
        if name == "value":
            self.say("value")
        elif noun is None or one is None:
            self.add("var", name.replace("_", " "), sign=name)
        elif one.is_condition:
            self.clause(self.scopes.text(one, self.tag), ("var", "", name), ())
        else:
            self.article(noun)
            self.add("var", noun.text, sign=name)

    def article(self, noun: Noun) -> None:
        """The article of a name, joined to the preposition before it where the language does so."""
        article = definite(noun, self.language)
        last = self.pieces[-1] if self.pieces else None
        if self.language == "it" and last and article and (both := joined(last.text, article)):
            self.pieces[-1] = replace(last, text=both)
        else:
            self.text(article)

    def add(self, kind: FragmentKind, text: str, of: str = "", sign: str = "") -> None:
        """A piece; `e` before the same vowel is `ed`."""
        last = self.pieces[-1] if self.pieces else None
        if self.language == "it" and last and last.text.endswith(" e ") and text[:1].lower() in {"e", "è"}:
            self.pieces[-1] = replace(last, text=f"{last.text[:-1]}d ")
        super().add(kind, text, of, sign)

    def introduce(self, name: str) -> None:
        """A variable where it is spoken of for the first time: with an article that says so."""
        noun = self.called(name)
        if noun is None:
            self.variable(name)
        elif self.language == "it":
            self.text(some(noun, "un"))
            self.add("var", noun.text, sign=name)
        else:
            other = noun.text.startswith("other ")
            self.text("an" if other else self.indefinite(noun.text))
            self.add("var", noun.text, sign=name)

    @staticmethod
    def indefinite(text: str) -> str:
        """The English article of one of several."""
        return "an " if _vowel(text.lower()) else "a "

    def argument(self, node: Expr) -> None:
        """What something is asked of, in the brackets behind it."""
        noun = self.called(node.name) if isinstance(node, Var) else None
        if noun is None:
            self.node(node)
        else:
            self.add("var", noun.text, sign=node.name if isinstance(node, Var) else "")

    # --- headings ---

    def noun_of(self, node: Expr) -> Noun | None:
        """What an expression is called, if it is a name."""
        match node:
            case Var():
                return self.called(node.name)
            case FieldOf() | Call(aspect=""):
                return self.heading(node) if self.heading_of(node) else None
            case _:
                return None

    def heading(self, node: FieldOf | Call) -> Noun:
        """What a field or what is asked is called; one thing that has but a name is one, however the name ends."""
        noun = self.wording.noun(self.heading_of(node))
        untold = isinstance(node, Call) and not self.naming.title(node.name, self.tag)
        one = isinstance(self.type_of(node), EnumType | HandleType | RecordType | ScaleType | UnionType)
        return replace(noun, plural=False) if untold and one and noun.plural else noun

    def heading_of(self, node: FieldOf | Call) -> str:
        """The text of a field or of what is asked; empty if it has none. Of a fact of a piece, or else its name."""
        if isinstance(node, Call):
            own = self.naming.title(node.name, self.tag)
            return own or (self.naming.own_name(node.name) if self.naming.is_of_a_piece(node.name) else "")
        if " " in node.record:
            return self.naming.output(node.record, node.name, self.tag)
        own = self.naming.field(node.record, node.name, self.tag)
        return own or self.naming.type(kind_of(self.naming.field_type(node.record, node.name)), self.tag)

    def type_of(self, node: Expr) -> Type | None:
        """The type of a variable, a field or what is asked, where it is known."""
        match node:
            case Var():
                one = self.scope.find(node.name)
                return one.type if one else None
            case FieldOf():
                return self.naming.field_type(node.record, node.name)
            case Call(aspect=""):
                return self.naming.result(node.name)
            case _:
                return None

    def is_clause(self, node: Expr) -> bool:
        """Whether an expression is a yes or no that has a text of its own."""
        if not isinstance(self.type_of(node), BoolType):
            return False
        if isinstance(node, Var):
            return self.called(node.name) is not None
        return isinstance(node, FieldOf | Call) and bool(self.heading_of(node))

    def asked_of(self, node: FieldOf | Call) -> tuple[Expr, ...]:
        """Of what something is asked, without what need not be said."""
        if isinstance(node, Call) and self.naming.is_of_a_piece(node.name):
            return node.arguments
        if isinstance(node, FieldOf):
            cell = " " in node.record and isinstance(node.of, Call)  # the table is said behind it
            return () if cell or self._is_known(node.of) else (node.of,)
        kinds = [kind_of(parameter.type) for parameter in self.naming.inputs(node.name)]
        return tuple(
            argument
            for argument, kind in zip(node.arguments, kinds, strict=False)
            if not (self._is_known(argument) and kinds.count(kind) == 1)
        )

    def _is_known(self, node: Expr) -> bool:
        return isinstance(node, Var) and self.scope.is_only(node.name) and self.called(node.name) is not None

    def say_heading(self, node: FieldOf | Call) -> None:
        """The name of a field or of what is asked with its article, and of what it is asked."""
        noun = self.heading(node)
        self.article(noun)
        kind, owner, sign = self.link_of(node)
        self.add(kind, noun.text, owner, sign)
        self.asked(self.asked_of(node))

    def asked(self, of: tuple[Expr, ...]) -> None:
        """In brackets, of what something is asked; nothing if of nothing."""
        if of:
            self.listed(of, " (", ")")

    def clause(self, title: str, link: Link, of: tuple[Expr, ...], *, holds: bool = True, about: bool = False) -> None:
        """A yes or no as the clause that its heading is, or as its denial; `about` the first of what it is asked of."""
        kind, owner, sign = link
        text, form = self.wording.lowered(title), form_of(title, self.language)
        opposite = denied(text, self.language)
        if form == "place" or (form == "verb" and (holds or opposite)):
            said = of[:1] if about or _is_something(text) else ()
            many = self._subject(said)
            if form == "place":
                self.say(("are" if many else "is") + ("_place" if holds else "_not_place"))
            self.add(kind, text if holds or form == "place" else opposite, owner, sign)
            self.asked(of[len(said) :])
            return
        if not holds and (within := denied_within(text, self.language)):
            self.add(kind, within, owner, sign)
            self.asked(of)
            return
        if not holds:
            self.say("quoted")
        self.add(kind, text, owner, sign)
        self.asked(of)
        if not holds:
            self.say("not_holding")

    def _subject(self, of: tuple[Expr, ...]) -> bool:
        """Of whom a clause speaks, where that must be said; whether they are many."""
        if not of:
            self.say("it")
            return False
        self.at(of[0], POSTFIX)
        self.text(" ")
        noun = self.noun_of(of[0])
        return noun is not None and noun.many

    def say_clause(self, node: Expr, *, holds: bool = True) -> None:
        """A variable, a field or something asked that is a yes or no."""
        if isinstance(node, Var):
            one = self.scope.find(node.name)
            assert one is not None
            self.clause(self.scopes.text(one, self.tag), ("var", "", node.name), (), holds=holds)
        else:
            assert isinstance(node, FieldOf | Call)
            about = isinstance(node, Call) and self.naming.is_of_a_piece(node.name)
            self.clause(self.heading_of(node), self.link_of(node), self.asked_of(node), holds=holds, about=about)
            self.from_table(node)

    def from_table(self, node: FieldOf | Call) -> None:
        """Behind a column of a table, the table it is read from."""
        if isinstance(node, FieldOf) and " " in node.record and isinstance(node.of, Call):
            self.text(" (")
            self.node(node.of)
            self.text(")")

    def link_of(self, node: FieldOf | Call) -> Link:
        """What the heading of an expression stands for."""
        if isinstance(node, Call):
            return "rule", node.name, node.name
        if " " in node.record:
            return "name", "", node.name
        return "field", node.record, node.name
