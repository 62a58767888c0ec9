"""A little grammar of Italian and English: enough to put a heading into a sentence.

A heading ("Terreno dell'esagono", "È un'unità aerea", "Movimento ferroviario") says nothing of its gender, nor whether
it is a name, a clause or a verb. What can be known of it by its form is known here; where it cannot, no article is
said, and what is denied is put in quotation marks, which is right for all of them.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

from regola_dsl.records import dataclass
from regola_dsl.wording import primary_subtag

Gender = Literal["m", "f", ""]
Form = Literal["verb", "place", "name", "clause"]
"""What a heading of a yes or no is: `verb` begins with its verb ("ha mosso"), `place` wants one ("in zona nemica")."""


@dataclass(frozen=True, slots=True)
class Noun:
    """A heading as a name within a sentence; `plural` None and an empty `gender` mean that it cannot be known."""

    text: str
    gender: Gender = ""
    plural: bool | None = None
    fixed: bool = False  # what takes no article: "chi riceve", "BRP"

    @property
    def many(self) -> bool:
        """Whether a verb has to say so."""
        return bool(self.plural)

    def other(self, italian: bool) -> Noun:
        """The same for a second thing of the kind."""
        if not italian:
            return replace(self, text=f"other {self.text}")
        if not self.gender or self.fixed:
            return replace(self, text=f"{self.text} (altro)", fixed=True)
        word = {"m": ("altro", "altri"), "f": ("altra", "altre")}[self.gender][self.many]
        return replace(self, text=f"{word} {self.text}")


_VOWELS = "aeiouàèéìòùAEIOUÀÈÉÌÒÙ"
# What a heading begins with that is neither a name nor takes an article.
_ARTICLES = {"it": frozenset("il lo la i gli le un uno una l".split()), "en": frozenset("the a an".split())}
_PLACES = {
    "it": frozenset(
        (
            "in nel nello nella nei negli nelle sotto sopra sul sulla sui sulle su da dal dallo dalla dai "
            "dagli dalle di del dello della dei degli delle a al allo alla ai agli alle presso oltre dentro "
            "fuori dopo già contro insieme appena accanto adiacente lungo"
        ).split()
    ),
    "en": frozenset(
        (
            "in under at on from within aboard beyond already of next beside adjacent inside outside off over "
            "against after before near together newly"
        ).split()
    ),
}
_CLOSED = {
    "it": _PLACES["it"]
    | frozenset(
        (
            "chi che cosa come dove quando quanto quanta quanti quante quale quali se con senza per solo "
            "soltanto nessuno nessuna ogni tutti tutte fra tra due tre quattro ciò quelli quelle questo "
            "questa qualunque anche non più meno altro altra metà massimo una uno"
        ).split()
    ),
    "en": _PLACES["en"]
    | frozenset(
        (
            "who whose whom what which when where why how if with without for only nobody every all two three "
            "four that those this these as among between any other more most least no one by its his their to "
            "whether each"
        ).split()
    ),
}
_VERBS = {
    "it": frozenset(
        (
            "è ha può deve sta va fa vi si ci non sono hanno possono devono era fu aveva stanno vanno fanno c "
            "ne resta tocca bisogna esce viene finisce segue perde vince prende"
        ).split()
    ),
    "en": frozenset("is has may can must was does are have had will were cannot stands goes comes".split()),
}
_SUBJECTS = {"en": frozenset("it there they he she one nobody somebody".split()), "it": frozenset[str]()}
# What may follow a participle that is a heading of its own; behind `di` it is a name ("entrata del bordo").
_BEHIND_PARTICIPLES = {
    "it": frozenset(["", *"da dal dallo dalla dai dagli dalle in nel nella per su sul sulla con a al alla".split()]),
    "en": frozenset(["", *"to by out for in on at from over with where when".split()]),
}
_HAS_DONE = re.compile(
    r"has (?:already )?(?:\w+(?:ed|en|own)|been|had|gone|made|won|lost|spent|fought|begun|come|done|held|left|put|"
    r"set|sent|built|met|paid|led|run)\b"
)
_AUXILIARIES = frozenset("is was are were may can must has have had will does".split())
# Verbs by which a clause with a subject of its own is denied. Who need not must not be said to be forbidden to.
_WITHIN = {
    "it": frozenset("è ha può sono hanno possono era erano va vanno viene vengono".split()),
    "en": frozenset("is are was were may can has will".split()),
}
_CLITICS = frozenset("si ci vi ne lo li gli".split())
# Of clauses with these, only a part would be denied, or it would be denied twice; with those below only in its subject.
_NOT_DENIED = frozenset("e ed o oppure and or almeno massimo least most non not".split())
_NOT_WITHIN = {
    "it": frozenset(
        (
            "che chi cui dove quando se come od né mai nessun nessuno nessuna ogni ognuno ciascuno tutti "
            "tutte tutto tutta qualche alcuni alcune altro altra altri altre chiunque solo soltanto entrambi entrambe "
            "anche un uno una"
        ).split()
    ),
    "en": frozenset(
        (
            "that which who whom whose where when if whether what how nor no nobody nothing none never cannot "
            "all every each any some both only there another whoever whatever a an"
        ).split()
    ),
}
_FIRST = re.compile(r"[\w.-]+")
# Infinitives; -iere is of names ("cantiere"), and so are a few short words.
_INFINITIVE = re.compile(r"\w*(?:are|(?<!i)ere|ire|arre|orre|urre|[aeio]rsi|[aei]rl[oaei])$")
_NO_VERBS = frozenset("mare altare genere potere piacere carattere".split())
_DETERMINERS = frozenset("a an the one for to in into out off from on of another up over".split())
_NAME_ENDINGS = ("ment", "ion", "ing", "ance", "ence", "al", "ity", "ness")


def language_of(tag: str) -> str:
    """Which of the two grammars a language is said by."""
    return "it" if primary_subtag(tag) == "it" else "en"


def first_word(text: str) -> str:
    """The first word of a heading, without what is elided after it."""
    found = _FIRST.search(text)
    return found[0] if found else ""


def capital(text: str) -> str:
    """A text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def is_closed(text: str, language: str) -> bool:
    """Whether a heading begins with a word that takes no article before it."""
    word = first_word(text).lower()
    if word in _CLOSED[language] | _ARTICLES[language] | _VERBS[language] or not word[:1].isalpha():
        return True
    words = [found.lower() for found in _FIRST.findall(text)]
    second = words[1] if len(words) > 1 else ""
    labelled = language == "en" and word.endswith("s") and second in {"to", "first"}
    return labelled or (bool(second) and _is_participle(word, second, language))


