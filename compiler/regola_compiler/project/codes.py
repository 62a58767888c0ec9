"""The findings about a game's folder, its counters and maps, and its glossary, in the order of their numbers."""

from regola_dsl.diagnostics import Code, Ground

BAD_COMPONENTS = Code(
    "R109",
    "bad-components",
    "a counter sheet or a map that does not fit the rules",
    ground=Ground.DATA,
)
TERM_TWICE = Code("R801", "term-twice", "a word of the glossary that names two things, or one thing twice")
TERM_CONTRADICTED = Code("R802", "term-contradicted", "a word of the glossary that is both allowed and forbidden")
TERM_OF_NOTHING = Code("R803", "term-of-nothing", "a term of the glossary that points at nothing", ground=Ground.DATA)
NO_GAME = Code("R901", "no-such-game", "the folder or file asked for is not there")
NO_LIBRARY = Code("R902", "no-such-library", "a library that a game uses and that is not there, or is none")
FILE_NOT_READ = Code("R904", "file-not-read", "a file that was meant for the game and is not read")
LANGUAGE_UNKNOWN = Code("R508", "language-unknown", "a text in a language that the game does not have")

ALL = (
    LANGUAGE_UNKNOWN,
    BAD_COMPONENTS,
    TERM_TWICE,
    TERM_CONTRADICTED,
    TERM_OF_NOTHING,
    NO_GAME,
    NO_LIBRARY,
    FILE_NOT_READ,
)
