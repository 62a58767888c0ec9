"""A second value below one first line: what was lost between the two, or stands too far in or out."""

from __future__ import annotations

from collections.abc import Sequence

from regola_dsl import codes, tree
from regola_dsl.builders.parts import alike
from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Span
from regola_dsl.wording import say

# How much further in a line stands than the one that it belongs to.
_STEP = 2


def second_value(
    extra: tree.Expr,
    values: Sequence[tree.Expr],
    empty: Sequence[tree.ExceptionRule],
    texts: Sequence[tree.Text],
    *,
    truth: bool,
    within: bool,
) -> Diagnostic:
    """The finding about a value below another one.

    Args:
        extra: The value.
        values: Those above it.
        empty: The exceptions beside it that have no value.
        texts: The texts beside it.
        truth: Whether a condition is asked for.
        within: Whether they are values of an exception: below one a further exception stands beside it.
    """
    above = next((one for one in reversed(empty) if one.span.line < extra.span.line), None)
    since = above.span.end_line if above is not None else values[-1].span.line
    between = [text for text in texts if since < text.span.line < extra.span.line]
    message = say("a second value stands here, and one of the two would be ignored")
    further_out = extra.span.column - 1 - _STEP
    if above is not None and between and not above.texts and not further_out:
        told = say("indent it, and the text above it, one step more: they belong to `{name}`", name=above.name.text)
        return Diagnostic(codes.SYNTAX_ERROR, message, extra.span, help=told)
    if above is not None and between and not above.texts:
        line = above.span.line
        head = Span(above.span.path, line, above.span.column, line, above.span.column + 1)
        told = say(
            "indent the first line of `{name}` by {number} blanks: what stands below it is its own",
            name=above.name.text,
            number=further_out,
        )
        message = say("`{name}` is indented like what belongs to it", name=above.name.text)
        return Diagnostic(codes.SYNTAX_ERROR, message, head, help=told)
    if above is not None:
        told = say("if it is the value of `{name}`, indent it one step more", name=above.name.text)
    elif between:
        message = say("the first line of the exception is lost whose text stands here, and whose value stands below")
        told = say("write it above this text: `{line}`", line="exception … @… when …")
        return Diagnostic(codes.SYNTAX_ERROR, message, between[0].span, help=told)
    elif any(alike(extra, value) for value in values) and not within:
        told = say("the same stands above already: leave out this line")
    elif any(alike(extra, value) for value in values):
        told = say(
            "the same stands above already: leave out this line; or, if the first line of an exception is lost above "
            "it, write that: `{line}`",
            line="exception … @… when …",
        )
    elif truth:
        told = say("join the two with `and` or `or`, or keep one, or make the other an exception with `when`")
    else:
        told = say("keep one, or make the other an exception with `when`")
    return Diagnostic(codes.SYNTAX_ERROR, message, extra.span, help=told)
