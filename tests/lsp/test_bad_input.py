"""What no editor should send, and folders as nobody should have them: the server answers, or ends, and says which."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.lsp_client import Client

SMALL = """\
enum Ground @2.1
  open, forest

define cost(ground: Ground) -> int 1..3 @3.1
  if ground is forest then 2 else 1
"""


def written(folder: Path) -> Path:
    (folder / "rules").mkdir(parents=True)
    (folder / "game.yaml").write_text("id: game\ntitle: {en: A game}\nlanguages: [en]\n", "utf-8")
    (folder / "rules" / "01.regola").write_text(SMALL, "utf-8")
    return folder / "rules" / "01.regola"


@pytest.mark.parametrize(
    ("header", "body"),
    [
        (b"Content-Length: 2\r\nContent-Type: x; charset=none-such\r\n\r\n", b"{}"),
        (b"content-length:   4 \r\nX-Other: \xff\xfe\r\n\r\n", b"null"),
        (b"hello\r\n\r\nContent-Length: 4\r\n\r\n", b"null"),
        (b"Content-Length: many\r\n\r\nContent-Length: 4\r\n\r\n", b"null"),
        (b"Content-Length: -3\r\n\r\nContent-Length: 4\r\n\r\n", b"null"),
        (b"\r\n\r\n\r\nContent-Length: 4\r\n\r\n", b"null"),
        (b"x" * 3_000_000 + b"\r\nContent-Length: 4\r\n\r\n", b"null"),
    ],
)
def test_a_header_that_is_none_is_passed_over(tmp_path: Path, header: bytes, body: bytes) -> None:
    path = written(tmp_path / "game")
    with Client(tmp_path) as client:
        client.begin(tmp_path / "game")
        client.send_bytes(body, header)
        uri = client.open(path)
        assert "define cost" in client.at("hover", uri, 3, 8)["contents"]["value"]
        assert client.end() == 0


@pytest.mark.parametrize(
    "cut", [b"Content-Le", b"Content-Length: 90\r\n", b'Content-Length: 90\r\n\r\n{"jsonrpc": "2.0", "met']
)
def test_an_input_that_ends_in_the_middle_ends_the_server(tmp_path: Path, cut: bytes) -> None:
    path = written(tmp_path / "game")
    with Client(tmp_path) as client:
        client.begin(tmp_path / "game")
        uri = client.open(path)
        client.until(lambda: uri in client.diagnostics)
        client.send_bytes(b"", cut)
        assert client.process.stdin
        client.process.stdin.close()
        assert client.process.wait(60) == 1
        assert client.process.stderr
        assert "Traceback" not in client.process.stderr.read().decode()


def test_a_folder_that_vanishes_and_comes_back(tmp_path: Path) -> None:
    path = written(tmp_path / "game")
    with Client(tmp_path) as client:
        client.begin(tmp_path / "game")
        uri = client.open(path)
        client.until(lambda: uri in client.diagnostics)
        shutil.rmtree(tmp_path / "game")
        client.change(uri, SMALL.replace("else 1", "else 7"))
        client.until(lambda: any(one["code"] == "out-of-range" for one in client.found(uri)))
        assert "define cost" in client.at("hover", uri, 3, 8)["contents"]["value"]
        written(tmp_path / "game")
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 1}]})
        client.change(uri, SMALL)
        client.until(lambda: client.found(uri) == [])
        assert client.end() == 0
        assert "error of our own" not in str(client.told)


@pytest.mark.parametrize("name", ["a game", "gioco #2", "100%", "più 🎲", "a+b&c=d", "x?y;z", "'quoted\" one"])
def test_a_folder_of_any_name(tmp_path: Path, name: str) -> None:
    path = written(tmp_path / name)
    with Client(tmp_path) as client:
        client.begin(tmp_path / name)
        uri = client.open(path)
        client.until(lambda: uri in client.diagnostics)
        client.change(uri, SMALL.replace("else 1", "else 7"))
        client.until(lambda: any(one["code"] == "out-of-range" for one in client.found(uri)))
        (place,) = client.at("definition", uri, 3, 21)
        assert place["uri"] == uri
        assert client.end() == 0


def test_ten_thousand_lines_that_are_no_rules(tmp_path: Path) -> None:
    path = written(tmp_path / "game")
    prose = "".join(
        f'When it is {n}, every unit moves (see {n}.1); "half" a quote | and a bar\n' for n in range(10_000)
    )
    with Client(tmp_path, patience=180.0) as client:
        client.begin(tmp_path / "game")
        uri = client.open(path)
        client.until(lambda: uri in client.diagnostics)
        end = SMALL.count("\n")
        client.change(uri, prose, (end, 0, end, 0))
        client.until(lambda: client.diagnostics[uri].get("version") == client.versions[uri])
        assert 0 < len(client.found(uri)) <= 1_000
        client.change(uri, "x" * 2_000_000, (end, 0, end + 10_000, 0))
        client.change(uri, "", (end, 0, end, 2_000_000))
        client.until(lambda: client.found(uri) == [])
        assert "define cost" in client.at("hover", uri, 3, 8)["contents"]["value"]
        assert client.end() == 0
