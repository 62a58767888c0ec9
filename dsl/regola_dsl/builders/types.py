"""What is made of the rules for texts, types, enums, scales and records: a method for each."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from regola_dsl import codes, tree
from regola_dsl.builders.expressions import Parts, unquote
from regola_dsl.builders.parts import anchors_in, items_of, of_kind
from regola_dsl.builders.rules import RuleBuilder
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.kinds import TypeKind
from regola_dsl.signs import steering, visible
from regola_dsl.source import Span
from regola_dsl.wording import say

# A ratio as it is printed elsewhere.
_RATIO = re.compile(r"(\d+)[:/](\d+)")
# So many ratios are shown as they are written here.
_SHOWN = 12
# How a language is named in front of a text, and what it is called by who does not know that.
_TAG = re.compile(r"[a-z]{2,3}(?:-\w+)*")
_TAGS = {
    "english": "en",
    "inglese": "en",
    "italian": "it",
    "italiano": "it",
    "german": "de",
    "deutsch": "de",
    "french": "fr",
    "français": "fr",
    "spanish": "es",
    "español": "es",
}


class TypeBuilder(RuleBuilder):
    """Builds texts and types; `TableBuilder` adds tables.

    Attributes:
        texts: All texts in it, in the order in which they stand: who asks for their languages walks no tree.
        anchors: All sections that are cited in it, in that order too.
    """

    def __init__(self, file: str, found: list[Diagnostic]) -> None:
        super().__init__(file, found)
        self.texts: list[tree.Text] = []
        self.anchors: list[tree.Anchor] = []

    def text(self, parts: Parts, span: Span) -> tree.Text:
        """One text, and behind a stroke its short form."""
        language, text, _, short = parts
        if not _TAG.fullmatch(language.text):
            meant = _TAGS.get(language.text.casefold(), language.text.casefold())
            help_text = say(
                "write `{tag}`: `{tag} {text}`", tag=meant if _TAG.fullmatch(meant) else "en", text=text.text
            )
            message = say("`{tag}` is not how a language is called in front of its text", tag=language.text)
            self._found.append(Diagnostic(codes.SYNTAX_ERROR, message, language.span, help=help_text))
        made = tree.Text(language.text, unquote(text.text), span, unquote(short.text) if short else "")
        self.texts.append(made)
        return made

    def text_line(self, parts: Parts) -> list[tree.Text]:
        """A line of texts."""
        return list(parts)

    # --- types ---

    def bound(self, parts: Parts) -> int:
        """A signed bound."""
        return -int(parts[1].text) if len(parts) == 2 else int(parts[0].text)

    def range(self, parts: Parts) -> tuple[int, int]:
        """A range's two ends."""
        return parts[0], parts[1]

    def _type(self, span: Span, kind: TypeKind, limits: tuple[int, int] | None = None, **more: Any) -> tree.TypeName:
        low, high = limits or (None, None)
        if low is not None and high is not None and low > high:
            self._found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    say("the range runs backwards: {low} to {high}", low=low, high=high),
                    span,
                    help=say("write `{meant}`", meant=f"{high}..{low}"),
                )
            )
            low, high = high, low  # what was meant: no type may be empty
        return tree.TypeName(kind, span, low=low, high=high, **more)

    def int_type(self, parts: Parts, span: Span) -> tree.TypeName:
        """`int 0..20`."""
        return self._type(span, "int", parts[0])

    def bool_type(self, _parts: Parts, span: Span) -> tree.TypeName:
        """`bool`."""
        return self._type(span, "bool")

    def number_type(self, _parts: Parts, span: Span) -> tree.TypeName:
        """`number`."""
        return self._type(span, "number")

    def dice_type(self, parts: Parts, span: Span) -> tree.TypeName:
        """`2d6`."""
        return self._type(span, "dice", name=parts[0].text)

    def modified_type(self, parts: Parts, span: Span) -> tree.TypeName:
        """`modified d6 1..8`."""
        return self._type(span, "modified", parts[1], name=parts[0].text)

    def list_type(self, parts: Parts, span: Span) -> tree.TypeName:
        """`list of Unit from 1 up to 6`."""
        item, least, most = parts
        low, high = int(least.text) if least else 0, int(most.text) if most else None
        return tree.TypeName("list", span, low=low, high=high, item=item)

    def named_type(self, parts: Parts, span: Span) -> tree.TypeName:
        """A declared type."""
        return self._type(span, "named", name=parts[0].text)

    def field(self, parts: Parts) -> tree.Field:
        """A field, or a table's output."""
        return tree.Field(parts[0], parts[1], parts[2])

    def field_line(self, parts: Parts) -> tree.Field:
        """A field with its anchors and texts."""
        field = parts[0]
        return tree.Field(field.name, field.type, field.default, anchors_in(parts), self._texts(parts))

    def union_type(self, parts: Parts, span: Span) -> tree.TypeName:
        """`Space or Unit or none`."""
        return tree.TypeName("union", span, options=tuple(parts))

    def param(self, parts: Parts) -> tree.Field:
        """A parameter."""
        return tree.Field(parts[0], parts[1], among=parts[2])

    def group_param(self, parts: Parts, span: Span) -> tree.Field:
        """A parameter that is several of a list."""
        name, least, most, items = parts
        low = self._integer(least)
        high = low if most is None else self._integer(most)
        return tree.Field(name, tree.TypeName("group", span, low=low, high=high), among=items)

    def params(self, parts: Parts) -> list[tree.Field]:
        """The parameters."""
        return [part for part in parts if part is not None]

    def columns(self, parts: Parts) -> list[tree.Field]:
        """A table's several outputs."""
        return list(parts)

    # --- types declared ---

    def member(self, parts: Parts) -> tree.Member:
        """A value of an enum or scale."""
        word = parts[0]
        if not isinstance(word, tree.Name):
            text = unquote(word.text) if word.terminal == "STRING" else word.text
            if (sign := steering(text)) is not None:
                code = f"U+{ord(sign):04X}"
                message = say("a value is a word on one line: it cannot hold the sign {code}", code=code)
                self._found.append(Diagnostic(codes.BAD_CHARACTER, message, word.span, help=say("remove it")))
            word = tree.Name(visible(text, keep=""), word.span)
        return tree.Member(word, parts[1], anchors_in(parts[2:]), self._texts(parts[2:]))

    def member_line(self, parts: Parts) -> list[tree.Member]:
        """A line of members; texts below it are the last one's."""
        members = list(of_kind(parts, tree.Member))
        if below := self._texts([part for part in parts if isinstance(part, list)]):
            members[-1] = replace(members[-1], texts=(*members[-1].texts, *below))
        return members

    def enum(self, parts: Parts, span: Span) -> tree.Enum:
        """An enum."""
        return tree.Enum(parts[0], anchors_in(parts), self._texts(parts), items_of(parts, tree.Member), span)

    def open_both(self, _parts: Parts) -> tuple[bool, bool]:
        """Open at both ends."""
        return True, True

    def open_above(self, _parts: Parts) -> tuple[bool, bool]:
        """Open past the last member."""
        return False, True

    def open_below(self, _parts: Parts) -> tuple[bool, bool]:
        """Open before the first member."""
        return True, False

    def scale(self, parts: Parts, span: Span) -> tree.Enum:
        """A scale."""
        name, ratios, ends = parts[0], parts[1] is not None, parts[2] or (False, False)
        rest = parts[3:]
        for member in items_of(rest, tree.Member) if ratios else ():
            if (told := _RATIO.fullmatch(member.name.text)) is not None:
                message = say("`{ratio}` is not how a ratio is written here", ratio=member.name.text)
                meant = f"{told[1]}-{told[2]}"
                others = [one.name.text for one in items_of(rest, tree.Member)]
                if len(others) <= _SHOWN:
                    meant = ", ".join(_RATIO.sub(r"\1-\2", one) for one in others)
                help_text = say("write `{meant}`", meant=meant)
                self._found.append(Diagnostic(codes.SYNTAX_ERROR, message, member.name.span, help=help_text))
                break
        return tree.Enum(
            name,
            anchors_in(rest),
            self._texts(rest),
            items_of(rest, tree.Member),
            span,
            True,
            ratios,
            *ends,
        )

    def record(self, parts: Parts, span: Span) -> tree.Record:
        """A record type."""
        fields = tuple(part for part in parts if isinstance(part, tree.Field))
        return tree.Record(parts[0], anchors_in(parts), self._texts(parts), fields, span)
