"""The findings about a text's shape, in the order of their numbers."""

from regola_dsl.diagnostics import Code

NOT_UTF8 = Code("R001", "not-utf8", "the file is not UTF-8 text")
EMPTY_FILE = Code("R002", "empty-file", "the file declares nothing")
TOO_LARGE = Code("R003", "too-large", "the text is larger or deeper than the limits")
BAD_INDENT = Code("R004", "bad-indent", "the indentation fits no line above")
BAD_CHARACTER = Code("R005", "bad-character", "a character the language does not know")
SYNTAX_ERROR = Code("R006", "syntax-error", "the words do not form a sentence of the language")
RAGGED_ROW = Code("R007", "ragged-row", "a table row has more or fewer cells than its header")
BAD_YAML = Code("R008", "bad-yaml", "a YAML file cannot be read or does not fit its schema")

ALL = (NOT_UTF8, EMPTY_FILE, TOO_LARGE, BAD_INDENT, BAD_CHARACTER, SYNTAX_ERROR, RAGGED_ROW, BAD_YAML)