def without_article(text: str, language: str) -> str:
    """A heading without the article it begins with."""
    pattern = r"(?:il|lo|la|i|gli|le|un|uno|una)\s+|(?:l|un)['’]" if language == "it" else r"(?:the|an?)\s+"
    return re.sub(rf"^(?:{pattern})", "", text, count=1, flags=re.IGNORECASE)


# --- Italian ---


def guessed(text: str) -> tuple[Gender, bool | None]:
    """The gender of an Italian name, and whether it is many, by the ending of its first word."""
    words = [word.lower() for word in re.findall(r"[\w’']+", text)]
    if not words or any(letter.isupper() for letter in first_word(text)[1:]):
        return "", None
    word = words[0]
    if word.endswith(("à", "ù")):
        beside = next((found for found in words[1:] if found not in {"già", "più", "meno", "ancora", "non"}), "")
        return "f", beside.endswith(("e", "i")) and beside not in _CLOSED["it"] and "'" not in beside
    if word in _FEMININE | _MASCULINE:
        return "f" if word in _FEMININE else "m", False
    for endings, gender, plural in _ENDINGS:
        if word.endswith(endings):
            return gender, plural
    return "", None


# Common names whose ending tells nothing.
_FEMININE = frozenset("parte notte base nave fase classe sede pace rete torre valle neve legge arte mano".split())
_MASCULINE = frozenset("paese fiume mare monte ponte mese nome piede confine fronte ordine problema sistema".split())
_ENDINGS: tuple[tuple[tuple[str, ...], Gender, bool | None], ...] = (
    (("ioni", "tudini", "trici"), "f", True),
    (("ssi",), "m", True),
    (("ione", "tudine", "trice", "ie", "si"), "f", False),
    (("tore", "sore", "ere", "one", "ame", "ume", "ese"), "m", False),
    (("i",), "m", True),
    (("o",), "m", False),
    (("a",), "f", False),
    (("e",), "", None),
    (("b", "c", "d", "f", "g", "k", "l", "m", "n", "p", "r", "t", "x"), "m", False),
)


