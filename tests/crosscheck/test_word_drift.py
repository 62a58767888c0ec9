"""What a section said when it was last read, word by word: a small word that changed is named at its place."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from regola_crosscheck.base.as_read import TextsAsRead
from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.finding import Confidence, CrosscheckFinding
from regola_crosscheck.base.index import Decision, Index, read_index, refreshed
from regola_crosscheck.base.signature import changed_stretches, signature_of, word_changes
from regola_crosscheck.checks import drift
from regola_crosscheck.report import apply_decisions
from regola_crosscheck.run import read_book
from regola_dsl.source import Source
from support.book_files import as_word
from support.command import Run
from support.crosscheck_faults import Subject, tutorial

# What a slip of a word is in either language: a pattern and what stands there afterwards. None is taken from the code.
SLIPS = {
    "it": (
        (r"\bnon ", ""),
        (r"\b(?=può |possono |deve |devono )", "non "),
        (r"\bpuò\b", "deve"),
        (r"\bpossono\b", "devono"),
        (r"\bdeve\b", "può"),
        (r"\bprima di\b", "dopo di"),
        (r"\bDopo\b", "Prima"),
        (r"\bal massimo\b", "almeno"),
        (r"(?<= )e(?= )", "o"),
        (r"(?<= )o(?= )", "e"),
        (r"\bdifensore\b", "attaccante"),
        (r"\bamica\b", "nemica"),
        (r"\b[Oo]gni\b", "qualsiasi"),
        (r"\bsolo ", ""),
        (r"\bsenza\b", "con"),
        (r"\bfino a\b", "oltre"),
        (r"\bnessun\b", "ogni"),
        (r"\bse\b", "a meno che"),
        (r"\bnel\b", "dal"),
    ),
    "en": (
        (r"\bnot ", ""),
        (r"(?<=\bmay )", "not "),
        (r"\bmay\b", "must"),
        (r"\bmust\b", "may"),
        (r"\bbefore\b", "after"),
        (r"\bat most\b", "at least"),
        (r"(?<= )and(?= )", "or"),
        (r"(?<= )or(?= )", "and"),
        (r"\bdefender\b", "attacker"),
        (r"\bfriendly\b", "enemy"),
        (r"\beach\b", "any"),
        (r"\bone ", "only one "),
        (r"\bwithout\b", "with"),
        (r"\bif\b", "unless"),
        (r"\bunless\b", "if"),
        (r"\binto\b", "out of"),
    ),
}
each_language = pytest.mark.parametrize("language", sorted(SLIPS))


def _index(book: Subject, folder: Path) -> Index:
    path = folder / "index.yaml"
    path.write_text(refreshed(Index(path.name), book.clean), "utf-8")
    index, wrong = read_index(path, path.name)
    assert index is not None
    assert not wrong
    return index


def _drift(book: Subject, text: str, index: Index) -> list[CrosscheckFinding]:
    context = book.clean.with_book(read_book(book.language, Source("book.md", text), book.index))
    return list(drift.check(context, index))


@each_language
def test_every_slip_of_a_small_word_is_told_at_its_place_with_the_word(language: str, tmp_path: Path) -> None:
    book = tutorial(language)
    text = book.text.replace("\r\n", "\n")
    index = _index(book, tmp_path)
    assert not _drift(book, text, index)
    made = 0
    for pattern, now in SLIPS[language]:
        for match in list(re.finditer(pattern, text))[::3][:3]:
            line = text.count("\n", 0, match.start()) + 1
            column = match.start() - text.rfind("\n", 0, match.start())
            section = book.clean.book.section_at(line)
            if section is None or book.clean.book.section(section.id) is not section:
                continue
            found = _drift(book, text[: match.start()] + now + text[match.end() :], index)
            made += 1
            told = [one for one in found if one.diagnostic.code is drift.WORD]
            assert len(told) == 1, (pattern, line, [one.diagnostic.message for one in found])
            word = told[0].word
            assert word is not None
            # What changed and no more: of "prima di" only the first word has.
            was, new = match[0].casefold().split(), now.casefold().split()
            assert word.old.split() == [one for one in was if one not in new], (pattern, line, word)
            assert word.new.split() == [one for one in new if one not in was], (pattern, line, word)
            span = told[0].diagnostic.span
            assert (span.line, abs(span.column - column) <= 12) in {(line, True), (line + 1, column < 100)}
            assert {one.diagnostic.code for one in found} <= {drift.WORD}, "told once"
    assert made >= 25


def test_an_index_of_an_older_form_is_read_and_no_change_is_called_spelling_for_sure(tmp_path: Path) -> None:
    book = tutorial("it")
    path = tmp_path / "index.yaml"
    written = refreshed(Index(path.name), book.clean)
    path.write_text(re.sub(r', signature: "[^"]*"', "", written), "utf-8")
    index, wrong = read_index(path, path.name)
    assert index is not None
    assert not wrong
    assert not _drift(book, book.text, index), "nothing has changed"
    changed = re.sub(r"(?<= )e(?= )", "o", book.text, count=1)
    (told,) = _drift(book, changed, index)
    assert "only" not in told.diagnostic.message
    # Renewed by the command, it tells the word.
    path.write_text(refreshed(index, book.clean), "utf-8")
    renewed, _ = read_index(path, path.name)
    assert renewed is not None
    (told,) = _drift(book, changed, renewed)
    assert told.word is not None
    assert (told.word.old, told.word.new) == ("e", "o")


WORDS = "non può deve prima dopo almeno e o di la pedina spazio attaccante muove ogni tre se".split()
# No more than six small words stand in a row, in these texts as in any: a seventh would not be kept in clear.
texts = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join), min_size=1, max_size=8).map(
    " unità ".join
)


@given(texts, st.data())
def test_a_text_differs_from_its_own_signature_nowhere_and_from_another_somewhere(
    text: str, data: st.DataObject
) -> None:
    signature = signature_of(text, "it")
    assert not word_changes(signature, text, "it")
    assert not word_changes(signature, f"**{text.upper()}**\n", "it"), "marks, capitals and breaks are no words"
    words = text.split()
    place = data.draw(st.integers(0, len(words) - 1))
    other = data.draw(st.sampled_from([word for word in ("non", "dopo", "almeno", "o") if word != words[place]]))
    now = " ".join([*words[:place], other, *words[place + 1 :]])
    told = word_changes(signature, now, "it")
    assert any(one.new == other or one.old == words[place] for one in told), (text, now, told)
    assert all(now[one.start : one.end].casefold() == one.new for one in told if one.new)


@given(texts, texts)
def test_any_two_texts_can_be_held_together(one: str, other: str) -> None:
    signature = signature_of(one, "it")
    for change in [*word_changes(signature, other, "it"), *changed_stretches(signature, other, "it", one)]:
        assert 0 <= change.start < change.end <= len(other)
        assert change.old or change.new


@given(st.text(alphabet="aZ9|-_ àè\n", max_size=60))
def test_a_signature_that_somebody_edited_is_read(signature: str) -> None:
    word_changes(signature, "la pedina non può muovere", "it")


def test_a_word_that_only_moved_is_no_changed_word() -> None:
    was = "Le pedine possono solo entrare nel passo."
    now = "Le pedine solo possono entrare nel passo."
    assert not word_changes(signature_of(was, "it"), now, "it")


def test_accents_are_spelling_but_where_they_make_another_word() -> None:
    signature = signature_of("La pedina può fermarsi e ripiegare", "it")
    assert not word_changes(signature, "La pedina puo' fermarsi e ripiegare", "it")
    (told,) = word_changes(signature, "La pedina può fermarsi è ripiegare", "it")
    assert (told.old, told.new) == ("e", "è")


def test_the_text_as_it_was_read_is_kept_outside_and_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = tutorial("it")
    index = _index(book, tmp_path)
    kept = TextsAsRead()
    monkeypatch.setattr(TextsAsRead, "_pack", _Pack(), raising=False)
    kept.keep(book.clean)
    index.texts = lambda words: kept.text("it", words)
    changed = book.text.replace("Le carovane non attaccano mai", "Le pattuglie non attaccano mai")
    assert changed != book.text
    (told,) = _drift(book, changed, index)
    assert told.word is not None
    assert (told.word.old, told.word.new) == ("carovane", "pattuglie")
    changed = book.text.replace("Le carovane non attaccano mai", "Le carovane attaccano sempre")
    first = _drift(book, changed, index)[0]
    assert first.diagnostic.notes == (
        "it read: Le carovane `non` attaccano mai.",
        "it reads: Le carovane attaccano sempre.",
    )


def _with_texts(book: Subject, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Index:
    """The index of a book, with its text as it was read."""
    index = _index(book, folder)
    kept = TextsAsRead()
    monkeypatch.setattr(TextsAsRead, "_pack", _Pack(), raising=False)
    kept.keep(book.clean)
    index.texts = lambda words: kept.text(book.language, words)
    return index


def test_words_lost_at_the_end_of_a_sentence_stood_after_the_word_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tutorial("it")
    for index in (_index(book, tmp_path), _with_texts(book, tmp_path, monkeypatch)):
        changed = re.sub(r",\s+ma\s+non\s+quando\s+nevica\.", ".", book.text)
        assert changed != book.text
        (told,) = _drift(book, changed, index)
        assert told.diagnostic.message == "section 6.5 lost `non quando` after `loro`"
        assert told.diagnostic.label.endswith("stood after this")
    # In the middle of a section the text as it was read tells which sentence they ended.
    was = "La banda entra, ma non di notte. La carovana aspetta."
    now = "La banda entra. La carovana aspetta."
    (change,) = word_changes(signature_of(was, "it"), now, "it", was)
    assert (now[change.start : change.end], change.behind) == ("entra", True)
    was = "La banda entra. Non sempre la carovana aspetta."
    now = "La banda entra. La carovana aspetta."
    (change,) = word_changes(signature_of(was, "it"), now, "it", was)
    assert (now[change.start : change.end], change.behind) == ("La", False)


def test_a_changed_cell_is_told_once_and_for_certain(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = tutorial("it")
    row = next(line for line in book.text.split("\n") if line.startswith("| 3 ") and "AR" in line)
    dash = row.index("–")
    changed = book.text.replace(row, f"{row[:dash]}AR{row[dash + 1 :]}")
    index = _with_texts(book, tmp_path, monkeypatch)
    (told,) = _drift(book, changed, index)
    assert told.diagnostic.code is drift.TEXT
    assert told.confidence.name == "CERTAIN"
    assert told.diagnostic.message.endswith("row `3`, column `2-1`: `–` is now `AR`")
    assert told.word is not None
    assert (told.word.old, told.word.new) == ("–", "AR")
    assert (told.diagnostic.span.line, told.diagnostic.span.column) == (book.text.split("\n").index(row) + 1, dash + 1)
    # And the other way round: where a dash stands now no word does.
    code = row.index("DR")
    (told,) = _drift(book, book.text.replace(row, f"{row[:code]}–{row[code + 2 :]}"), index)
    assert told.diagnostic.message.endswith("`DR` is now `–`")
    # Where no more than signs are kept, the row is told.
    (told,) = _drift(book, changed, _index(book, tmp_path))
    assert told.diagnostic.code is drift.TEXT
    assert told.diagnostic.message.endswith("a row of its table is another one")


def test_a_cell_that_is_spelt_otherwise_is_no_other_cell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book = tutorial("it")
    changed = re.sub(r"(?<=\| )ghiaione(?= )", "ghiaoine", book.text, count=1)
    assert changed != book.text
    found = _drift(book, changed, _with_texts(book, tmp_path, monkeypatch))
    assert [one.diagnostic.code for one in found] == [drift.WORDING]


def test_a_number_in_words_is_told_once_and_a_decision_about_either_holds_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tutorial("it")
    changed = re.sub(r"(rinforzo\s+nella\s+)terza(?=\s+notte)", r"\1seconda", book.text)
    assert changed != book.text
    for index in (_index(book, tmp_path), _with_texts(book, tmp_path, monkeypatch)):
        (told,) = _drift(book, changed, index)
        assert told.diagnostic.code is drift.TEXT
        assert len(told.formerly) == 1
        for name in told.names:
            decided = replace(index, accepted=(Decision(name, "seen", told.diagnostic.span),))
            shown, accepted, _, unused = apply_decisions([told], {"it": decided}, Confidence.POSSIBLE)
            assert (shown, len(accepted), unused) == ([], 1, [])
    assert told.formerly == ("word-changed@11.4:terza>seconda",)


def test_a_number_inside_words_that_changed_is_told_with_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what an earlier version called both stays accepted."""
    book = tutorial("it")
    changed = re.sub(r"più\s+di\s+una\s+volta(?=\s+in\s+una\s+notte)", "più di due volte", book.text)
    assert changed != book.text
    (told,) = _drift(book, changed, _with_texts(book, tmp_path, monkeypatch))
    assert told.name == "word-changed@9.2:una volta>due volte"
    assert told.formerly[0].startswith("text-changed@9.2:")


