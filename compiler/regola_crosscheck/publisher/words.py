"""The words of the report for the publisher, a catalogue for each language: another language is another entry.

A publisher has the book and not the rules as we encode them, so nothing here speaks of those. `what` says what is
wrong in a sentence with named parts, `do` what to do about it: `{found}` is what stands there, `{expected}` what
should, `{section}` the section's number. A finding that is an absence of ours has no words: it is not the publisher's.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Phrase:
    """What is said of one kind of finding, and what is proposed; `open` where nothing better is known."""

    what: str
    do: str = ""
    open: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language."""

    title: str
    about: str
    groups: tuple[str, str, str, str]
    counts: tuple[str, str]
    section: str
    places: dict[str, str]
    proposal: str
    lost: str
    see_also: str
    nothing: str
    unsorted: Phrase
    phrases: dict[str, Phrase]


# Findings of what is not encoded, was read before, or was decided: of our work, not of the book.
OURS = frozenset(
    "section-not-encoded section-not-in-book number-not-encoded number-not-in-text exception-not-encoded"
    " table-not-encoded table-not-found example-number text-changed wording-changed meaning-changed word-changed"
    " decision-unused other-book not-a-text mixed-encoding pages-without-text tracked-changes".split()
)

_CHECK_IT = "Verificare quale delle due forme è giusta."
ITALIAN = Words(
    title="Rilievi sul testo del regolamento",
    about="Ogni rilievo riporta la frase così come è stampata, con la parola in questione evidenziata, e una proposta.",
    groups=("Errori certi", "Errori probabili", "Da verificare", "Punti in cui il regolamento si contraddice o tace"),
    counts=("{number} rilievo", "{number} rilievi"),
    section="Sezione {section}",
    places={
        "page": "pagina {n}", "column": "colonna {n}", "paragraph": "capoverso {n}", "table": "tabella {n}",
        "row": "riga {n} della tabella", "line": "riga {n}",
    },
    proposal="Proposta",
    lost="Manca «{expected}».",
    see_also="Si confronti",
    nothing="Nessun rilievo.",
    unsorted=Phrase("Qui il testo non torna.", "", _CHECK_IT),
    phrases={
        "number-differs": Phrase("Il numero non concorda con il resto del regolamento.", "«{expected}» invece di «{found}»."),
        "sign-differs": Phrase("Il segno non concorda con il resto del regolamento.", "«{expected}» invece di «{found}»."),
        "table-cell-differs": Phrase("La casella della tabella non concorda con il resto del regolamento.", "«{expected}» invece di «{found}»."),
        "table-shape-differs": Phrase("Alla tabella manca una riga o una colonna, o ne ha una di troppo.", "", "Confrontare la tabella con l’originale."),
        "permission-differs": Phrase("Il testo permette, vieta o impone il contrario di quanto dice altrove.", "", "Verificare se manca un «non», o se «può» e «deve» sono scambiati."),
        "word-differs": Phrase("Una parola che cambia la regola non concorda con il resto del regolamento.", "«{expected}» invece di «{found}».", _CHECK_IT),
        "word-missing": Phrase("Una piccola parola manca, o è scambiata.", "", "Verificare se manca un «non», o se la parola è un’altra."),
        "term-forbidden": Phrase("Questa parola non è quella scelta per il regolamento.", "«{expected}» invece di «{found}»."),
        "term-wrong": Phrase("È nominata una cosa, ma la regola tratta di un’altra.", "«{expected}» invece di «{found}»."),
        "term-mixed": Phrase("Due nomi per la stessa cosa.", "", "Usare lo stesso nome in tutti e due i luoghi."),
        "abbreviation-once": Phrase("L’abbreviazione compare una volta sola; un’altra simile compare spesso.", "«{expected}» invece di «{found}»."),
        "abbreviation-undefined": Phrase("L’abbreviazione non è spiegata in nessun luogo.", "", "Spiegarla dove compare la prima volta."),
        "misread-letter": Phrase("Sembra una lettera letta male.", "«{expected}» invece di «{found}».", "Confrontare con l’originale."),
        "reference-dangling": Phrase("Il rinvio è a una sezione che non c’è.", "«{expected}» invece di «{found}».", "Correggere il rinvio."),
        "reference-elsewhere": Phrase("Il rinvio è a una sezione che tratta d’altro.", "«{expected}» invece di «{found}».", "Correggere il rinvio."),
        "section-doubled": Phrase("Il numero di questa sezione compare due volte.", "", "Dare un altro numero a una delle due."),
        "section-out-of-order": Phrase("La sezione è fuori posto nella numerazione.", "", "Verificare il numero della sezione."),
        "section-skipped": Phrase("La numerazione salta un numero.", "", "Verificare se manca una sezione."),
        "example-disagrees": Phrase("L’esempio non torna con le regole.", "", "Correggere l’esempio, o la regola."),
        "claim-wrong": Phrase("Il conto non torna.", "«{expected}» invece di «{found}».", "Rifare il conto."),
        "word-misspelt": Phrase("Errore di battitura.", "«{expected}» invece di «{found}».", "Correggere la parola."),
        "word-doubled": Phrase("La parola è ripetuta.", "«{expected}» invece di «{found}».", "Toglierne una."),
        "word-elided": Phrase("Apostrofo mancante, o di troppo.", "«{expected}» invece di «{found}».", "Correggere l’apostrofo."),
        "words-foreign": Phrase("La frase è rimasta nell’altra lingua.", "", "Tradurla."),
        "bracket-open": Phrase("Manca una parentesi o una virgoletta.", "", "Aggiungerla, o togliere l’altra."),
        "statement-differs": Phrase("Due sezioni dicono la stessa cosa in modo diverso.", "", "Verificare quale delle due è giusta, o se una è l’eccezione."),
        "figures-differ": Phrase("Il numero in lettere e quello in cifre non concordano.", "", "Verificare quale dei due è giusto."),
        "term-varies": Phrase("Il termine è scritto qui in un modo, altrove in un altro.", "«{expected}» invece di «{found}»."),
        "languages-section": Phrase("La sezione manca nell’altra lingua, o è in più.", "", "Confrontare le due edizioni."),
        "languages-number": Phrase("Il numero è un altro nell’altra lingua.", "«{expected}» invece di «{found}».", "Confrontare le due edizioni."),
        "languages-table": Phrase("La tabella è un’altra nell’altra lingua.", "", "Confrontare le due edizioni."),
        "languages-reference": Phrase("Il rinvio è un altro nell’altra lingua.", "", "Confrontare le due edizioni."),
        "languages-permission": Phrase("Le due lingue non concordano su ciò che si può, si deve o non si può fare.", "", "Confrontare le due edizioni."),
        "languages-word": Phrase("In una delle due lingue una parola che cambia la regola manca, o è un’altra.", "", "Confrontare le due edizioni."),
        "languages-sentence": Phrase("La frase manca nell’altra lingua, o qui è in più.", "", "Confrontare le due edizioni."),
        "languages-sentence here": Phrase("A questa sezione manca una frase che l’altra lingua ha.", "", "Aggiungerla, o toglierla nell’altra edizione."),
        "languages-term": Phrase("L’altra lingua nomina un’altra cosa.", "", "Confrontare le due edizioni."),
        "languages-two-terms": Phrase("Un termine dell’altra lingua ha qui due nomi, o due termini ne hanno uno.", "«{expected}» invece di «{found}», se sono la stessa cosa.", "Usare un nome per ogni cosa."),
        "known-erratum": Phrase("{told}"),
    },
)  # fmt: skip

