"""The editors: what they colour is what the language says, and the extension is whole."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from regola_cli.main import COMMANDS
from regola_compiler.project.game import all_games
from regola_dsl.declarations import KINDS
from regola_dsl.lexer import RawToken, lex
from regola_dsl.parsing.words import keywords
from regola_dsl.wording import ENGLISH, languages
from support.effort import some, some_games
from support.paths import GAMES, ROOT

EDITORS = ROOT / "editors"
VSCODE = EDITORS / "vscode"
MODULES = ROOT / ".venv" / "textmate" / "node_modules"
sys.path.insert(0, str(EDITORS))  # for what it imports from beside it
GENERATED: dict[str, Any] = runpy.run_path(str(EDITORS / "generate.py"))
WORDS = sorted({word for word in (*keywords(), *KINDS) if word[0].isalpha()})


def test_what_is_generated_is_what_the_words_of_the_language_make() -> None:
    """If this fails, run `python editors/generate.py`."""
    for path, data in GENERATED["written"]().items():
        assert (EDITORS / path).read_bytes() == data, path


def test_every_word_has_one_colour() -> None:
    groups = GENERATED["words"]()
    listed = [word for group in groups.values() for word in group]
    assert sorted(listed) == WORDS


def test_vim_knows_every_word() -> None:
    text = (EDITORS / "vim" / "syntax" / "regola.vim").read_text("utf-8")
    known = set(re.findall(r"^syn keyword \w+ (.*)$", text, re.MULTILINE)[0].split())
    for line in re.findall(r"^syn keyword \w+ (.*)$", text, re.MULTILINE):
        known |= set(line.split())
    assert known == set(WORDS)


def test_the_extension_names_files_and_commands_that_are_there() -> None:
    package = json.loads((VSCODE / "package.json").read_text("utf-8"))
    contributed = package["contributes"]
    named = [one["path"] for key in ("grammars", "snippets") for one in contributed[key]]
    named += [one["configuration"] for one in contributed["languages"]]
    assert [path for path in named if not (VSCODE / path).is_file()] == []
    code = (VSCODE / "src" / "extension.js").read_text("utf-8")
    assert all(f'"{one["command"]}"' in code for one in contributed["commands"])
    assert contributed["configuration"]["properties"]["regola.server.arguments"]["default"] == ["lsp"]
    assert "lsp" in [name for name, _, _ in COMMANDS]


def test_the_extension_says_in_italian_what_it_says_in_english() -> None:
    """What the package names is in a file for each language, what the code says in the bundle of each but English."""
    package = (VSCODE / "package.json").read_text("utf-8")
    named = set(re.findall(r'"%([\w.]+)%"', package))
    titles = [json.loads(path.read_text("utf-8")) for path in sorted(VSCODE.glob("package.nls*.json"))]
    assert len(titles) == len(languages())
    assert all(one.keys() == named and all(one.values()) for one in titles)
    assert not re.search(r'"(?:title|description|markdownDescription)": "[A-Z]\w* \w', package)
    code = (VSCODE / "src" / "extension.js").read_text("utf-8")
    said = {double or single for double, single in re.findall(r"""l10n\.t\((?:"([^"]*)"|'([^']*)')""", code)}
    assert not re.search(r"show(?:Error|Warning|Information)Message\(\s*[\"'`]", code)
    for language in set(languages()) - {ENGLISH}:
        bundle = json.loads((VSCODE / "l10n" / f"bundle.l10n.{language}.json").read_text("utf-8"))
        assert bundle.keys() == said
        assert all(re.findall(r"\{\d\}", text) == re.findall(r"\{\d\}", told) for text, told in bundle.items())


def test_snippets_are_rules_that_can_be_read() -> None:
    """Filled in with what each place proposes, a snippet is a declaration of the language."""
    from regola_dsl.parser import parse_source
    from regola_dsl.source import Source

    for name, snippet in json.loads((VSCODE / "snippets" / "regola.json").read_text("utf-8")).items():
        text = filled_in("\n".join(snippet["body"]))
        assert parse_source(Source(name, text)).diagnostics == (), text


def filled_in(snippet: str) -> str:
    """A snippet with what each of its places proposes, `x` where it proposes nothing."""
    proposed = dict(re.findall(r"\$\{(\d+):([^}]*)\}", snippet)) | dict(
        re.findall(r"\$\{(\d+)\|([^,]*),[^}]*\}", snippet)
    )
    text = re.sub(r"\$\{?(\d+)(?:[:|][^}]*)?\}?", lambda place: proposed.get(place[1], "x"), snippet)
    return text.replace("\\\\", "\\") + "\n"


def editor_files() -> list[Path]:
    return [path for path in EDITORS.rglob("*") if path.is_file() and "node_modules" not in path.parts]


def test_the_pages_of_the_editors_name_what_is_there() -> None:
    page = (ROOT / "docs" / "editors.md").read_text("utf-8")
    for folder in ("vscode", "sublime", "vim", "helix", "zed"):
        assert f"editors/{folder}" in page
        assert any(folder in path.parts for path in editor_files())


# --- the editors' own tokenizer -------------------------------------------------------------


