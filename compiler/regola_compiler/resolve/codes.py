"""The findings about names and types, in the order of their numbers."""

from regola_dsl.diagnostics import Code

UNKNOWN_NAME = Code("R101", "unknown-name", "a name that nothing declares")
DUPLICATE = Code("R102", "duplicate-declaration", "the same name is declared twice")
AMBIGUOUS = Code("R103", "ambiguous-value", "a value that belongs to several types")
CYCLE = Code("R104", "cycle", "definitions that ask one another in a circle")
DANGLING = Code("R105", "dangling-exception", "an exception or ruling that points at nothing")
TYPE_MISMATCH = Code("R201", "type-mismatch", "a value of another type than the place asks for")
WRONG_ARGUMENTS = Code("R202", "wrong-arguments", "an argument is missing, unknown or too much")
BAD_CELL = Code("R301", "bad-cell", "a table cell that cannot be read")
BAD_HEADER = Code("R302", "bad-header", "a table header that does not fit the table's inputs")

ALL = (
    UNKNOWN_NAME,
    DUPLICATE,
    AMBIGUOUS,
    CYCLE,
    DANGLING,
    TYPE_MISMATCH,
    WRONG_ARGUMENTS,
    BAD_CELL,
    BAD_HEADER,
)
