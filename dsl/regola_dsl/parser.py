"""From a source text to surface trees.

A file falls apart into declarations at column 0, and each is parsed alone: a mistake in one is
reported and the next is still read. The grammar is in grammar.lark; this module feeds it tokens,
deciding for each word whether it is a keyword *there*, and says what was expected where it stops.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from lark import Lark, Token, Tree
from lark import __version__ as lark_version
from lark.exceptions import UnexpectedInput
from lark.parsers.lalr_interactive_parser import InteractiveParser

from regola_dsl import cache as results
from regola_dsl import codes
from regola_dsl.builders.declarations import Builder
from regola_dsl.builders.expressions import AnchoredToken
from regola_dsl.declarations import KINDS, WORDS, Block, Cut, cut
from regola_dsl.diagnostics import Diagnostic, nearest
from regola_dsl.lexer import RawToken, lex
from regola_dsl.source import NOWHERE, Source, Span
from regola_dsl.tree import Declaration, Expr

MAX_LINE_TOKENS = 3_000

# A line of MAX_LINE_TOKENS operators nests that deep, a few Python frames each.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 10 * MAX_LINE_TOKENS))

# Words that are one of several terminals, depending on where they stand.
_CLASSES = {
    "POLICY": ("unique", "first", "sum", "all"),
    "EDGE": ("clamp", "forbidden"),
    "SIDE": ("below", "above"),
    "ROUNDING": ("up", "down", "nearest"),
    "QUANTIFIER": ("any", "all", "no"),
    "AGGREGATE": ("sum", "max", "min"),
    "THEN": ("then",),
    "DEGREE": ("least", "most"),
}
# Keywords that are names where none of these follows: `min(a, b)`, `all.size`. Each is given with
# the words that may come next, None standing for any word.
_LEADS: dict[str, tuple[tuple[str | None, ...], ...]] = {
    "AGGREGATE": (("of",),),
    "QUANTIFIER": ((None, "in"),),
    "COUNT": ((None, "in"),),
    "FIRST": (("of",), ("at", "most"), ("any", "number"), ("exactly",)),
    "LAST": (("of",),),
    "THE": ((None, "of"),),
    "HALF": ((",",),),
    "LENGTH": (("of",),),
    "ENDS": (("of",), ("at",)),
    "MATCH": ((None,),),
    "TYPE": ((None,),),
    "RESET": ((None,),),
    "REPEAT": (("until",),),
    "DO": ((None,),),
    "NEVER": (("into",), ("from",)),
    "STOPS": (("in",), ("after",)),
    "PLAY": ((None,),),
    "SETUP": (("of",),),
    "EFFECT": ((None,),),
    "DEGREE": ((None,), ("(",)),
}
_OPERATORS = {
    **dict.fromkeys(("<", "<=", ">", ">=", "==", "!="), "COMPARE"),
    "+": "PLUS",
    "-": "MINUS",
    "*": "STAR",
    "/": "SLASH",
}
_SHOWN = {
    "NAME": "a name",
    "STRING": "a text in quotes",
    "ANCHORS": "a section such as `@8.3`",
    "SPELLED": "a value",
    "INTEGER": "a number",
    "DECIMAL": "a number",
    "DICE": "dice such as `d6`",
    "ROW": "a table row",
    "_NL": "the end of the line",
    "_INDENT": "an indented line",
    "$END": "the end of the declaration",
    "COMPARE": "a comparison",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "STAR": "`*`",
    "SLASH": "`/`",
    "RATIOS": "`of ratios`",
}


_RARE = frozenset(
    "true false all any no count max min sum the first last not if ends length match half round at".split()
)
_SIGNS = frozenset({"->", ":", "=", ")", "}", ",", "]", ".."})


@dataclass(frozen=True, slots=True)
class File:
    """What one source declares, and what is wrong with its shape.

    `lost` are the words of declarations that could not be read: what is not known elsewhere may
    be declared there, so nothing is said of it.
    """

    source: Source
    declarations: tuple[Declaration, ...]
    diagnostics: tuple[Diagnostic, ...]
    lost: frozenset[str] = frozenset()


@cache
def _grammar() -> Lark:
    """The parser's tables: made once, and kept, as making them takes longer than reading most games."""
    text = Path(__file__).with_name("grammar.lark").read_text("utf-8")
    name = f"grammar-{sha256(f'{lark_version} {sys.version} {text}'.encode()).hexdigest()[:24]}"
    kept = results.load(name)
    if isinstance(kept, bytes):
        try:
            return Lark.load(BytesIO(kept))
        except Exception:
            kept = None  # it is made again below
    made = Lark(
        text,
        start=["start", "expression"],
        parser="lalr",
        lexer="basic",
        propagate_positions=True,
        maybe_placeholders=True,
    )
    stream = BytesIO()
    made.save(stream)
    results.keep(name, stream.getvalue())
    return made