def test_what_an_earlier_version_called_a_change_of_a_cell_stays_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tutorial("it")
    row = next(line for line in book.text.split("\n") if line.startswith("| 3 ") and "AR" in line)
    (told,) = _drift(book, book.text.replace(row, row.replace("–", "AR")), _with_texts(book, tmp_path, monkeypatch))
    assert told.formerly == (f"wording-changed@9.8:{told.key}",)


def test_what_was_accepted_of_a_number_covers_no_other_word_of_its_section(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = tutorial("it")
    changed = re.sub(r"più\s+di\s+una\s+volta(?=\s+in\s+una\s+notte)", "più di due volte", book.text)
    changed = changed.replace(", e nessuna pedina attacca più", ", e ogni pedina attacca più")
    found = _drift(book, changed, _with_texts(book, tmp_path, monkeypatch))
    assert [(one.name, len(one.formerly)) for one in found] == [
        ("word-changed@9.2:una volta>due volte", 1),
        ("word-changed@9.2:nessuna>ogni", 0),
    ]


def test_a_number_among_the_words_that_are_told_together_is_told_as_a_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    was = "**9.2 Una volta sola.** "
    book = tutorial("it")
    rules = "".join(f"La banda {{}} passa il ponte {place}. " for place in "abcdefgh")
    before = book.text.replace(was, was + rules.format(*["non"] * 8) + "Il capo riposa una volta. ", 1)
    after = book.text.replace(was, was + rules.format(*["sempre"] * 8) + "Il capo riposa due volte. ", 1)
    read = Subject(book.program, book.glossary, book.language, before, book.index)
    told = [one.diagnostic for one in _drift(read, after, _with_texts(read, tmp_path, monkeypatch))]
    assert [one.code for one in told].count(drift.TEXT) == 1
    assert "numbers" in next(one.message for one in told if one.code is drift.TEXT)


class _Pack:
    """A pack that lies nowhere."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def __contains__(self, key: str) -> bool:
        return key in self.kept

    def get(self, key: str) -> bytes | None:
        return self.kept.get(key)

    def put(self, key: str, value: bytes) -> None:
        self.kept[key] = value


def test_no_sentence_stands_in_a_signature() -> None:
    book = tutorial("it")
    for section in book.clean.book.sections:
        context: CrosscheckContext = book.clean
        text = context.passage(section).text
        runs = re.findall(r"[^\W\d_]{4,}", text.casefold())
        clear = signature_of(text, "it").split("|")[1::2]
        nouns = {
            word for word in runs if word in {"pedina", "banda", "carovana", "pattuglia", "sentieri", "mulattiera"}
        }
        assert not nouns & set(clear)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("1.1", "La barca rossa rientra solo con 3 lanterne accese."),
        ("1.3", "La barca rossa rientra tardi. Chi rema paga 3 monete al faro del porto."),
    ],
)
def test_a_sentence_that_came_is_told_as_new_and_by_no_line_of_a_file_that_has_none(
    regola: Run, tmp_path: Path, place: str, words: str
) -> None:
    book = "".join(f"**1.{at} Porto {at}.** Ogni barca del porto {at} ha due remi.\n\n" for at in range(1, 5))
    (tmp_path / "book.docx").write_bytes(as_word(book))
    source = ("crosscheck", "--source", f"it={tmp_path / 'book.docx'}")
    assert regola(*source, "--index").returncode == 0
    at = book.index(" ha due remi.", book.index(f"**{place} ")) + len(" ha due remi.")
    (tmp_path / "book.docx").write_bytes(as_word(f"{book[:at]} {words}{book[at:]}"))
    said = regola(*source, "--kind", "drift", "--all").stdout
    assert "it reads: " in said
    assert "it read:" not in said
    assert not re.search(r"\blines? \d", said), said


def test_a_clause_that_came_elsewhere_is_shown_at_its_place(regola: Run, tmp_path: Path) -> None:
    book = "**1.1 Porto.** Ogni barca paga 3 monete al faro.\n\nDi notte si dorme tutti a bordo.\n"
    path = tmp_path / "book.md"
    path.write_text(book, "utf-8")
    assert regola("crosscheck", "--source", f"it={path}", "--index").returncode == 0
    path.write_text(
        book.replace("3 monete", "4 monete").replace(
            "bordo.", "bordo. La ciurma bionda canta, balla, cucina, pesca, rema, dorme, lavora e sogna."
        ),
        "utf-8",
    )
    said = regola("crosscheck", "--source", f"it={path}", "--kind", "drift", "--json").stdout
    found = [one for one in json.loads(said)["findings"] if one["kind"] == "drift"]
    assert [one["location"]["line"] for one in found] == [1]
    assert [(one["location"]["line"], one["message"]) for one in found[0]["related"]] == [(3, "12 words more")]