def tokenized(texts: list[str]) -> list[dict[str, Any]]:
    if shutil.which("node") is None or not (MODULES / "vscode-textmate").is_dir():
        pytest.skip("the tokenizer of the editors is not there: `make javascript` installs it")
    grammar = VSCODE / "syntaxes" / "regola.tmLanguage.json"
    done = subprocess.run(
        ["node", str(ROOT / "tests" / "support" / "tokenize.mjs"), str(MODULES), str(grammar)],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told: list[dict[str, Any]] = json.loads(done.stdout)
    return told


def scopes_at(line: list[list[Any]], column: int) -> list[str]:
    """The scopes of the sign at a column, from 0."""
    return next((scopes for start, end, scopes in line if start <= column < end), [])


def has(scopes: list[str], *beginnings: str) -> bool:
    return any(scope.startswith(beginnings) for scope in scopes)


KEYWORD = ("keyword", "storage", "support", "constant.language", "entity.name.type")


@pytest.mark.node
def test_every_keyword_is_coloured_as_one() -> None:
    (told,) = tokenized(["\n".join(f"  x {word} y" for word in WORDS)])
    missed = [word for word, line in zip(WORDS, told["lines"], strict=True) if not has(scopes_at(line, 4), *KEYWORD)]
    assert missed == []


@pytest.mark.node
@pytest.mark.parametrize(
    "text", some(['en "open', '"', 'en "a\\', '| a | "b | # c', "@", '@"', 'x # "y', 'en "a" / "b'])
)
def test_what_is_half_written_colours_nothing_below_it(text: str) -> None:
    (told,) = tokenized([f"{text}\nenum A"])
    assert not told["open"]
    assert has(scopes_at(told["lines"][1], 0), "storage")


@pytest.mark.node
@pytest.mark.parametrize("game", some_games(all_games(ROOT)))
def test_the_rules_of_a_game_are_coloured_as_they_are_read(game: str) -> None:
    """Strings, comments, sections and words are what the lexer says they are; nothing runs over the end of its line."""
    files = some(sorted((GAMES / game).rglob("*.regola")))
    texts = [path.read_text("utf-8") for path in files]
    count = 0
    for path, text, told in zip(files, texts, tokenized(texts), strict=True):
        assert not told["open"], path
        for number, (line, scopes) in enumerate(zip(text.split("\n"), told["lines"], strict=True), 1):
            where = f"{path}:{number}: {line}"
            tokens, wrong = lex("", [(number, line)]) if line.strip() else ([], [])
            assert not wrong, where
            end = max((token.end_column - 1 for token in tokens), default=0)
            rest = line[end:]
            if rest.lstrip().startswith("#"):
                assert has(scopes_at(scopes, len(line) - 1), "comment"), where
            for token in tokens:
                assert not has(scopes_at(scopes, token.column - 1), "comment", "invalid"), where
                count += _held(token, scopes, where)
    assert count > 500


def _held(token: RawToken, line: list[list[Any]], where: str) -> int:
    here = scopes_at(line, token.column - 1)
    match token.kind:
        case "STRING":
            assert has(here, "string"), where
            assert has(scopes_at(line, token.end_column - 2), "string"), where
            assert not has(scopes_at(line, token.end_column - 1), "string"), where
        case "ANCHORS":
            assert has(here, "entity.other.attribute-name.section"), where
            assert has(scopes_at(line, token.end_column - 2), "entity.other.attribute-name.section"), where
        case "WORD":
            assert not has(here, "string"), (token, where)
        case _:
            return 0
    return 1


@pytest.mark.node
def test_the_server_is_found_where_it_is_and_never_in_a_folder_that_is_not_trusted() -> None:
    script = """
const { candidates } = require(process.argv[1]);
console.log(JSON.stringify(JSON.parse(process.argv[2]).map(candidates)));
"""
    known = {
        "setting": "",
        "folders": ["/w"],
        "trusted": True,
        "env": {"PATH": "/usr/bin:bin:.", "HOME": "/h"},
        "windows": False,
    }
    asked = [
        known,
        {**known, "trusted": False},
        {**known, "setting": "tools/regola"},
        {**known, "setting": "tools/regola", "trusted": False},
        {**known, "setting": "/opt/regola", "trusted": False},
        {
            **known,
            "windows": True,
            "folders": ["C:\\w"],
            "env": {"VIRTUAL_ENV": "C:\\e", "PATH": "C:\\p;x", "USERPROFILE": "C:\\u"},
        },
    ]
    done = subprocess.run(
        ["node", "-e", script, str(VSCODE / "src" / "server.js"), json.dumps(asked)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == [
        ["/w/.venv/bin/regola", "/w/venv/bin/regola", "/usr/bin/regola", "/h/.local/bin/regola"],
        ["/usr/bin/regola", "/h/.local/bin/regola"],
        ["/w/tools/regola"],
        [],
        ["/opt/regola"],
        [
            "C:\\w\\.venv\\Scripts\\regola.exe",
            "C:\\w\\venv\\Scripts\\regola.exe",
            "C:\\e\\Scripts\\regola.exe",
            "C:\\p\\regola.exe",
            "C:\\u\\.local\\bin\\regola.exe",
        ],
    ]


@pytest.mark.node
def test_the_package_has_all_that_the_editor_needs() -> None:
    package = ROOT / "build" / "regola.vsix"
    if not package.is_file():
        pytest.skip("there is no package: `make vscode` makes it")
    with zipfile.ZipFile(package) as held:
        names = set(held.namelist())
        assert {"extension.vsixmanifest", "[Content_Types].xml", "extension/package.json"} <= names
        assert {"extension/out/extension.js", "extension/syntaxes/regola.tmLanguage.json"} <= names
        assert not [name for name in names if "node_modules" in name or name.startswith("extension/src/")]
        code = held.read("extension/out/extension.js").decode()
    assert "regola" in code
    assert str(ROOT) not in code
