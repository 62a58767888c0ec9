"""The findings about names, types and terms, in the order of their numbers."""

from regola_dsl.diagnostics import Code

UNKNOWN_NAME = Code("R101", "unknown-name", "a name that nothing declares")
DUPLICATE = Code("R102", "duplicate-declaration", "the same name is declared twice")
AMBIGUOUS = Code("R103", "ambiguous-value", "a value that belongs to several types")
CYCLE = Code("R104", "cycle", "definitions that ask one another in a circle")
DANGLING = Code("R105", "dangling-exception", "an exception or ruling that points at nothing")
BAD_SCENARIO = Code("R107", "bad-scenario", "a scenario that does not fit the rules")
TYPE_MISMATCH = Code("R201", "type-mismatch", "a value of another type than the place asks for")
WRONG_ARGUMENTS = Code("R202", "wrong-arguments", "an argument is missing, unknown or too much")
BAD_CELL = Code("R301", "bad-cell", "a table cell that cannot be read")
BAD_HEADER = Code("R302", "bad-header", "a table header that does not fit the table's inputs")
TERM_TWICE = Code("R801", "term-twice", "a word of the glossary that names two things, or one thing twice")
TERM_CONTRADICTED = Code("R802", "term-contradicted", "a word of the glossary that is both allowed and forbidden")
TERM_OF_NOTHING = Code("R803", "term-of-nothing", "a term of the glossary that points at nothing")
EXCHANGE_UNREADABLE = Code("R811", "exchange-unreadable", "a translators' file that cannot be read")
TEXT_MOVED_ON = Code("R812", "text-moved-on", "a translation of a text that is another by now")
TEXT_UNKNOWN = Code("R813", "text-unknown", "a translation of a text that the game does not have")
TEXT_REFUSED = Code("R814", "text-refused", "a translation that the rules cannot hold")
NO_GAME = Code("R901", "no-such-game", "the folder or file asked for is not there")

ALL = (
    UNKNOWN_NAME,
    DUPLICATE,
    AMBIGUOUS,
    CYCLE,
    DANGLING,
    BAD_SCENARIO,
    TYPE_MISMATCH,
    WRONG_ARGUMENTS,
    BAD_CELL,
    BAD_HEADER,
    TERM_TWICE,
    TERM_CONTRADICTED,
    TERM_OF_NOTHING,
    EXCHANGE_UNREADABLE,
    TEXT_MOVED_ON,
    TEXT_UNKNOWN,
    TEXT_REFUSED,
    NO_GAME,
)
