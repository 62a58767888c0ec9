"""The highlighting of rules for every editor, from the language's own list of words.

Run by hand after a change of the grammar: `python editors/generate.py`; tests/lsp/test_editors.py holds what is
written to what this would write. One description is turned into a TextMate grammar (Visual Studio Code as JSON, Sublime
Text as a property list), into a syntax file of Vim and into queries of tree-sitter. No rule of it spans lines, so that
nothing half-written colours what stands below it.
"""

from __future__ import annotations

import json
import plistlib
from pathlib import Path
from typing import Any

import treesitter
from regola_dsl.declarations import KINDS
from regola_dsl.parsing.words import keywords

HERE = Path(__file__).resolve().parent
NAME = r"[^\W\d_]\w*"
SECTION = r'(?:"[^"\\]*"|[0-9A-Za-z][\w.-]*)'
MORE = r'(?:"[^"\\]*"|\d+(?:\.\d+)*[a-z]?(?![\w/:-]))'
STRING = r'"(?:[^"\\]|\\.)*"'

# What declares a name of its own at the beginning of a line.
HEADS = sorted({*KINDS} - {"also", "setup", "accept", "exception"})

# Words by what they are; every other word of the grammar is a keyword like any.
TYPES = ("int", "bool", "number", "modified", "list")
CONSTANTS = ("true", "false", "otherwise")
MODALS = ("may", "must", "only", "allowed", "forbidden", "requires", "pays")
LOGIC = ("and", "or", "not", "is", "in", "if", "then", "else", "when", "unless", "except", "where", "match")
FOLDS = ("any", "all", "no", "count", "sum", "max", "min", "those", "length")


def words() -> dict[str, list[str]]:
    """Every word of the language once, by the scope it has."""
    every = sorted({word for word in (*keywords(), *KINDS) if word[0].isalpha()})
    groups = {
        "storage.type.declaration.regola": KINDS,
        "support.type.regola": TYPES,
        "constant.language.regola": CONSTANTS,
        "keyword.control.modal.regola": MODALS,
        "keyword.operator.word.regola": LOGIC,
        "support.function.fold.regola": FOLDS,
    }
    found: dict[str, list[str]] = {}
    left = set(every)
    for scope, group in groups.items():
        found[scope] = sorted(left.intersection(group))
        left -= set(group)
    found["keyword.other.regola"] = sorted(left)
    return found


def one_of(group: list[str]) -> str:
    """A pattern for whole words that are no part of a name, a way or a value, and are not called."""
    return rf"(?<![\w.@/-])(?:{'|'.join(group)})(?![\w(/]|\.\w|-\w)"


def textmate() -> dict[str, Any]:
    """The TextMate grammar."""
    head = rf"^(?:(given)\s+(type)|({'|'.join(HEADS)}))\s+({NAME})"
    exception = rf"^(\s*)(?:(then)\s+)?(exception)\s+({NAME})"
    texts = [
        {
            "match": rf"(?<![\w@])([a-z]{{2,3}}(?:-\w+)*)(\s*)({STRING})(?:(\s*/\s*)({STRING}))?",
            "captures": {
                "1": {"name": "entity.name.tag.language.regola"},
                "3": {"name": "string.quoted.double.text.regola"},
                "4": {"name": "punctuation.separator.short.regola"},
                "5": {"name": "string.quoted.double.text.regola"},
            },
        },
        {"name": "string.quoted.double.regola", "match": STRING},
        {"name": "invalid.illegal.string.regola", "match": r'"(?:[^"\\]|\\.)*\\?$'},
    ]
    patterns: list[dict[str, Any]] = [
        {"name": "comment.line.number-sign.regola", "match": r"#.*$"},
        {
            "match": head,
            "captures": {
                "1": {"name": "storage.type.declaration.regola"},
                "2": {"name": "storage.type.declaration.regola"},
                "3": {"name": "storage.type.declaration.regola"},
                "4": {"name": "entity.name.function.regola"},
            },
        },
        {
            "match": exception,
            "captures": {
                "2": {"name": "storage.type.declaration.regola"},
                "3": {"name": "storage.type.declaration.regola"},
                "4": {"name": "entity.name.function.regola"},
            },
        },
        {
            "name": "entity.other.attribute-name.section.regola",
            "match": rf"@\s*{SECTION}(?:\s*,\s*@?\s*{MORE})*",
        },
        *texts,
        {"name": "constant.other.value.regola", "match": r"(?<![\w.])\d\w*(?:[-/:]\w+)+"},
        {"name": "constant.numeric.dice.regola", "match": r"(?<![\w.-])\d*d\d+(?![\w/-])"},
        {"name": "constant.numeric.regola", "match": r"(?<![\w-])\d+(?:\.\d+)?(?!\w)"},
        *({"name": scope, "match": one_of(group)} for scope, group in words().items()),
        {"name": "punctuation.separator.table.regola", "match": r"\|"},
        {"name": "entity.name.type.regola", "match": r"(?<![\w.])[A-Z]\w*"},
        {"name": "variable.other.member.regola", "match": rf"(?<=\.){NAME}"},
        {"name": "keyword.operator.regola", "match": r"->|\.\.|<=|>=|==|!=|[-+*/=<>\\]"},
    ]
    return {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Regola",
        "scopeName": "source.regola",
        "fileTypes": ["regola"],
        "patterns": patterns,
    }


