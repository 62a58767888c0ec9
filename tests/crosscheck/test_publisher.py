"""The publisher's report has what is wrong in the book at its sentence and its page, in the book's language, and nothing of
our rules."""

from __future__ import annotations

import io
import re
from pathlib import Path

import docx
import pytest
from click.testing import CliRunner, Result
from docx.oxml.ns import qn
from pypdf import PdfReader
from regola_cli.crosscheck import command
from regola_crosscheck.base.finding import Confidence
from regola_crosscheck.language.language_file import language_file
from regola_crosscheck.language.meaning import meaning_words
from regola_crosscheck.publisher.document import as_document
from regola_crosscheck.publisher.editions import MATTERS
from regola_crosscheck.publisher.folding import faults_of
from regola_crosscheck.publisher.notes import Note, Notes, Opening, Remark, notes_of
from regola_crosscheck.publisher.page import as_page
from regola_crosscheck.publisher.paper import as_paper
from regola_crosscheck.publisher.quotation import Piece, Quotation
from regola_crosscheck.publisher.words import ENGLISH, GROUPS, ITALIAN, LANGUAGES, OURS
from regola_crosscheck.report import Report
from regola_crosscheck.run import CODES
from support.book_files import as_pdf
from support.command import Run
from support.crosscheck_cases import held
from support.crosscheck_faults import tutorial
from support.html_tree import read
from support.paths import GAMES

GAME = GAMES / "lantern_pass"


def damaged(language: str) -> Report:
    """What is found in the damaged rulebook of the tutorial."""
    book = tutorial(language)
    text = (GAME / "damaged" / f"rulebook.{language}.md").read_text("utf-8")
    return held(book.program, {language: text}, glossary=book.glossary)


@pytest.fixture(scope="module")
def notes() -> Notes:
    return notes_of(damaged("it").filtered(Confidence.LIKELY), "it", "Il Passo delle Lanterne")


def everything(notes: Notes) -> list[Note]:
    return [note for _, group in notes.groups for note in group]


def test_every_finding_of_the_book_is_told_in_one_fault_and_no_other() -> None:
    report = damaged("it").filtered(Confidence.LIKELY)
    told = [one.finding.name for several in faults_of(report, "it") for fault in several for one in fault.told]
    assert sorted(told) == sorted(one.name for one in report.found if one.diagnostic.code.slug not in OURS)
    assert len(told) > 10


def test_the_surest_come_first(notes: Notes) -> None:
    told = {heading.title: notes for heading, notes in notes.groups}
    assert list(told) == [title for group in GROUPS if (title := ITALIAN.groups[group].title) in told]
    assert notes.groups[0][0].title == "Errori certi"


def test_the_count_says_how_many_of_each_group_there_are(notes: Notes) -> None:
    total, _, parts = notes.count.partition(": ")
    numbers = [int(part.split()[0]) for part in parts.split(", ")]
    assert total == f"{len(everything(notes))} rilievi"
    assert numbers == [len(group) for _, group in notes.groups]
    assert "errori certi" in parts


def test_a_note_marks_its_word_in_its_sentence_and_says_what_is_meant(notes: Notes) -> None:
    (note,) = [one for one in everything(notes) if one.quotation.marked == ("4",)]
    before, marked, after = (piece.text for piece in note.quotation.pieces)
    assert before.endswith("Si toglie ")
    assert (marked, note.place) == ("4", "riga 231")
    assert after.startswith(" se la banda dei contrabbandieri è stata presa")
    assert [one.proposal for one in note.remarks] == ["«3» invece di «4»."]