def _hard(text: str) -> bool:
    """Whether `lo`, `gli` and `uno` stand before a word."""
    start = text[:2].lower()
    return (
        start[:1] in {"z", "x", "y"} or start in {"gn", "ps", "pn"} or (start[:1] == "s" and start[1:] not in _VOWELS)
    )


def definite(noun: Noun, language: str) -> str:
    """The article of a name with the blank behind it; empty if there is none, or none can be known."""
    if noun.fixed:
        return ""
    if language == "en":
        return "the "
    vowel = noun.text[:1] in _VOWELS
    if noun.plural is False and vowel:
        return "l’"
    if not noun.gender or noun.plural is None:
        return ""
    if noun.gender == "f":
        return "le " if noun.plural else "la "
    if noun.plural:
        return "gli " if vowel or _hard(noun.text) else "i "
    return "lo " if _hard(noun.text) else "il "


# Prepositions that are joined to the article behind them.
_JOINED = {"di": "de", "da": "da", "a": "a", "in": "ne", "su": "su"}
_AFTER = {"il": "l", "lo": "llo", "la": "lla", "l’": "ll’", "i": "i", "gli": "gli", "le": "lle"}


def joined(before: str, article: str) -> str:
    """What is said before, its last preposition joined to an article; empty if nothing is to be joined."""
    words = before.rstrip(" ").rsplit(" ", maxsplit=1)
    if not before.endswith(" ") or words[-1] not in _JOINED or article.strip() not in _AFTER:
        return ""
    ending = "" if article.endswith("’") else " "
    return before.rstrip(" ").removesuffix(words[-1]) + _JOINED[words[-1]] + _AFTER[article.strip()] + ending


def some(noun: Noun, stem: str) -> str:
    """`un` and `nessun` as they stand before a name; with an unknown gender as before a masculine."""
    vowel = noun.text[:1] in _VOWELS
    if noun.gender == "f":
        return f"{stem}’" if vowel else f"{stem}a "
    return f"{stem}o " if _hard(noun.text) else f"{stem} "


# --- verbs ---


def one_of(noun: Noun, stem: str) -> str:
    """`un` and `nessun` where no name follows: "almeno una fra le due"."""
    return f"{stem}a" if noun.gender == "f" else f"{stem}o"


def is_infinitive(title: str, italian: str) -> bool:
    """Whether a title of an action is a verb; `italian` is the same title in Italian, if there is one."""
    if italian:
        word = first_word(italian).lower()
        return bool(_INFINITIVE.match(word)) and word not in _NO_VERBS
    words = [word.lower() for word in re.findall(r"[\w’'-]+", title)]
    if not words or words[0].endswith(_NAME_ENDINGS):
        return False
    return len(words) == 1 or words[1] in _DETERMINERS or words[1].endswith(("’s", "'s"))


def is_reflexive(title: str) -> bool:
    """Whether an Italian infinitive is one of something that is done to oneself, with which `si può` cannot stand."""
    return first_word(title).endswith("rsi")