_CHECK_EN = "See which of the two is right."
ENGLISH = Words(
    title="Notes on the text of the rulebook",
    about="Each note has the sentence as it is printed, with the word in question marked, and a proposal.",
    groups=("Certain errors", "Likely errors", "To be looked at", "Where the rulebook contradicts itself or is silent"),
    counts=("{number} note", "{number} notes"),
    section="Section {section}",
    places={
        "page": "page {n}", "column": "column {n}", "paragraph": "paragraph {n}", "table": "table {n}",
        "row": "row {n} of the table", "line": "line {n}",
    },
    proposal="Proposal",
    lost="“{expected}” is missing.",
    see_also="Compare",
    nothing="Nothing to note.",
    unsorted=Phrase("Something is wrong here.", "", _CHECK_EN),
    phrases={
        "number-differs": Phrase("The number does not agree with the rest of the rulebook.", "“{expected}” for “{found}”."),
        "sign-differs": Phrase("The sign does not agree with the rest of the rulebook.", "“{expected}” for “{found}”."),
        "table-cell-differs": Phrase("The cell of the table does not agree with the rest of the rulebook.", "“{expected}” for “{found}”."),
        "table-shape-differs": Phrase("The table lacks a row or a column, or has one too many.", "", "Compare the table with the original."),
        "permission-differs": Phrase("The text permits, forbids or demands the contrary of what it says elsewhere.", "", "See whether a “not” is missing, or “may” and “must” are exchanged."),
        "word-differs": Phrase("A word that changes the rule does not agree with the rest of the rulebook.", "“{expected}” for “{found}”.", _CHECK_EN),
        "word-missing": Phrase("A small word is missing, or exchanged.", "", "See whether a “not” is missing, or another word is meant."),
        "term-forbidden": Phrase("This is not the word chosen for the rulebook.", "“{expected}” for “{found}”."),
        "term-wrong": Phrase("One thing is named, but the rule is about another.", "“{expected}” for “{found}”."),
        "term-mixed": Phrase("Two names for one thing.", "", "Use one name in both places."),
        "abbreviation-once": Phrase("The abbreviation stands once; one like it stands often.", "“{expected}” for “{found}”."),
        "abbreviation-undefined": Phrase("The abbreviation is explained nowhere.", "", "Explain it where it first stands."),
        "misread-letter": Phrase("This looks like a misread letter.", "“{expected}” for “{found}”.", "Compare with the original."),
        "reference-dangling": Phrase("The reference is to a section that is not there.", "“{expected}” for “{found}”.", "Correct the reference."),
        "reference-elsewhere": Phrase("The reference is to a section about something else.", "“{expected}” for “{found}”.", "Correct the reference."),
        "section-doubled": Phrase("The number of this section stands twice.", "", "Give one of them another number."),
        "section-out-of-order": Phrase("The section is out of order.", "", "See whether its number is right."),
        "section-skipped": Phrase("The numbering leaves a number out.", "", "See whether a section is missing."),
        "example-disagrees": Phrase("The example comes out differently by the rules.", "", "Correct the example, or the rule."),
        "claim-wrong": Phrase("The sum does not come out.", "“{expected}” for “{found}”.", "Count again."),
        "word-misspelt": Phrase("A misprint.", "“{expected}” for “{found}”.", "Correct the word."),
        "word-doubled": Phrase("The word stands twice.", "“{expected}” for “{found}”.", "Leave one out."),
        "word-elided": Phrase("An apostrophe is missing, or one too many.", "“{expected}” for “{found}”.", "Correct the apostrophe."),
        "words-foreign": Phrase("The sentence was left in the other language.", "", "Translate it."),
        "bracket-open": Phrase("A bracket or a quotation mark is missing.", "", "Add it, or take the other out."),
        "statement-differs": Phrase("Two sections say one thing in different ways.", "", "See which of them is right, or whether one is the exception."),
        "figures-differ": Phrase("The number in words and the one in figures differ.", "", "See which of them is right."),
        "term-varies": Phrase("The term is written in one way here, in another elsewhere.", "“{expected}” for “{found}”."),
        "languages-section": Phrase("The other language does not have this section, or has one more.", "", "Compare the two editions."),
        "languages-number": Phrase("The other language has another number.", "“{expected}” for “{found}”.", "Compare the two editions."),
        "languages-table": Phrase("The other language has another table.", "", "Compare the two editions."),
        "languages-reference": Phrase("The other language refers elsewhere.", "", "Compare the two editions."),
        "languages-permission": Phrase("The two languages do not agree on what may, must or must not be done.", "", "Compare the two editions."),
        "languages-word": Phrase("In one of the two languages a word that changes the rule is missing, or is another.", "", "Compare the two editions."),
        "languages-sentence": Phrase("The other language does not have this sentence, or has one more.", "", "Compare the two editions."),
        "languages-sentence here": Phrase("This section lacks a sentence that the other language has.", "", "Add it, or take it out of the other edition."),
        "languages-term": Phrase("The other language names another thing.", "", "Compare the two editions."),
        "languages-two-terms": Phrase("One term of the other language has two names here, or two terms have one.", "“{expected}” for “{found}”, if they are one thing.", "Use one name for each thing."),
        "known-erratum": Phrase("{told}"),
    },
)  # fmt: skip

LANGUAGES = {"it": ITALIAN, "en": ENGLISH}


def words_of(language: str) -> Words:
    """The words of a language; English ones for a language without its own."""
    return LANGUAGES.get(language, ENGLISH)