def test_nothing_of_our_rules_reaches_a_publisher(notes: Notes) -> None:
    told = as_page(notes)
    assert not re.search(r"regola[\[_]|\.regola|rules/|encoded|`", told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_catalogue_has_words_for_every_finding_of_the_book(language: str) -> None:
    words = LANGUAGES[language]
    assert set(words.phrases) == set(ENGLISH.phrases)
    assert not set(words.phrases) & OURS
    known = {code.slug for code in CODES}
    between = {one for one in known if one.startswith("languages-")}
    assert sorted(known - between - OURS - set(words.phrases)) == [], "nothing is only 'wrong here'"
    assert not between - set(MATTERS), "of what differs each has words"
    slugs = {name.removesuffix(" here") for name in words.phrases}
    assert (slugs | OURS) <= known, "no words for what is never found"
    # The head of a letter promises a proposal wherever something is to be changed: one stands even where no word is known.
    assert {slug for slug, phrase in words.phrases.items() if not phrase.open} == {"known-erratum"}
    assert set(words.differences) == set(ENGLISH.differences)
    assert all(phrase.open for phrase in words.differences.values())
    assert tuple(words.groups) == GROUPS
    assert set(words.places) == set(ENGLISH.places) >= {"page", "column", "paragraph", "table", "row", "line"}
    assert len(words.head.months) == 12
    assert set(LANGUAGES) <= set(words.languages)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_for_a_meaning_is_read_as_that_meaning(language: str) -> None:
    """Of every meaning that the desk reads in some language a letter has the word in its own; that is read back."""
    known = {f"{kind} {value}" for code in LANGUAGES for kind, value, _ in language_file(code).meanings}
    words = LANGUAGES[language].meanings
    assert set(words) == known
    own = {(kind, value) for kind, value, _ in language_file(language).meanings}
    for name, forms in words.items():
        kind, _, value = name.partition(" ")
        for form in forms.split(" / ") if (kind, value) in own else ():
            said = f"{form}. {form} {'ora' if language == 'it' else 'hour'}"
            read = [(one.kind, one.value) for one in meaning_words(said, language)]
            assert (kind, value) in read, (name, form, read)


def test_a_finding_without_words_is_told_all_the_same(notes: Notes) -> None:
    assert ITALIAN.unsorted.what
    assert not any(remark.what == ITALIAN.unsorted.what for one in everything(notes) for remark in one.remarks)


HOSTILE = '<script>alert(1)</script> "#eval(1)" \\ *a* $x$ @b `c` {{ 7*7 }} \x0b\x1f\ufffe'


@pytest.mark.parametrize("words", [HOSTILE, "#" * 200, "", "a" * 4_000])
def test_what_a_book_says_is_text_in_every_form(words: str) -> None:
    quotation = Quotation((Piece(words), Piece(words, marked=True), Piece(words)), words)
    note = Note(words, words, (quotation, quotation), (Remark(words, words),), (words,), (words,))
    opening = Opening(words, words, words, words, words, words)
    made = Notes(words, "it", ITALIAN, ((ITALIAN.groups["certain"], (note, note)),), opening)
    page = as_page(made)
    assert "<script" not in page
    assert read(page)
    assert not re.search("[\x00-\x08\x0b-\x1f\ufffe]", page)
    assert as_document(made).startswith(b"PK")
    assert as_paper(made).startswith(b"%PDF")


def test_a_book_without_faults_has_a_report_that_says_so() -> None:
    made = Notes("Un libro", "en", ENGLISH, ())
    assert ENGLISH.nothing in as_page(made)
    assert made.count == "0 notes"
    assert ENGLISH.nothing in "".join(one.text for one in docx.Document(io.BytesIO(as_document(made))).paragraphs)
    assert ENGLISH.nothing in PdfReader(io.BytesIO(as_paper(made))).pages[0].extract_text()


def test_no_page_has_the_end_of_a_letter_alone() -> None:
    said = Quotation((Piece("Le barche escono di notte."),), "")
    note = Note("1.1", "riga 1", (said,), (Remark("Manca una parola.", "non escono"),))
    pages = set()
    for lines in range(24):
        head = Opening(read="parole " * 14 * lines, closing="Cordiali saluti", signature="Nome: A. B.")
        made = Notes("Le barche", "it", ITALIAN, ((ITALIAN.groups["certain"], (note,) * 7),), head)
        told = [page.extract_text() for page in PdfReader(io.BytesIO(as_paper(made))).pages]
        assert "Cordiali saluti" in told[-1]
        assert re.search(r"7\. 1\.1", told[-1]), lines
        pages.add(len(told))
    assert pages == {1, 2}, "the end of a page is met"
    lines_of = docx.Document(io.BytesIO(as_document(made))).paragraphs
    last = next(place for place, one in enumerate(lines_of) if one.text.startswith("7. 1.1"))
    assert all(one.paragraph_format.keep_with_next for one in lines_of[last:-1])


def test_the_command_writes_each_form_with_the_pages_of_the_file(tmp_path: Path) -> None:
    (tmp_path / "book.pdf").write_bytes(as_pdf((GAME / "damaged" / "rulebook.it.md").read_text("utf-8")))
    words = [str(GAME), "--source", f"it={tmp_path / 'book.pdf'}", "--report"]

    def run(name: str) -> Result:
        result = CliRunner().invoke(command, [*words, str(tmp_path / name)])
        assert "Traceback" not in result.output
        return result

    for name in ("a.html", "a.docx", "a.pdf"):
        assert re.search(r"\d+ notes", run(name).output)
    page = (tmp_path / "a.html").read_text("utf-8")
    assert "pagina 3, colonna 2, riga 36" in page
    document = "\n".join(one.text for one in docx.Document(str(tmp_path / "a.docx")).paragraphs)
    paper = "\n".join(one.extract_text() for one in PdfReader(str(tmp_path / "a.pdf")).pages)
    for text in (document, paper):
        assert "pagina 3, colonna 2, riga 36" in " ".join(text.split())
    assert "Write it as .docx, .pdf or .html" in run("a.rtf").output
    assert not (tmp_path / "a.rtf").exists()


def test_the_pages_of_a_word_document_are_numbered(notes: Notes) -> None:
    foot = docx.Document(io.BytesIO(as_document(notes))).sections[0].footer
    (field,) = foot.part.element.iter(qn("w:fldSimple"))
    assert (field.get(qn("w:instr")), field.getparent().tag) == ("PAGE", qn("w:p"))


def test_a_folder_that_is_made_for_a_letter_is_told(regola: Run, tmp_path: Path) -> None:
    book = tmp_path / "book.md"
    book.write_text("**1.1 Porto.** Le barche le barche escono.\n\n**1.2 Mare.** Il mare è mosso.\n", "utf-8")
    words = ("crosscheck", "--source", f"it={book}")
    for given in (
        ("--report", "letter.html"),
        ("--terms", "terms.txt"),
        ("--concordance", "all.txt"),
        ("-o", "all.html"),
    ):
        place = tmp_path / given[0].strip("-") / given[1]
        assert f"the folder {place.parent} was not there, and was made" in regola(*words, given[0], str(place)).stderr
        assert place.is_file()
        assert "was made" not in regola(*words, given[0], str(place)).stderr


def test_a_document_is_never_a_text_under_its_name(regola: Run, tmp_path: Path) -> None:
    for name, letter in (("a.pdf", "a.pdf"), ("a.DOCX", "a.DOCX"), ("a.odt", "a.docx")):
        refused = regola("crosscheck", "lantern_pass", "-o", str(tmp_path / name))
        assert refused.returncode == 2
        assert f"--report {tmp_path / letter}" in refused.stderr
        assert not (tmp_path / name).exists()


def test_all_documents_that_are_asked_for_are_written(regola: Run, tmp_path: Path) -> None:
    book = tmp_path / "book.md"
    book.write_text("**1.1 Porto.** Le barche le barche escono.\n\n**1.2 Mare.** Il mare è mosso.\n", "utf-8")
    asked = {"--report": "letter.html", "--concordance": "all.txt", "--terms": "terms.csv"}
    words = [word for option, name in asked.items() for word in (option, str(tmp_path / name))]
    regola("crosscheck", "--source", f"it={book}", *words)
    assert all((tmp_path / name).is_file() for name in asked.values())
    for option, name in asked.items():
        for other in (("-o", "page.html"), ("--json",), ("--index",)):
            refused = regola("crosscheck", "--source", f"it={book}", option, name, *other)
            assert refused.returncode == 2, (option, other)
            assert f"`{option}` is written by itself" in refused.stderr


def test_a_report_is_never_written_into_a_repository(root: Path) -> None:
    place = root / "docs" / "letter.docx"
    result = CliRunner().invoke(command, [str(GAME), "--report", str(place)])
    assert "outside the" in result.output
    assert not place.exists()


def test_a_second_text_has_a_report_of_its_own(tmp_path: Path) -> None:
    words = [
        word for language in ("it", "en") for word in ("--source", f"{language}={GAME}/damaged/rulebook.{language}.md")
    ]
    result = CliRunner().invoke(command, [str(GAME), *words, "--report", str(tmp_path / "a.html")])
    assert re.search(r"a\.html: \d+ notes\nwrote .*a\.en\.html: \d+ notes", result.output), result.output
    assert ITALIAN.title in (tmp_path / "a.html").read_text("utf-8")
    assert ENGLISH.title in (tmp_path / "a.en.html").read_text("utf-8")


def test_a_cell_is_proposed_as_the_book_prints_it(notes: Notes) -> None:
    (note,) = [one for one in everything(notes) if one.quotation.marked == ("DR",)]
    assert [one.proposal for one in note.remarks] == ["«AR» invece di «DR»."]
    assert note.place == "riga 178 del file, riga «2» della tabella, colonna «2-1»"
    assert "–" in note.quotation.text, "a dash is quoted as it is printed"


def test_one_word_has_one_note_whatever_speaks_of_it(tmp_path: Path) -> None:
    """A reference that the book has not, and that the other language has otherwise: one slip, with what is to stand there."""
    words = ["--source", f"it={GAME}/damaged/rulebook.it.md", "--source", f"en={GAME}/rulebook.en.md"]
    result = CliRunner().invoke(command, [*words, "--report", str(tmp_path / "a.html")])
    assert result.exit_code == 0, result.output
    articles = (tmp_path / "a.html").read_text("utf-8").split("<article>")[1:]
    (reference,) = [one for one in articles if "<mark>14.6</mark>" in one]
    assert "Il rinvio è a una sezione che non c’è. Qui si rinvia a 14.6, nel testo inglese a 14.2." in reference
    assert "«14.2» invece di «14.6»." in reference


@pytest.mark.parametrize(("times", "said"), [(5, ""), (6, "; e in un altro luogo"), (9, "; e in altri 4 luoghi")])
def test_of_a_slip_that_stands_everywhere_some_places_are_named_and_the_rest_counted(
    times: int, said: str, tmp_path: Path
) -> None:
    """From the first run and from what was kept of it."""
    lines = [f"**1.{place} La sosta.** La pedina è ferma, cioé attende la notte.\n" for place in range(1, times + 1)]
    (tmp_path / "book.md").write_text("\n".join(lines), "utf-8")
    for name in ("a.html", "b.html"):
        words = ["--source", f"it={tmp_path}/book.md", "--report", str(tmp_path / name)]
        assert CliRunner().invoke(command, words).exit_code == 0
        assert f"Anche: riga 3; riga 5; riga 7; riga 9{said}." in (tmp_path / name).read_text("utf-8")


def test_a_list_a_page_a_letter_and_the_terminal_count_sections_alike(tmp_path: Path) -> None:
    """A number that stands twice is one section, and is told."""
    source = ["--source", f"it={GAME}/damaged/rulebook.it.md"]
    runner = CliRunner()
    said = "74 sections, 1 number twice"
    assert f"it: {said}" in runner.invoke(command, source).output
    assert f"it: {said}" in runner.invoke(command, [*source, "--sections"]).output
    for option, name, words in (("-o", "page.html", said), ("--report", "a.html", "74 sezioni, 1 numero doppio")):
        assert runner.invoke(command, [*source, option, str(tmp_path / name)]).exit_code in {0, 1}
        assert words in (tmp_path / name).read_text("utf-8")


@pytest.mark.parametrize(
    ("head", "title"),
    [
        ("LA VALLE\n\nTraduzione di un amico.\n\n", "LA VALLE"),
        ("STAMPERIA AURORA\n\nLA VALLE   ver. 1.0\n\n", "LA VALLE"),
        ("# La valle\n\n", "La valle"),
        ("AURORA GAMES\n\nDM    DUE MONTI    ver. 1.0\n\nIn DM si sale. Chi vince a DM? DM finisce.\n\n", "DUE MONTI"),
        ("AURORA GAMES\n\nDUE MONTI\n\n", "DUE MONTI"),
        ("", "book.txt"),
    ],
)
def test_a_letter_is_titled_as_its_book_is(head: str, title: str, tmp_path: Path) -> None:
    (tmp_path / "book.txt").write_text(
        head
        + "1.1 Inizio. La valle è vuota, e la valle attende: si veda 9.9.\n\n1.2 Il passo. Si va nella valle.\n\n"
        + "1.3 Fine. La valle è piena.\n\n1.4 Nota. Nella valle si aspetta.\n",
        "utf-8",
    )
    words = ["--source", f"it={tmp_path / 'book.txt'}", "--report", str(tmp_path / "a.html")]
    assert CliRunner().invoke(command, words).exit_code == 0
    assert f"<h1>{title}</h1>" in (tmp_path / "a.html").read_text("utf-8")


def letter_of(tmp_path: Path, was: str, now: str, *more: str) -> list[str]:
    """The notes of the letter on the tutorial's text with a change, as HTML, by what the rules say."""
    text = tutorial("it").text
    assert was in text
    (tmp_path / "book.md").write_text(text.replace(was, now), "utf-8")
    words = [str(GAME), "--no-index", "--source", f"it={tmp_path / 'book.md'}", *more]
    result = CliRunner().invoke(command, [*words, "--report", str(tmp_path / "a.html")])
    assert result.exit_code == 0, result.output
    return (tmp_path / "a.html").read_text("utf-8").split("<article>")[1:]


def test_a_word_that_lost_its_denial_is_shown_with_what_belongs_there(tmp_path: Path) -> None:
    notes = letter_of(tmp_path, "ripiegato non può attaccare", "ripiegato può attaccare")
    (note,) = [one for one in notes if "Sezione 10.4" in one]
    assert "<mark>può</mark>" in note
    assert "«non può» invece di «può»." in note


def test_a_word_that_is_lost_is_no_exchange_for_its_sentence(tmp_path: Path) -> None:
    notes = letter_of(tmp_path, ", tranne che nella nebbia", "")
    (note,) = [one for one in notes if "Sezione 9.3" in one]
    assert re.search("Manca «[^»]+»[.]", note)
    assert "invece di" not in note


def test_a_heading_without_a_number_is_no_number_twice_and_is_called_by_its_title(tmp_path: Path) -> None:
    """Whether it is the place of the note or another one that is to be compared."""
    price = "La carovana che dorme nella locanda paga {} monete al custode del ponte."
    chapters = [f"## La tappa {at}\n\nSi cammina.\n\n## Abilità del {at}\n\n{{}}\n\n" for at in ("nord", "sud")]
    book = chapters[0].format(price.format("due")) + chapters[1].format(price.format("tre"))
    (tmp_path / "book.md").write_text(book + "## La tappa nord\n\nSi torna.\n", "utf-8")
    source = ["--source", f"it={tmp_path}/book.md"]
    result = CliRunner().invoke(command, [*source, "--report", str(tmp_path / "a.html")])
    assert "twice" not in CliRunner().invoke(command, source).output
    assert result.exit_code == 0
    told = (tmp_path / "a.html").read_text("utf-8")
    assert "numer" not in told.partition("<article>")[0].partition("(4 sezioni)")[0].rpartition("<p>")[2]
    assert "Sezione «Abilità del nord»" in told
    assert "Si confronti: Sezione «Abilità del sud»" in told
