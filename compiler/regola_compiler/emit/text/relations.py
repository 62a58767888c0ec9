"""How things compare and how many there are, in words: equal, one of several, less, after; some, none, every one."""

from __future__ import annotations

from regola_dsl.kinds import FoldKind

from regola_compiler.emit.text.kept import Kept, is_nothing
from regola_compiler.emit.text.printer import NOT, POSTFIX, QUANTIFIERS, SHIFT, SUM
from regola_compiler.emit.text.words.grammar import Noun, definite, one_of, plural, some
from regola_compiler.emit.text.words.scopes import kind_of
from regola_compiler.ir.tree import And, Apply, Call, Const, Expr, Fold, Or
from regola_compiler.ir.types import MemberValue
from regola_compiler.model.kinds import COMPARISONS, Operator

# What is denied by saying the opposite: numbers and scales are wholly ordered.
_OPPOSITES: dict[Operator, str] = {
    Operator.LESS: ">=",
    Operator.LESS_EQUAL: ">",
    Operator.GREATER: "<=",
    Operator.GREATER_EQUAL: "<",
    Operator.UNEQUAL: "==",
}


class Relations(Kept):
    """Says what holds between things in one language."""

    def negation(self, denied: Expr, followed: bool) -> None:
        """The opposite of a condition; denied twice it is said plainly."""
        match denied:
            case Apply(operator=Operator.IS_A):
                self.kind_asked(denied, holds=False)
            case Call() if (fact := self.counted(denied)) is not None:
                self.deeds(denied, fact, holds=False)
            case Apply(operator=Operator.NOT):
                self.at(denied.operands[0], NOT, followed=followed)
            case Apply() if denied.operator in _OPPOSITES:
                self.binary(denied, _OPPOSITES[denied.operator], followed)
            case Fold(kind=FoldKind.ANY | FoldKind.NO):
                other = FoldKind.NO if denied.kind == FoldKind.ANY else FoldKind.ANY
                self.at(Fold(other, denied.variable, denied.items, denied.where, denied.value), NOT, followed=followed)
            case _ if self.is_clause(denied):
                self.say_clause(denied, holds=False)
            case _:
                super().negation(denied, followed)

    def binary(self, node: Apply, sign: str, followed: bool) -> None:
        """Two operands with a sign between them; that something is so or not is said as an answer."""
        asked, value = node.operands
        answer = value.value if isinstance(value, Const) and isinstance(value.value, bool) else None
        if is_nothing(value) and sign in {"==", "not ==", "!="}:
            self.nothing_asked(asked, holds=sign == "==")
        elif answer is not None and self.is_clause(asked) and sign in {"==", "not ==", "!="}:
            self.say_clause(asked, holds=answer == (sign == "=="))
        elif answer is not None and sign == "==":
            super().binary(node, "answer", followed)
        elif sign == "==" and self._is_condition(asked):
            super().binary(node, "iff", followed)
        elif f"{sign} number" in self.lexicon and (way := self._measure(value)):
            self.at(asked, SHIFT, followed=True)
            opposite = _OPPOSITES[Operator(sign)] if way == "member" and sign in {"<=", ">="} else ""
            self.say(("are" if self._many(asked) else "is") + ("_not" if opposite else ""))
            self.say(f"{opposite or sign} {way}")
            self.at(value, SHIFT, followed=followed)
        elif isinstance(value, Const) and isinstance(value.value, MemberValue):
            self.at(asked, SHIFT, followed=True)
            self.say(self.agreeing(asked, sign))
            self.operand(value)
        else:
            super().binary(node, self.agreeing(asked, sign), followed)

    def operand(self, value: Expr) -> None:
        """What something is compared with: a name of its own has the article that the game's texts give it."""
        self.at(value, SHIFT)
        member = self.pieces[-1]
        noun = self.wording.articled(member.text) if isinstance(value, Const) and member.kind == "value" else None
        if noun is not None and (article := definite(noun, self.language)):
            self.pieces.pop()
            self.text(article)
            self.pieces.append(member)

    def _is_condition(self, node: Expr) -> bool:
        if isinstance(node, Apply):
            return node.operator in COMPARISONS | {Operator.NOT, Operator.IN, Operator.CONTAINS}
        return isinstance(node, And | Or) or self.is_clause(node)

    def _measure(self, node: Expr) -> str:
        """How a fixed value is compared with: as a number, or as a place in an order; empty if it is not fixed."""
        if not isinstance(node, Const):
            return ""
        if isinstance(node.value, MemberValue):
            member = self.naming.members(node.value.of).get(node.value.member)
            return "member" if member and member.texts and not member.printed else "number"
        return "number"

    def _many(self, node: Expr) -> bool:
        noun = self.noun_of(node)
        return noun is not None and noun.many

    def agreeing(self, node: Expr, sign: str) -> str:
        """The word between two operands in the number of the first."""
        return f"many {sign}" if f"many {sign}" in self.lexicon and self._many(node) else sign

    def choice(self, node: Apply, word: str) -> None:
        """One of several values; of one, that it is this one."""
        asked, *values = node.operands
        self.at(asked, SHIFT, followed=True)
        if len(values) == 1:
            self.say(self.agreeing(asked, "==" if word == "in" else "not =="))
            self.operand(values[0])
            return
        self.say(self.agreeing(asked, word))
        self.text(self.lexicon["choices"])
        for place, value in enumerate(values):
            if place:
                last = word == "not in" or place + 1 == len(values)
                self.text(self.lexicon["choice_nor" if word == "not in" else "choice_or"] if last else ", ")
            self.operand(value)
        self.text(self.lexicon["choices_end"])

    # --- lists ---

    def fold(self, node: Fold) -> None:
        """What is made of a list: at least one, none, every one, how many, how much."""
        before = self.scope
        one = self.scopes.item(node, before)
        inside = before.within(one)
        self.scope = inside
        noun = self.called(node.variable)
        if noun is None:
            super().fold(node)
            self.scope = before
            return
        self._quantity(node, noun)
        self.scope = before
        self.among(node.items, noun, kind_of(one.type))
        self.scope = inside
        if node.where is not None:
            quantified = node.kind in QUANTIFIERS
            self.say(f"{node.kind}_where" if quantified else "where")
            self.at(node.where, NOT if quantified or node.kind == FoldKind.THOSE else POSTFIX)
        self.scope = before

    def _quantity(self, node: Fold, noun: Noun) -> None:
        if node.value is not None:
            self.say(node.kind if node.kind == FoldKind.SUM else f"fold_{node.kind}")
            self.at(node.value, SUM, followed=True)
            self.say("for")
            self.introduce(node.variable)
        elif node.kind == FoldKind.COUNT:
            self.say("number_of")
            self.add("var", plural(noun, self.language).text, sign=node.variable)
        elif node.kind == FoldKind.THOSE:
            many = noun if noun.many else plural(noun, self.language)
            self.article(many)
            self.add("var", many.text, sign=node.variable)
        elif noun.many:  # a kind that is called by all of it: "at least one among the powers"
            words = self.lexicon[f"{node.kind}_many"]
            self.add("word", one_of(noun, words) if self.language == "it" else words)
        else:
            words = self.lexicon[f"{node.kind}_one"]
            it = self.language == "it" and node.kind != FoldKind.ALL
            self.add("word", some(noun, words) if it else words)
            self.add("var", noun.text, sign=node.variable)