@cache
def _keywords() -> dict[str, tuple[str, ...]]:
    """For each word or sign, the terminals it can be, keywords before names."""
    table: dict[str, list[str]] = {}
    for terminal in _grammar().terminals:
        if type(terminal.pattern).__name__ == "PatternStr":
            table.setdefault(terminal.pattern.value, []).append(terminal.name)
    for terminal_name, words in _CLASSES.items():
        for word in words:
            if terminal_name not in table.setdefault(word, []):
                table[word].append(terminal_name)
    return {word: tuple(names) for word, names in table.items()}


@dataclass(frozen=True, slots=True)
class ParsedBlock:
    """What one declaration says: its tree, or None where it cannot be read, and then its words are `lost`."""

    declaration: Declaration | None
    diagnostics: tuple[Diagnostic, ...] = ()
    lost: frozenset[str] = frozenset()


def parse_source(source: Source, only: Collection[int] | None = None) -> File:
    """Parse every declaration of `source`; never raises for what the text contains.

    Where `only` is given, the declarations that begin on these lines.
    """
    parts = cut(source)
    blocks = [block for block in parts.blocks if only is None or block.line in only]
    return joined(source, parts, [parse_block(block, source.path) for block in blocks], whole=only is None)


def parse_block(block: Block, path: str) -> ParsedBlock:
    """The tree of one declaration of the file `path`, and what is wrong in it, with their places in that file.

    It depends on the block and the path alone. A block with the same text on another line has the same tree, the same
    findings and the same lost words, every place in them as many lines further down or up.
    """
    tokens, errors = lex(path, block.lines)
    found = list(errors)
    tree = None if errors else _parse(tokens, "start", found)
    if tree is None:
        return ParsedBlock(None, tuple(found), frozenset(WORDS.findall(block.text)))
    declaration: Declaration = Builder(path, found).transform(tree)
    return ParsedBlock(declaration, tuple(found))


def joined(source: Source, parts: Cut, parsed: Iterable[ParsedBlock], *, whole: bool = True) -> File:
    """A file, from its cut and what its blocks say: what `parse_source` answers, whoever has parsed them.

    A `whole` file that says nothing at all is a finding.
    """
    blocks = list(parsed)
    declarations = tuple(block.declaration for block in blocks if block.declaration is not None)
    found = [*parts.diagnostics, *(diagnostic for block in blocks for diagnostic in block.diagnostics)]
    if not declarations and not found and whole:
        found.append(
            Diagnostic(
                codes.EMPTY_FILE,
                "the file declares nothing",
                Span(source.path, 1, 1, 1, 2),
                help=f"begin with one of {_word_list(KINDS)}",
            )
        )
    return File(source, declarations, tuple(found), parts.lost.union(*(block.lost for block in blocks)))


