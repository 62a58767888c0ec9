"""Why the rules give no answer. `regola check` finds the positions where they would not."""


class NoAnswer(Exception):  # noqa: N818  the rules are silent; nothing went wrong in the program
    """The rules give no answer here."""


class MissingRule(NoAnswer):
    """No clause, or no row of a table, applies."""


class Contradiction(NoAnswer):
    """Two rules of the same rank apply and disagree."""


class OutsideTable(MissingRule):
    """A table was entered past its printed edge, and says nothing of what lies there."""


class Forbidden(NoAnswer):
    """The rules do not allow this to be asked: it is past an edge that forbids."""


class OutOfRange(NoAnswer):
    """A value is outside the bounds that its rule declares."""


class NoValue(NoAnswer):
    """A calculation has no result: a division by zero, a shift off a scale, the best of nothing."""


class NotGiven(NoAnswer):
    """The answer depends on a fact that the position does not say."""
