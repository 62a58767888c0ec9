"""The English meaning words: a line for each meaning, its class, its value, and the pattern of what says it.

Of two that begin at one place the line that stands first is taken, so compounds (*may not*, *no more than*) come before
their parts.
"""

_MAY = r"(?:may|can|could|might)"
_MUST = r"(?:must|shall|has\s+to|have\s+to|is\s+to|are\s+to|need\s+to|needs\s+to)"
_BE = r"(?:is|are|be|was|were)"
_ALLOWED = r"(?:allowed|permitted|possible)"
_COUNT = r"(?=\s+(?:\d|an?\b|one|two|three|four|five|six|seven|eight|nine|ten))"

MEANINGS = (
    # --- permission, duty, prohibition
    (
        "modal",
        "waived",
        r"need(?:s)?\s+not|needn['’]t|do(?:es)?\s+not\s+(?:have|need)\s+to|not\s+(?:bound|obliged|required)",
    ),
    (
        "modal",
        "must not",
        rf"cannot|can['’]t|{_MAY}\s+(?:not|never|neither)|{_MAY}\s+no\s+longer|(?:must|shall)\s+(?:not|never)|mustn['’]t",
    ),
    (
        "modal",
        "must not",
        rf"{_BE}\s+(?:not|never)\s+(?:\w+\s+)?{_ALLOWED}|{_BE}\s+(?:forbidden|prohibited)|forbidden|prohibited|impossible",
    ),
    (
        "modal",
        "must",
        rf"{_MUST}|{_BE}\s+(?:required|obliged|mandatory|compulsory|necessary)|required|mandatory|compulsory",
    ),
    ("modal", "may", rf"{_MAY}|{_BE}\s+(?:{_ALLOWED}|free\s+to|able\s+to)|optional(?:ly)?"),
    # --- bounds
    ("bound", "at least", r"the\s+(?:highest|greater|larger)\s+of\s+\((?=\d)|≥"),
    ("bound", "at most", r"the\s+(?:lowest|less|smaller)\s+of\s+\((?=\d)|≤"),
    (
        "bound",
        "at most",
        r"(?:no|not)\s+(?:more|greater|higher)(?:\s+than)?|not\s+(?:exceed|exceeding|over)|not\s+to\s+exceed",
    ),
    ("bound", "at least", r"(?:no|not)\s+(?:less|fewer|lower)(?:\s+than)?"),
    (
        "bound",
        "at least",
        r"at\s+least|(?:a\s+)?minimum(?:\s+of)?|or\s+(?:more|higher|greater|better|over)|and\s+(?:up|over)|equal\s+to\s+or\s+(?:greater|higher|more)\s+than|(?:greater|higher)\s+than\s+or\s+equal\s+to",
    ),
    (
        "bound",
        "at most",
        rf"at\s+(?:the\s+)?most|(?:a\s+)?maximum(?:\s+of)?|or\s+(?:less|fewer|lower)|up\s+to{_COUNT}|equal\s+to\s+or\s+(?:less|lower|fewer)\s+than|less\s+than\s+or\s+equal\s+to",
    ),
    (
        "bound",
        "more than",
        rf"(?:more|greater|higher)\s+than|in\s+excess\s+of|exceed(?:s|ing|ed)?|over{_COUNT}|above{_COUNT}",
    ),
    ("bound", "less than", rf"(?:less|fewer|lower|smaller)\s+than|under{_COUNT}|below{_COUNT}"),
    ("bound", "exactly", r"exactly|precisely"),
    # --- time
    ("time", "until", r"until|till|up\s+to"),
    ("time", "before", r"before|prior\s+to|previously|earlier"),
    (
        "time",
        "after",
        r"after(?:wards)?|once(?=\s+(?:a|an|the|all|it|they|you|its|their)\b)|at\s+the\s+end|following(?=\s+(?:a|the|its)\b)",
    ),
    ("time", "start", r"at\s+the\s+(?:start|beginning)|initially"),
    ("time", "during", r"during|while|simultaneously|in\s+the\s+course\s+of"),
    ("time", "from", r"from\s+(?:then|now|that\s+moment)\s+on(?:wards?)?|onwards?|starting\s+(?:with|from)|since"),
    ("time", "immediately", r"immediately|at\s+once|instantly"),
    # --- exceptions and conditions
    ("condition", "unless", r"unless"),
    (
        "condition",
        "except",
        r"except(?:ing|ion|ions)?(?:\s+(?:for|that))?|save(?=\s+(?:that|for|in|when))|other\s+than|apart\s+from|but\s+not",
    ),
    ("condition", "despite", r"despite|notwithstanding|regardless|although|though"),
    ("condition", "only if", r"only\s+(?:if|when)|provided(?:\s+that)?|as\s+long\s+as"),
    ("condition", "even if", r"even\s+(?:if|when|though)"),
    ("condition", "if", r"if|when|whenever|in\s+case"),
    # --- only, all, none
    ("quantifier", "only", r"only|solely|exclusively|sole"),
    ("quantifier", "none", r"none|nobody|nothing|no\s+one|no(?=\s)"),
    ("quantifier", "each", r"each|every"),
    ("quantifier", "any", r"any(?:one|thing|where)?|whichever|whatever"),
    ("quantifier", "all", r"all(?:\s+(?:the|of\s+the))?"),
    ("quantifier", "both", r"both"),
    ("quantifier", "once", r"once|one\s+time"),
    # --- denial
    ("negation", "without", r"without"),
    ("negation", "neither", r"neither|nor"),
    ("negation", "never", r"never"),
    ("negation", "not", r"not|(?:do|does|did|is|are|was|were|has|have|had|would|should|wo)n['’]t"),
    # --- rounding, factors, signs
    ("rounding", "up", r"round(?:ed|ing|s)?\s+(?:\w+\s+){0,3}?up(?:wards?)?"),
    ("rounding", "down", r"round(?:ed|ing|s)?\s+(?:\w+\s+){0,3}?down(?:wards?)?"),
    ("factor", "half", r"hal(?:f|ve[sd]?|ving)"),
    ("factor", "double", r"doubl\w+|twice"),
    ("factor", "triple", r"tripl\w+"),
    ("sign", "plus", r"add(?:s|ed|ing)?|increas\w+|plus"),
    ("sign", "minus", r"subtract\w*|reduc\w+|decreas\w+|deduct\w*|minus|take(?:s|n)?\s+away"),
    ("sign", "plus", r"(?<![\d\w])\+(?=\s?\d)"),
    ("sign", "minus", r"(?<![\d\w])[−–-](?=\d)"),
    # --- sides, whatever the game
    ("side", "attacker", r"attackers?(?:['’]s?)?|attacking"),
    ("side", "defender", r"defenders?(?:['’]s?)?|defending|in\s+defen[cs]e"),
    ("side", "enemy", r"enem(?:y|ies)(?:['’]s?)?|opponents?(?:['’]s?)?|opposing|hostile"),
    ("side", "own", r"friendly|own"),
    # --- order and size
    ("order", "highest", r"highest|greatest|largest"),
    ("order", "lowest", r"lowest|smallest|fewest"),
    ("order", "next", r"next|following|subsequent|later"),
    ("order", "previous", r"previous|preceding|last(?=\s+(?:turn|night|phase|round))"),
    ("order", "first", r"first"),
    ("order", "last", r"last|final"),
    # --- directions
    ("direction", "adjacent", r"adjacent|adjoining|neighbou?ring|next\s+to|beside"),
    ("direction", "into", r"into|enter(?:s|ed|ing)?|towards?|inside"),
    ("direction", "out of", r"out\s+of|leav(?:e|es|ing)|left|exit(?:s|ed|ing)?|outside"),
    ("direction", "through", r"through|across"),
    # --- inclusion
    ("inclusion", "inclusive", r"inclusive(?:ly)?|including|included"),
    ("inclusion", "exclusive", r"exclusive|excluding|excluded"),
    # --- connectives last: they are short
    ("connective", "and/or", r"and\s?/\s?or"),
    ("connective", "or", r"or"),
    ("connective", "and", r"and"),
)