def form_of(title: str, language: str) -> Form:
    """What a heading of a yes or no is."""
    words = [word.lower() for word in _FIRST.findall(title)] or [""]
    first, second = words[0], words[1] if len(words) > 1 else ""
    inflected = first.endswith(("a", "e") if language == "it" else "s")
    if first in _VERBS[language]:
        return "verb"
    if inflected and second in _ARTICLES[language] and first not in _CLOSED[language] | _ARTICLES[language]:
        return "verb"
    if first in _SUBJECTS[language]:
        return "clause"
    if first in {"dove", "where"}:
        return "place"
    if second in {"least", "most"} or not _VERBS[language].isdisjoint(words[1:]):
        return "clause"
    if first in _PLACES[language] or _is_participle(first, second, language):
        return "place"
    return "clause" if first in _ARTICLES[language] | _CLOSED[language] else "name"


def _is_participle(first: str, second: str, language: str) -> bool:
    if language == "it":
        ending = first.endswith(("ata", "uta", "ita", "ato", "uto", "ito"))
        return ending and len(first) > 4 and second in _BEHIND_PARTICIPLES["it"]
    return (first.endswith(("ed", "ing")) or first == "paid") and second in _BEHIND_PARTICIPLES["en"]


def denied(text: str, language: str) -> str:
    """The opposite of a clause that begins with its verb."""
    if language == "it":
        return f"non {text}"
    word = first_word(text)
    if word == "has" and not _HAS_DONE.match(text):
        return f"does not have{text[3:]}"
    if word == "can":
        return f"cannot{text[3:]}"
    if word in _AUXILIARIES:
        return f"{word} not{text[len(word) :]}"
    return f"does not {_base_form(word)}{text[len(word) :]}" if word.endswith("s") else ""


def denied_within(text: str, language: str) -> str:
    """The opposite of a clause that begins with its subject; empty where it is not certain what would be denied.

    >>> denied_within("la ritirata può finire qui", "it"), denied_within("the side has enough cities", "en")
    ('la ritirata non può finire qui', 'the side does not have enough cities')
    >>> denied_within("a side has an HQ", "en")
    ''
    """
    words = text.split(" ")
    at = next((place for place, word in enumerate(words) if word in _WITHIN[language]), 0)
    bits = [set(re.split(r"[’']", word.lower())) for word in words]
    anywhere, before = set[str]().union(*bits), set[str]().union(*bits[:at])
    if at == 0 or "," in text or anywhere & _NOT_DENIED or before & _NOT_WITHIN[language]:
        return ""
    if language == "it":
        first = at
        while first and words[first - 1] in _CLITICS:
            first -= 1
        return (
            " ".join([*words[:first], "non", *words[first:]]) if first and words[first - 1] not in {"la", "le"} else ""
        )
    opposite = denied(" ".join(words[at:]), language)
    return " ".join([*words[:at], opposite]) if opposite else ""


def _base_form(word: str) -> str:
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-2] if word.endswith(("sses", "shes", "ches", "xes", "oes")) else word[:-1]


# --- many ---

_ITALIAN_MANY = (
    ("ca", "che"),
    ("ga", "ghe"),
    ("cia", "ce"),
    ("gia", "ge"),
    ("co", "chi"),
    ("go", "ghi"),
    ("io", "i"),
    ("a", "e"),
    ("o", "i"),
    ("e", "i"),
)


def plural(noun: Noun, language: str) -> Noun:
    """A name as it is counted; as it stands where it is many already, or how it is many cannot be known."""
    if noun.plural or noun.fixed:
        return noun
    words = noun.text.split(" ")
    head = next((place for place, word in enumerate(words) if word.lower() in _CLOSED[language]), len(words))
    if language == "en":
        words[head - 1] = _many_english(words[head - 1])
    elif noun.gender:
        words[:head] = [_many_italian(word, noun.gender) for word in words[:head]]
    return replace(noun, text=" ".join(words), plural=True)


def _many_english(word: str) -> str:
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")


def _many_italian(word: str, gender: Gender) -> str:
    if gender == "m" and word.endswith("a"):
        return f"{word[:-1]}i"
    found = max((pair for pair in _ITALIAN_MANY if word.endswith(pair[0])), key=lambda pair: len(pair[0]), default=None)
    return word if found is None or "’" in word or "'" in word else word[: -len(found[0])] + found[1]
