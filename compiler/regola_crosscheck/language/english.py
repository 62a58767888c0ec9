"""The English words of rulebooks: numbers, permission, reference, example."""

CARDINALS = {
    word: number
    for number, word in enumerate(
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
        " eighteen nineteen twenty".split(),
        2,
    )
} | {"zero": 0, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "hundred": 100, "dozen": 12, "both": 2}

ORDINALS = {
    word: number
    for number, word in enumerate(
        "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(),
        3,
    )
}

PARTS = {
    r"hal(?:f|ve[sd]?|ving)": "1/2",
    "one third": "1/3",
    "two thirds": "2/3",
    "one quarter": "1/4",
    "three quarters": "3/4",
    r"doubl\w+": "2",
    "twice": "2",
    r"tripl\w+": "3",
    r"quadrupl\w+": "4",
}

REFERENCES = r"\b(?:see(?: also)?|rules?|sections?|cf\.?|per|paragraphs?|chapters?|under)\b[\s:]*$"

_MAY = r"(?:may|can|could|might)"
_MUST = r"(?:must|shall|has to|have to|is required to|are required to|is obliged to|are obliged to)"
MODAL = (
    ("waived", r"\b(?:need not|do(?:es)? not (?:have|need) to|not (?:bound|obliged|required)|needn't)\b"),
    (
        "must not",
        rf"\bcannot\b|\bcan't\b|\b{_MAY} (?:not|never|neither)\b|\bmust (?:not|never)\b|\b(?:is|are) (?:not|never) (?:\w+ )?"
        rf"(?:allowed|permitted|possible)\b|\b(?:forbidden|prohibited)\b|\b(?:no|neither|never)\s+(?:[\w']+\s+){{0,4}}?{_MAY}\b"
        r"|\bimpossible\b|\bmay no longer\b",
    ),
    ("must", rf"\b{_MUST}\b|\b(?:is|are) (?:mandatory|compulsory|necessary)\b"),
    ("may", rf"\b{_MAY}\b|\b(?:is|are) (?:allowed|permitted|possible|free to|able to)\b"),
)

EXCEPTIONS = r"\b(?:unless|except(?:ion|ions|ing)?|save|other than|apart from|despite|notwithstanding|but not)\b"
NEGATIONS = r"\b(?:not|no|never|neither|nor|none|nobody|without|cannot)\b|n't\b"
LOSSES = r"\b(?:subtract\w*|less|minus|reduc\w+|los[est]\w*|decreas\w+|deduct\w*|left|penalt\w+|lower\w*|fewer|negative|drops?)\b"
# Words by which a permission says what is forbidden beyond it.
LIMITS = r"\b(?:once|only|at most|no more|up to|within|sole|before|provided|if|when|while|until|limit\w*|maximum|each|every)\b"
BEYOND = (
    r"\b(?:more|over|beyond|less|fewer|above|below|before|after|from|until|up to|within|greater|exceed\w*|at least|least|most)"
    r"\b[^.;\n]{0,25}$"
)
EXAMPLES = r"^[>\s*_]*(?:example|e\.g\.|for example)"
# What a point does not end, without its last point.
ABBREVIATIONS = (
    r"e\.?\s?g|i\.?\s?e|viz|etc(?=\.$)|cf|vs?|pp?|nos?|figs?|tabs?|chs?|secs?|sect|par|para|ref|ex|ca?|approx|max|min|mov|att"
    r"|def|div|regt|bn|bde|cav|inf|gen|lt|col|capt|mr|mrs|ms|dr|prof|st|ed|vol|u\.?s|u\.?k|a\.?m|p\.?m|al"
)
DICE = r"\b(?:dice|die|sided)\b"
# Two strengths and the odds they come to: "12 against 3 is 4-1".
ODDS = (
    r"(?<![\d.,/-])(?P<a>\d{1,3})\s+(?:\w+\s+){0,3}?(?:against|to|versus|vs\.?)\s+(?:\w+\s+){0,2}?(?P<b>\d{1,3})(?![\d.,/-])"
    r"[^.;\n]{0,30}?\b(?:odds(?: of)?|is|makes?|gives?)\s+(?P<top>\d{1,2})\s?[-:–−]\s?(?P<below>\d{1,2})(?!\d)"
)
FOLLOWING = r"\b(?:following|follows?|these|phases|steps|ways|cases|conditions|kinds|types|groups|things|are)\b"
RESULTS = r"(?:=|\b(?:is|makes?|becomes?|result|total|together|worth|leaves?|left|sum|for)\b)[^.;\n]{0,20}$"
# What a table or a roll is said to have.
OUTCOMES = r"^\s+(?:\w+\s+)?(?:results|outcomes|combinations|cells|rows|columns)\b"
DECIMAL = "."
# What is counted and ruled by nobody: pages, figures, steps of a sequence, years behind their month or season.
COUNTED = (
    r"(?:\b(?:p|pg|page|pages|phase|phases|step|steps|illustration|figure|fig|table|example|note|variant|no|chapter|january"
    r"|february|march|april|may|june|july|august|september|october|november|december)\b\.?|#|[‘’'])\s*$"
)
# What a list of numbers goes on with.
EITHER = r"\s?(?:,|\b(?:and|or)\b)\s?(?P<next>\d{1,3})(?!\d|[.,]\d)"
# Words before the number of things that are known already: "the 3 armies", "of which 16".
DEFINITE = r"\b(?:the|these|those|both|of which|its|their)\s+$"
YES, NO, DENIAL = "yes", "no", "not"

# --- what cells of printed tables say
OR_MORE, OR_LESS = "or more|and up|and over", "or less|or fewer|and under"
AT_MOST, OVER, AT_LEAST = "up to", "over", "at least"
FROM, TO = "from", "to"
CELL_YES, CELL_NO = frozenset({"yes", "true", "y"}), frozenset({"no", "not", "false", "n"})
CELL_NONE = frozenset({"none", "nothing", "no"})
# Words that say nothing of what a cell names.
SMALL_WORDS = frozenset("of the a an and or to by at in on its".split())
