"""A second proof has another name: what was kept of the first is told of, and taken with `--desk`."""

from __future__ import annotations

from pathlib import Path

from support.command import Run

BOOK = "".join(
    f"**{n}.1 Porto.** Di notte una barca {word} entrare nel porto {n}.\n\n"
    for n, word in enumerate(("non può", "può", "deve", "può", "può"), 1)
)


def test_a_second_proof_under_another_name_is_held_against_the_first(regola: Run, tmp_path: Path) -> None:
    first, second = tmp_path / "prima.md", tmp_path / "seconda.md"
    first.write_text(BOOK, "utf-8")
    second.write_text(BOOK.replace("non può", "può"), "utf-8")
    regola("crosscheck", "--source", f"it={first}", "--index")
    kept = tmp_path / "prima.md.desk.yaml"
    alone = regola("crosscheck", "--source", f"it={second}", "--kind", "drift")
    assert "word-changed" not in alone.stdout
    assert f"add --desk {kept}" in alone.stderr
    for written in (
        ("--report", str(tmp_path / "letter.html")),
        ("--terms", str(tmp_path / "terms.txt")),
        ("--sections",),
    ):
        assert "nothing was kept" not in regola("crosscheck", "--source", f"it={second}", *written).stderr
    held = regola("crosscheck", "--source", f"it={second}", "--kind", "drift", "--desk", str(kept))
    assert "section 1.1 lost `non` before `può`" in held.stdout
    assert "nothing was kept" not in held.stderr
    said = regola("--messages", "it", "crosscheck", "--source", f"it={second}", "--kind", "drift")
    assert f"--desk {kept}" in said.stderr
    assert "nothing" not in said.stderr
    foreign = regola("crosscheck", "--source", f"en={second}", "--kind", "drift")
    assert "--desk" not in foreign.stderr
    assert not (tmp_path / "seconda.md.desk.yaml").exists()
    assert "nothing was kept" not in regola("crosscheck", "--source", f"it={second}", "--index").stderr


def test_where_nothing_was_kept_drift_is_not_called_none(regola: Run, tmp_path: Path) -> None:
    book = tmp_path / "prima.md"
    book.write_text(BOOK, "utf-8")
    words = ("crosscheck", "--source", f"it={book}")
    assert "--index keeps what was read" in regola(*words, "--kind", "drift").stderr
    assert "nothing was kept" not in regola(*words).stderr
    refused = regola(*words, "--kind", "drift", "--no-index")
    assert refused.returncode == 2
    assert "without `--no-index`" in refused.stderr
    regola(*words, "--index")
    assert "nothing was kept" not in regola(*words, "--kind", "drift").stderr


def test_a_folder_and_a_damaged_document_are_no_texts(regola: Run, tmp_path: Path) -> None:
    folder = regola("crosscheck", "--source", f"it={tmp_path}")
    assert "is a folder" in folder.stderr
    broken = tmp_path / "rotto.docx"
    broken.write_text("PK rotto\n", "utf-8")
    told = regola("crosscheck", "--source", f"it={broken}")
    assert told.returncode != 0
    assert "this is no .docx file, though its name says so" in told.stdout


def test_a_game_keeps_its_own_index(regola: Run, tmp_path: Path) -> None:
    kept = tmp_path / "prima.md.desk.yaml"
    kept.write_text("language: it\n", "utf-8")
    refused = regola("crosscheck", "lantern_pass", "--desk", str(kept))
    assert refused.returncode != 0
    assert "without a game" in refused.stderr