def parse_expression(text: str, at: Span) -> tuple[Expr | None, tuple[Diagnostic, ...]]:
    """Parse one expression that stands at `at`: a table cell, or a value typed at a command."""
    lines = [(at.line, " " * (at.column - 1) + text.replace("\n", " "))]
    tokens, errors = lex(at.path, lines)
    found = list(errors)
    # A cell is indented only by what stands before it on its line.
    tokens = [token for token in tokens if token.kind not in {"_INDENT", "_DEDENT"}]
    if found or not tokens:
        return None, tuple(found)
    tree = _parse(tokens, "expression", found)
    if tree is None:
        return None, tuple(found)
    expression: Expr = Builder(at.path, found).transform(tree)
    return (None if found else expression), tuple(found)


def _parse(tokens: list[RawToken], start: str, found: list[Diagnostic]) -> Tree[Token] | None:
    """The parse tree of `tokens`, or None after saying what was expected and not found."""
    interactive = _grammar().parse_interactive(start=start)
    on_line = 0
    previous: RawToken | None = None
    queue = _merged(tokens)
    fed: list[Token] = []
    for place, raw in enumerate(queue):
        on_line = 0 if raw.kind == "_NL" else on_line + 1
        state = interactive.parser_state
        accepted = state.parse_conf.parse_table.states[state.position]
        terminal = _terminal(raw, queue[place + 1 : place + 3], accepted) if on_line < MAX_LINE_TOKENS else None
        if on_line >= MAX_LINE_TOKENS:
            found.append(Diagnostic(codes.TOO_LARGE, f"a line has more than {MAX_LINE_TOKENS} words", raw.span))
            return None
        if terminal is None:
            expected = _acceptable(interactive)
            if (known := _open_above(queue, place) or _modality(queue, place)) is not None:
                found.append(known)
                return None
            if expected == ["STRING"] and previous is not None and previous.kind == "WORD" and len(fed) > 1:
                found.append(_no_language(queue, place, start, fed[:-1]))
                return None
            found.append(_unexpected(raw, previous, expected, first=raw is queue[0] and start == "start"))
            return None
        span = raw.span
        token = AnchoredToken(terminal, raw.text, 0, span.line, span.column, span.end_line, span.end_column, 0)
        token.anchors = raw.anchors
        fed.append(token)
        try:
            interactive.feed_token(token)
        except UnexpectedInput:
            wrong = _unexpected(raw, previous, _acceptable(interactive), first=False)
            found.append(_open_above(queue, place) or _modality(queue, place) or wrong)
            return None
        previous = raw
    last = tokens[-1].span if tokens else NOWHERE
    try:
        tree: Tree[Token] = interactive.feed_token(Token("$END", "", 0, last.line, last.column))
    except UnexpectedInput:
        wrong = _unexpected(RawToken("$END", "", last), previous, _acceptable(interactive), first=False)
        found.append((_open_above(queue, len(queue) - 1) if queue else None) or wrong)
        return None
    return tree


def _open_above(queue: Sequence[RawToken], place: int) -> Diagnostic | None:
    """A bracket that a line above opens and nothing closes: all that follows was read as if inside it."""
    opened: list[int] = []
    for number, raw in enumerate(queue):
        if raw.kind == "OPERATOR" and raw.text in "([{":
            opened.append(number)
        elif raw.kind == "OPERATOR" and raw.text in ")]}" and opened:
            opened.pop()
    left = [queue[number] for number in opened if number < place and queue[number].span.line < queue[place].span.line]
    if not left:
        return None
    return Diagnostic(
        codes.SYNTAX_ERROR,
        f"the bracket `{left[0].text}` is opened and not closed",
        left[0].span,
        "opened here",
        help="close it where what belongs to it ends",
    )


def _modality(queue: Sequence[RawToken], place: int) -> Diagnostic | None:
    """`may not` and `must only`, which the language does not have: what was meant is not for it to guess."""
    meant = {("may", "not"): "to forbid, write `must not`", ("must", "only"): "write `may only`, or `must`"}
    words = tuple(raw.text for raw in queue[max(place - 2, 0) : place])
    if words not in meant:
        return None
    return Diagnostic(
        codes.SYNTAX_ERROR,
        f"`{words[1]}` does not stand behind `{words[0]}`",
        queue[place - 1].span,
        help=meant[words],
    )


