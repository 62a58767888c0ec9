"""Single words and signs that stand in one another's place, and those that say nothing."""

from __future__ import annotations

from regola_dsl.wording import later

_TO_NINETEEN = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = {word: 10 * ten for ten, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
NUMBERS = {word: str(number) for number, word in enumerate(_TO_NINETEEN)} | {
    word: str(number) for word, number in (_TENS | {"hundred": 100}).items()
}
# Numbers of two words, as they are one name where they are joined.
JOINED_NUMBERS = {
    f"{ten}{sign}{one}": str(number + place)
    for ten, number in _TENS.items()
    for place, one in enumerate(_TO_NINETEEN[1:10], 1)
    for sign in "-_"
}

# For a word or a sign of the language, what is written in its place by who has learnt another.
INSTEAD: dict[str, tuple[str, ...]] = {
    "->": (":", "=", "=>", "-->", "returns", "gives", "is", "as"),
    ":": ("=", "is", "->", "=>", ":=", "as", "==", "of"),
    "=": (":", "is", "==", ":=", "default", "->", "be", "as", "to"),
    "is": ("=", "===", ":=", "equals", "equal", "are", "was", "be", "gives", "returns", "=>", "->", ":", "=="),
    "when": ("if", "while", "where", "whenever", "as", "for", "provided", "from", ":", "since"),
    "unless": ("except", "without", "but", "until", "if"),
    "becomes": ("=", ":=", "is", "become", "to", "->", "gets", "turns", "=="),
    "gains": ("+=", "increases", "gets", "adds", "increase", "gain"),
    "loses": ("-=", "decreases", "decrease", "lose"),
    "leaves": ("dies", "leave", "removed", "goes", "disappears"),
    "by": ("for", "of", "from", "with"),
    "in": ("of", "=", "from", "during", "at", "among", "within"),
    "to": ("of", "for", "in"),
    "on": ("for", "of", "to"),
    "over": ("along", "overrides", "above", "on", "via", "through", "before"),
    "under": ("if", "when", "with", "in"),
    "among": ("from", "in", "of", "out"),
    "where": ("when", "if", "with", "such", ":", "that"),
    "along": ("by", "with", "over", "in"),
    "each": ("per", "a", "every", "in"),
    "per": ("for", "by", "of"),
    "because": ("since", "as", ":"),
    "then": (":", "{", "do"),
    "else": ("otherwise", ":"),
    "{": ("(", "[", ":"),
    "}": (")", "]"),
    "(": ("[", "{"),
    ")": ("]", "}"),
    ",": (";", "and", "or", "/"),
    "at": ("up", "no", "in", "on"),
    "as": ("when", "if"),
    "until": ("when", "if", "till"),
    "lasting": ("for", "during", "while", "within", "through", "throughout", "in"),
    "into": ("in", "to", "onto"),
    "or": ("and", ","),
    "and": ("with", "plus", "also", "but", ","),
    "effect": ("set", "do", "make", "let", "result", "consequence", "outcome"),
    "least": ("lowest", "minimum", "fewest", "smallest", "min"),
    "most": ("highest", "maximum", "greatest", "largest", "max"),
    "rolling": ("with", "and"),
    "says": (":", "is", "states", "="),
    "let": ("var", "set", "const"),
    "phase": ("step", "stage", "fase", "segment", "impulse", "round"),
    "roll": ("die", "dice", "throw", "cast"),
    "requires": ("when", "if", "needs", "need", "require", "demands", "provided"),
    "pays": ("costs", "cost", "pay", "spends", "spend"),
    "limit": ("cap", "max", "maximum", "quota"),
    "with": ("having", "put"),
    "play": ("playing", "run"),
    "given": ("if", "when", "where", "suppose", "supposing", "assuming", "with"),
    "absent": ("missing", "empty", "none", "blank", "void", "omitted", "lacking"),
    "exchanged": ("swapped", "switched", "reversed", "inverted", "interchanged", "traded"),
}
# What other languages begin a declaration with.
BEGINS: dict[str, tuple[str, ...]] = {
    "define": ("def", "function", "func", "fun", "definition", "formula", "calculate"),
    "enum": ("type", "class", "enumeration", "values", "list"),
    "record": ("struct", "class", "object", "entity", "data"),
    "piece": ("unit", "counter", "token", "pieces"),
    "place": ("space", "area", "location", "hex"),
    "example": ("test", "case"),
    "change": ("procedure", "proc", "sub"),
    "variant": ("optional", "option", "switch"),
    "state": ("variable", "var", "fact"),
    "assume": ("assert", "assumption", "invariant", "constraint"),
    "erratum": ("errata", "correction"),
    "sequence": ("turn", "order", "phases"),
    "modifiers": ("modifier", "drm", "mods"),
    "choice": ("choose", "select", "pick", "selection"),
    "players": ("player", "sides", "factions", "faction", "teams", "team", "participants", "seats"),
    "setup": ("start", "deployment", "placement", "opening", "layout"),
    "given": ("parameter", "input"),
    "label": ("name", "caption", "title", "heading"),
    "also": ("after",),
}
# Articles, which no name has in front.
ARTICLES = frozenset("the a an il lo la i gli le un uno una".split())
# Words and signs that say nothing here, and are left out.
FILLERS = frozenset(": . , ; ! ? the a an that of to each then is be at for with all policy".split())

# --- signs: each with what is written here; what they list is tried before it is proposed (`repairs.py`) ---

# The longest first where one begins another.
SIGNS: dict[str, str] = {
    "===": "is",
    "!==": "is not",
    "&&": " and ",
    "||": " or ",
    "<>": "is not",
    "=<": "<=",
    "=>": ">=",
    "-->": "->",
    "- >": "->",
    "...": "..",
    ":=": "=",
    "≥": ">=",
    "≤": "<=",
    "⩾": ">=",
    "⩽": "<=",
    "≠": "!=",
    "×": "*",
    "·": "*",
    "∗": "*",
    "÷": "/",
    "∕": "/",
    "⁄": "/",
    "＋": "+",
    "∈": "in",
    "∉": "not in",
    "∧": "and",
    "∨": "or",
    "¬": "not ",
    "&": " and ",
    "→": "->",
    "⇒": "->",
    "…": "..",
    "‐": "-",
    "‑": "-",
    "‒": "-",
    "–": "-",
    "—": "-",
    "―": "-",
    "−": "-",
    "½": "1/2",
    "¼": "1/4",
    "¾": "3/4",
    "§": "@",
    "\\": "/",
    ";": ",",
    "，": ",",
    "：": ":",
    "；": ",",
    "（": "(",
    "）": ")",
}
# Quotation marks of all kinds: texts stand in straight ones.
QUOTES = "\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a\u2018\u2019\u201a\u201b'`\u00b4\u2033\u2032"
# What begins a remark elsewhere.
REMARKS = ("//", "/*", "--", "%", ";", "*")
# Blanks that are none for this language, by what they are called.
BLANKS = {
    "\t": later("a tab"),
    "\u00a0": later("a blank that does not break (U+00A0)"),
    "\u2007": later("a blank as wide as a figure (U+2007)"),
    "\u2009": later("a thin blank (U+2009)"),
    "\u202f": later("a narrow blank that does not break (U+202F)"),
    "\u3000": later("a wide blank (U+3000)"),
}
# Signs without width: they are not seen, and nothing is meant by them.
UNSEEN = {
    "\u200b": later("a blank without width (U+200B)"),
    "\u200c": later("a sign without width (U+200C)"),
    "\u200d": later("a sign without width (U+200D)"),
    "\u2060": later("a sign without width (U+2060)"),
    "\ufeff": later("a mark of the byte order (U+FEFF)"),
    "\u00ad": later("a hyphen that is not shown (U+00AD)"),
}