# What Vim calls what we call otherwise.
GROUPS = {
    "storage.type.declaration.regola": ("regolaDeclaration", "Structure"),
    "support.type.regola": ("regolaType", "Type"),
    "constant.language.regola": ("regolaConstant", "Constant"),
    "keyword.control.modal.regola": ("regolaModal", "Statement"),
    "keyword.operator.word.regola": ("regolaLogic", "Conditional"),
    "support.function.fold.regola": ("regolaFold", "Function"),
    "keyword.other.regola": ("regolaKeyword", "Keyword"),
}


def vim() -> str:
    """The syntax file of Vim. What is matched last wins there, and `syn keyword` over all."""
    lines = [
        '" Vim syntax file for rules of games: generated by editors/generate.py from the words of the language.',
        "if exists('b:current_syntax')",
        "  finish",
        "endif",
        "syn case match",
        "syn iskeyword @,48-57,_,192-255",
        "",
    ]
    for scope, group in words().items():
        name, _ = GROUPS[scope]
        for start in range(0, len(group), 10):
            # Words that Vim would take for options of the command are patterns.
            plain = [word for word in group[start : start + 10] if word not in {"contained", "contains", "display"}]
            lines.append(f"syn keyword {name} {' '.join(plain)}")
    lines += [
        "",
        r"syn match regolaOperator '->\|\.\.\|[<>=!]=\|[-+*/=<>\\|]'",
        r"syn match regolaNumber '\<\d\+\(\.\d\+\)\?\>'",
        r"syn match regolaDice '\<\d*d\d\+\>'",
        r"syn match regolaValue '\<\d\w*\([-/:]\w\+\)\+'",
        r"""syn match regolaSection '@\s*\("[^"]*"\|[0-9A-Za-z][0-9A-Za-z_.-]*\)"""
        r"""\(\s*,\s*@\?\("[^"]*"\|\d[0-9.]*[a-z]\?\)\)*'""",
        r"""syn match regolaOpen '"\([^"\\]\|\\.\)*$'""",
        r"""syn match regolaString '"\([^"\\]\|\\.\)*"'""",
        r"""syn match regolaLanguage '\<[a-z]\{2,3}\(-\w\+\)*\ze\s*"'""",
        r"syn match regolaComment '#.*$' contains=@Spell",
        "",
        *(f"hi def link {name} {link}" for name, link in GROUPS.values()),
        "hi def link regolaOperator Operator",
        "hi def link regolaNumber Number",
        "hi def link regolaDice Number",
        "hi def link regolaValue Constant",
        "hi def link regolaSection Identifier",
        "hi def link regolaString String",
        "hi def link regolaOpen Error",
        "hi def link regolaLanguage Tag",
        "hi def link regolaComment Comment",
        "",
        "let b:current_syntax = 'regola'",
        "",
    ]
    return "\n".join(lines)


def written() -> dict[str, bytes]:
    """What stands in each file that is generated, by its path in this folder."""
    grammar = textmate()
    listed = {key: value for key, value in grammar.items() if key != "$schema"}
    return {
        "vscode/syntaxes/regola.tmLanguage.json": (json.dumps(grammar, indent=2) + "\n").encode(),
        "sublime/Regola.tmLanguage": plistlib.dumps(listed),
        "vim/syntax/regola.vim": vim().encode(),
        **{path: text.encode() for path, text in treesitter.written(words(), sorted({*HEADS, "exception"})).items()},
    }


if __name__ == "__main__":
    for path, data in written().items():
        (HERE / path).parent.mkdir(parents=True, exist_ok=True)
        (HERE / path).write_bytes(data)