def _no_language(queue: Sequence[RawToken], place: int, start: str, fed: list[Token]) -> Diagnostic:
    """A word was taken for the language of a text, and no text follows: it was meant to be something else."""
    before, word = queue[place - 2], queue[place - 1]
    again = _grammar().parse_interactive(start=start)
    for token in fed:
        again.feed_token(token)
    accepted = _acceptable(again)
    words = {text for text, names in _keywords().items() if any(name in accepted for name in names)}
    at_start = before.kind in {"_NL", "_INDENT", "_DEDENT"}
    if word.text in words and (broken := _broken_lead(word, queue[place:])) is not None:
        return broken
    close = nearest(word.text, [text for text in words if text.isalpha()])
    habit = "a condition begins with `when` here" if word.text == "if" and "when" in words else ""
    if at_start:
        kinds = ["a text such as `en` and its words in quotes"] if "NAME" in accepted else []
        spoken = sorted(f"`{text}`" for text in words if text.isalpha() and text not in _RARE)
        expected = _word_list([*spoken[:7], *kinds], "or")
    else:
        expected = _expected([name for name in accepted if name != "NAME"], words)
    return Diagnostic(
        codes.SYNTAX_ERROR,
        f"`{word.text}` begins no line here" if at_start else f"`{word.text}` does not fit here",
        word.span,
        help=habit or (f"did you mean `{close}`?" if close else f"expected {expected}"),
    )


def _broken_lead(word: RawToken, following: Sequence[RawToken]) -> Diagnostic | None:
    """A keyword that begins a line here, and is not followed by what goes with it."""
    leads = [lead for name in _keywords().get(word.text, ()) for lead in _LEADS.get(name, ()) if None not in lead]
    if not leads:
        return None
    fits = [
        next((n for n, (raw, w) in enumerate(zip(following, lead, strict=False)) if raw.text != w), len(lead))
        for lead in leads
    ]
    wrong = following[max(fits)] if max(fits) < len(following) else following[-1]
    said = " or ".join(f"`{' '.join((word.text, *(part or '' for part in lead)))} …`" for lead in leads)
    shown = f"`{wrong.text}`" if wrong.text.strip() else "the end of the line"
    return Diagnostic(codes.SYNTAX_ERROR, f"{shown} does not fit here", wrong.span, help=f"write {said}")


def _acceptable(interactive: InteractiveParser) -> list[str]:
    """The terminals that fit here for certain: the parser's table alone lists some that fit elsewhere."""
    accepts: Callable[[], set[str]] = interactive.accepts
    return sorted(accepts())


def _merged(tokens: list[RawToken]) -> list[RawToken]:
    """The tokens with `of ratios` made one, as it is one idea and `of` begins others."""
    out: list[RawToken] = []
    for token in tokens:
        if token.text == "ratios" and out and out[-1].text == "of" and out[-1].kind == "WORD":
            out[-1] = RawToken("RATIOS", "of ratios", out[-1].span.to(token.span))
        else:
            out.append(token)
    return out


def _leads(wanted: tuple[str | None, ...], following: Sequence[RawToken]) -> bool:
    """Whether the words that must come after a keyword do."""
    return len(following) >= len(wanted) and all(
        raw.kind == "WORD" if word is None else raw.text == word for word, raw in zip(wanted, following, strict=False)
    )


def _terminal(raw: RawToken, following: Sequence[RawToken], accepted: Mapping[str, object]) -> str | None:
    """The terminal `raw` is where `accepted` are the ones that fit, or None."""
    if raw.kind in {"WORD", "OPERATOR"}:
        names = _keywords().get(raw.text, ())
        for name in (*names, _OPERATORS.get(raw.text, "")):
            if name in _LEADS and not any(_leads(wanted, following) for wanted in _LEADS[name]):
                continue
            if name in accepted:
                return name
        if raw.kind == "WORD" and "NAME" in accepted:
            return "NAME"
        return None
    return raw.kind if raw.kind in accepted else None


