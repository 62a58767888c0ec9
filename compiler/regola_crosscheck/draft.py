"""The folder of a game drafted from its rulebook, so that encoding starts from the book.

What is written is a game that `regola check` accepts: its description, the index of the book's sections, a glossary of
the terms the book seems to have, and a file of rules in which the sections stand as comments. Of the book's text there
is none in it but titles and terms.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import wrap

from regola_compiler.driver import understand
from regola_compiler.project.game import Game
from regola_compiler.project.written_yaml import as_yaml
from regola_dsl.source import Source
from regola_dsl.wording import later, localized, localized_template, say_number
from ruamel.yaml.comments import CommentedMap

from regola_crosscheck.base.context import CrosscheckContext
from regola_crosscheck.base.index import LONGEST, WORDS, Index, refreshed
from regola_crosscheck.bilingual.terms.rendered_terms import rendered_terms
from regola_crosscheck.book.numbering import NUMBER
from regola_crosscheck.book.outline import title_of
from regola_crosscheck.book.text import Book
from regola_crosscheck.book.titles import title_of_book
from regola_crosscheck.concordance.candidates import TermCandidate, term_candidates
from regola_crosscheck.language.language_file import known_language, language_file
from regola_crosscheck.language.morphology import keys_of, without_accents
from regola_crosscheck.proof.misprints import misprints
from regola_crosscheck.proof.vocabulary import Vocabulary, words_of_passage
from regola_crosscheck.run import no_game, read_book

# So many terms are drafted, of words that stand so often; who encodes throws out what is none.
TERMS, OFTEN = 80, 4
# A term has a name in another language where that renders it so often of all times.
MOSTLY = 0.5
# A single word is a noun where what announces one stands before it so often.
NOUN = 0.4


def drafted(name: str, title: str, books: Mapping[str, Source], decided: Mapping[str, Index]) -> dict[str, str]:
    """The files of a game.

    Args:
        name: what the game is called by programs.
        title: what it is called by people, where its book does not say it.
        books: its rulebook by language; the first of them gives terms and chapters.
        decided: what is kept of a book from when it was of no game, by language: its decisions go with it.

    Returns:
        the texts of files by their path in the folder.
    """
    indexes = {language: decided.get(language) or Index(f"{language}.yaml") for language in books}
    read = {language: read_book(language, source, indexes[language]) for language, source in books.items()}
    nothing = no_game({}).program
    first = CrosscheckContext(nothing, next(iter(read.values())), alone=True)
    rules = Source("rules/rules.regola", _rules(first))
    program = understand(Game(name, Path(), {"id": name, "languages": list(books)}, [rules])).program
    others = [CrosscheckContext(nothing, book, alone=True) for book in list(read.values())[1:]]
    files = {
        "game.yaml": _manifest(name, {language: _title(book) or title for language, book in read.items()}),
        "glossary.yaml": _glossary(first, others),
        rules.path: rules.text,
    }
    for language, book in read.items():
        # Beside the rules that are drafted, so that nothing has drifted when the book is first held against them.
        files[f"sources/{language}.yaml"] = refreshed(indexes[language], CrosscheckContext(program, book))
    return files


def _title(book: Book) -> str:
    """What a book calls itself; empty if it cannot be told."""
    return title_of_book(book.lines, book.sections[0].line if book.sections else len(book.lines))


def _manifest(name: str, titles: Mapping[str, str]) -> str:
    data = CommentedMap(
        {
            "id": name,
            "title": dict(titles),
            "languages": list(titles),
            "sources": [{"language": language, "title": title} for language, title in titles.items()],
        }
    )
    return as_yaml(data)


# --- the glossary ------------------------------------------------------------------------------


def _glossary(context: CrosscheckContext, others: Sequence[CrosscheckContext]) -> str:
    language = context.book.language
    texts = _texts(context)
    wrong = {one.word for one in misprints(Vocabulary.of(map(words_of_passage, texts)), language) if one.likely}
    terms = CommentedMap()
    nouns = _nouns(term_candidates(texts, language, OFTEN), "\n".join(texts), language)[:TERMS]
    names = {other.book.language: _names(context, other, nouns) for other in others}
    for term in nouns:
        key = _name(term.form)
        # A misprint that comes again is no term.
        if key and key not in terms and wrong.isdisjoint(re.findall(r"[^\W\d_]+", term.form)):
            known = {code: named[term.keys] for code, named in names.items() if term.keys in named}
            terms[key] = CommentedMap({language: written(term.form, texts), **known})
            terms.yaml_add_eol_comment(localized(say_number("{number} time", "{number} times", term.times)), key)
    data = CommentedMap({"terms": terms})
    data.yaml_set_start_comment("\n".join(_remark(_TERMS)))
    return as_yaml(data)


def _texts(context: CrosscheckContext) -> list[str]:
    """The sentences of a book that are no headings."""
    return [
        one.text for section in context.book.stretches for one in context.sentences(section) if one.kind != "heading"
    ]


def _names(
    context: CrosscheckContext, other: CrosscheckContext, terms: Sequence[TermCandidate]
) -> dict[tuple[str, ...], str]:
    """What each term is called in another language, where it mostly is; two terms have no name in common."""
    language, texts = other.book.language, _texts(other)
    found: dict[tuple[str, ...], str] = {}
    taken: set[tuple[str, ...]] = set()
    renderings = rendered_terms(context, other, [term.keys for term in terms])
    for term in terms:
        form, times = next(iter(renderings.get(term.keys, Counter()).most_common(1)), ("", 0))
        named = keys_of(form, language)
        if named and named not in taken and times > MOSTLY * term.times:
            taken.add(named)
            found[term.keys] = written(form, texts)
    return found


_TERMS = later(
    "What the book seems to call things, the most telling first, in the form that stands most often. Take out"
    " what is no term, write the rest in the singular, and say what must not be used: docs/exchange.md."
)
_SECTIONS = later(
    "The sections of the book, in its order. Write each rule below its section and anchor it there, as in"
    " docs/language.md; a chapter may have a file of its own. The first rule takes the place of these two lines:"
)
# How wide a remark is that we write into somebody's file.
_WIDTH = 110


def _remark(template: str) -> list[str]:
    """The lines of a remark, in the language of messages."""
    return wrap(localized_template(template), _WIDTH)


def _nouns(found: Sequence[TermCandidate], text: str, language: str) -> list[TermCandidate]:
    """The candidates of several words, and the single ones that an article announces."""
    articles = language_file(known_language(language)).articles
    plain = text.casefold()
    said = Counter(re.findall(r"[^\W\d_]+", plain))
    announced = Counter(re.findall(rf"\b(?:(?:{articles})\s+|\w+['’])([^\W\d_]+)", plain))
    return [term for term in found if len(term.keys) > 1 or announced[term.form] >= NOUN * max(1, said[term.form])]


def written(form: str, texts: Sequence[str]) -> str:
    """A term as it is mostly written within sentences: a name keeps its capitals; where it only begins them, in small.

    >>> written("red army", ["Red Army units move.", "The Red Army and a red army: the Red Army."])
    'Red Army'
    """
    words = r"\s+".join(map(re.escape, form.split()))
    looked_for = re.compile(rf"(?<!\w){words}(?!\w)", re.IGNORECASE)
    forms = Counter(
        " ".join(match[0].split())
        for text in texts
        for match in looked_for.finditer(text)
        if re.search(r"[\w,;)]\W*$", text[: match.start()]) and not match[0].isupper()
    )
    return min(forms, key=lambda one: (-forms[one], one), default=form)


def _name(form: str) -> str:
    """A name for a thing: letters of English and strokes."""
    name = re.sub(r"[^a-z0-9]+", "_", without_accents(form)).strip("_")
    return name if re.match(r"[a-z]", name) else ""


# --- the rules ---------------------------------------------------------------------------------


def _rules(context: CrosscheckContext) -> str:
    """The sections of the book as comments, to write the rules below; and a first line that stands for them until then.

    A file of rules declares something, so there is a word in it that nothing asks for, and that is of no section: of
    the book nothing is encoded yet.
    """
    sections = context.book.sections
    lines = [
        *(f"# {line}" for line in _remark(_SECTIONS)),
        "enum nothing_encoded_yet",
        "  nothing_yet",
    ]
    chapter: object = None
    for section in sections:
        key, title = context.book.numbering.key(section.id), _one_line(title_of(context.book, section))
        if section.numbered and key[0] != chapter:
            chapter = key[0]
            lines += ["", f"# --- {chapter} ---"]
        lines += ["", f"# @{_anchor(section.id)} {title}".rstrip()]
    return "\n".join(lines) + "\n"


def _anchor(section: str) -> str:
    """A section as the rules cite it: a number, or a name in quotes."""
    return section if NUMBER.fullmatch(section) else f'"{section}"'


def _one_line(title: str) -> str:
    """A title, or the first words of what is no title but a sentence."""
    plain = " ".join("".join(char if char.isprintable() else " " for char in title).split())
    return plain if len(plain) <= LONGEST else " ".join(plain.split()[:WORDS])