def _unexpected(raw: RawToken, previous: RawToken | None, accepted: list[str], *, first: bool) -> Diagnostic:
    """What the writer is told where the grammar stops."""
    if first:
        close = nearest(raw.text, list(KINDS))
        return Diagnostic(
            codes.SYNTAX_ERROR,
            f"`{raw.text}` begins no declaration",
            raw.span,
            help=f"did you mean `{close}`?" if close else f"begin with one of {_word_list(KINDS)}",
        )
    words = {word for word, names in _keywords().items() if any(n in accepted for n in names)}
    message = {
        "_NL": "the line ends here too early",
        "_INDENT": "this line is indented, but nothing can stand below the line above",
        "_DEDENT": "the block ends here too early",
        "$END": "the declaration ends here too early",
    }.get(raw.kind, f"`{raw.text}` does not fit here")
    span = previous.span if raw.kind in {"_DEDENT", "$END"} and previous else raw.span
    help_text = _habit(raw, previous, accepted, words) or f"expected {_expected(accepted, words)}"
    return Diagnostic(codes.SYNTAX_ERROR, message, span, help=help_text)


def _habit(raw: RawToken, previous: RawToken | None, accepted: list[str], words: set[str]) -> str:
    """What the writer most likely meant, where a common slip shows it; else nothing."""
    spoken = [word for word in words if word.isalpha()]
    if raw.kind == "WORD":
        if raw.text.lower() != raw.text and raw.text.lower() in spoken:
            return f"words of the language are written small: `{raw.text.lower()}`"
        if raw.text == "if" and "when" in words:
            return "a condition begins with `when` here"
        if close := nearest(raw.text, spoken):
            return f"did you mean `{close}`?"
    if previous and previous.text == "not" and raw.kind == "WORD" and "when" in words:
        return "to forbid, write `must not`"
    if raw.text == "=" and "is" in words:
        return "to compare, write `is`"
    if raw.kind == "SPELLED" and previous and previous.text == "int":
        return f"write the range with two dots: `{raw.text.replace('-', '..')}`"
    if raw.kind == "SPELLED" and previous and previous.kind in {"WORD", "INTEGER"}:
        return "put spaces around an operator"
    if previous and previous.kind == "WORD" and previous.text not in _keywords():
        close = nearest(previous.text, [*KINDS, "then", "when", "unless", *spoken])
        if close:
            return f"did you mean `{close}` instead of `{previous.text}`?"
    if raw.kind in {"_NL", "_DEDENT", "$END", "_INDENT"}:
        if "else" in words and "then" not in words:
            return "`if … then …` needs an `else` that says what holds otherwise"
        if ")" in words or "}" in words:
            return "a bracket is opened and not closed"
        if "_INDENT" in accepted:
            return "write what belongs to it on the lines below, indented"
    return ""


def _expected(accepted: list[str], words: set[str]) -> str:
    """What could stand here: kinds of things first, then the words and signs of the grammar."""
    kinds = list(dict.fromkeys(_SHOWN[name] for name in _SHOWN if name in accepted))
    signs = sorted(f"`{word}`" for word in words if word not in _RARE and (word.isalpha() or word in _SIGNS))
    if "a name" in kinds:
        kinds = [kind for kind in kinds if kind not in {"a value", "a text in quotes", "`+`", "`-`"}]
    return _word_list([*kinds, *signs][:5] or ["something else"], "or")


def _word_list(words: list[str] | tuple[str, ...], last: str = "and") -> str:
    quoted = [word if "`" in word or " " in word else f"`{word}`" for word in words]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {last} {quoted[-1]}"
