"""The Italian words of rulebooks: numbers, permission, reference, example."""

CARDINALS = {
    word: number
    for number, word in enumerate(
        "due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette"
        " diciotto diciannove venti".split(),
        2,
    )
} | {"zero": 0, "trenta": 30, "quaranta": 40, "cinquanta": 50, "sessanta": 60, "cento": 100, "dozzina": 12}

_ROOTS = {"terz": 3, "quart": 4, "quint": 5, "sest": 6, "settim": 7, "ottav": 8, "non": 9, "decim": 10}
# `secondo` is a preposition far more often than a number, `nona` rare and `non` a negation.
ORDINALS = {f"{root}{end}": n for root, n in _ROOTS.items() for end in "oaie" if f"{root}{end}" != "none"} | {
    "seconda": 2,
    "undicesimo": 11,
    "undicesima": 11,
    "dodicesimo": 12,
    "dodicesima": 12,
}

PARTS = {
    "metà": "1/2",
    r"mezz[oaie]": "1/2",
    r"dimezz\w+": "1/2",
    "un terzo": "1/3",
    "due terzi": "2/3",
    "un quarto": "1/4",
    "tre quarti": "3/4",
    r"doppi[oae]?": "2",
    r"raddoppi\w*": "2",
    r"tripl\w+": "3",
    r"quadrupl\w+": "4",
}

# What comes before the number of a section.
REFERENCES = (
    r"\b(?:ved(?:ere|i|asi)(?: anche| inoltre| pure| per dettagli)?|v\.|cfr\.?|regol[ae]|sezion[ei]|punt[oi]|paragraf[oi]|capitol[oi]|come (?:in|da|al)"
    r"|secondo (?:la|il))\b[\s:]*(?:n\.?\s*)?$"
)

_NOT = r"(?:non|né|nè|mai|nessun[oa]?|neppure|neanche|nemmeno)"
_MAY = r"(?:può|puo'|possono|potrà|potranno|potrebbe(?:ro)?|poss[ai](?:no)?|potendo)"
_MUST = r"(?:deve|devono|dovrà|dovranno|debbono|debba(?:no)?|dev'essere|obbligat[oaie]|obbligo|tenut[oaie] a)"
MODAL = (
    ("waived", rf"\bnon (?:\w+ ){{0,2}}(?:è |sono )?{_MUST}|\bnon (?:è|sono) (?:\w+ )?(?:tenut|obbligat)[oaie]"),
    (
        "must not",
        rf"\b{_NOT}\s+(?:(?!{_MAY}\b)[\w’']+\s+){{0,3}}?(?:si\s+)?{_MAY}\b|\bnon (?:è|sono|sarà|viene|vengono) (?:mai )?"
        r"(?:consentit|permess|ammess|possibil|concess)\w+|\b(?:è|sono) (?:vietat|proibit)[oaie]|\bvietat[oaie]\b"
        r"|\bproibit[oaie]\b|\b(?:può|possono) mai\b|\bimpossibil[ei]\b",
    ),
    ("must", rf"\b{_MUST}\b|\b(?:è|sono) (?:obbligatori[oae]?|necessari[oae]?)\b"),
    ("may", rf"\b{_MAY}\b|\b(?:è|sono|sarà) (?:consentit|permess|ammess|possibil)\w+|\bfacoltà\b"),
)

EXCEPTIONS = (
    r"\b(?:a meno (?:che|di)|eccett[oau]\w*|eccezion[ei]|salvo|tranne|fatta eccezione|all'infuori|malgrado|nonostante"
    r"|ad esclusione|esclus[oaie])\b"
)
NEGATIONS = r"\b(?:non|né|nè|mai|nessun[oa]?|senza|neppure|neanche|nemmeno)\b"
# Words by which an unsigned number is a loss.
LOSSES = (
    r"\b(?:sottra\w+|tog(?:li|lie|liere|lie?te)|tolt[oaie]|men[oa]|riduc\w+|ridott[oaie]|riduzion[ei]|diminui\w+|perd\w+"
    r"|sinistra|penalità|ribass\w+|in meno|negativ\w+|abbass\w+|detra\w+|ced\w+)\b"
)
# Words by which a permission says what is forbidden beyond it.
LIMITS = (
    r"\b(?:una (?:sola )?volta|sol[oaie]|soltanto|solamente|al massimo|non più|fino a|entro|unic[oa]|prima di|purché|se"
    r"|quando|finché|limit\w+|massimo|appena|ogni|a partire)\b"
)
BEYOND = (
    r"\b(?:più|oltre|men[oa]|superior[ei]|inferior[ei]|sopra|sotto|prima|dopo|dal(?:la|l')?|fino|entro|maggior[ei]|minor[ei]"
    r"|eccede\w*|supera\w*|almeno|minimo|massimo)\b[^.;\n]{0,25}$"
)
EXAMPLES = r"^[>\s*_]*(?:esempi[o]?|es\.|p\.?\s?es\.)"
# What a point does not end, without its last point.
ABBREVIATIONS = (
    r"p\.?\s?es|es|pagg?|nn?|artt?|figg?|tabb?|capp?|parr?|sezz?|reg|rif|cfr|vd?|vs|ca|max|min|mov|att|dif|div|rgt|btg|brig|cav"
    r"|fant|gen|ten|col|sig|dott|prof|ing|ed|trad|vol|c\.d|c\.?f|n\.d\.[rt]|op|cit|ecc(?=\.$)|a\.?c|d\.?c|u\.?s|st|punt[oi]"
)
DICE = r"\b(?:dad[oi]|facce)\b"
# Two strengths and the odds they come to: "12 contro 3, un rapporto di 4-1".
ODDS = (
    r"(?<![\d.,/-])(?P<a>\d{1,3})\s+(?:\w+\s+){0,3}?(?:contro|a)\s+(?:\w+\s+){0,2}?(?P<b>\d{1,3})(?![\d.,/-])[^.;\n]{0,30}?"
    r"\b(?:rapporto(?: di)?|è|fa)\s+(?:di )?(?P<top>\d{1,2})\s?[-:–−]\s?(?P<below>\d{1,2})(?!\d)"
)
FOLLOWING = (
    r"\b(?:seguent[ei]|segue|seguono|quest[ei]|fasi|passi|modi|casi|condizioni|categorie|tipi|gruppi|cose|sono)\b"
)
RESULTS = r"(?:=|\b(?:fa|fanno|diventa|diventano|risultato|totale|insieme|vale|valgono|restano|resta|somma|per)\b)[^.;\n]{0,20}$"
# What a table or a roll is said to have.
OUTCOMES = r"^\s+(?:\w+\s+)?(?:risultati|esiti|combinazioni|caselle|righe|colonne)\b"
DECIMAL = ","
# What is counted and ruled by nobody: pages, figures, steps of a sequence, years behind their month or season.
COUNTED = (
    r"(?:\b(?:pag|pagin[ae]|fas[ei]|pass[oi]|illustrazion[ei]|figur[ae]|fig|tabell[ae]|esempio|nota|variant[ei]|n|capitol[oi]"
    r"|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto|settembre|ottobre|novembre|dicembre)\b\.?|#|[‘’'])\s*$"
)
# What a list of numbers goes on with.
EITHER = r"\s?(?:,|\b(?:e|ed|o|od|oppure)\b)\s?(?P<next>\d{1,3})(?!\d|[.,]\d)"
# Words before the number of things that are known already: "the 3 armies", "of which 16".
DEFINITE = r"\b(?:i|gli|le|dei|degli|delle|ai|agli|alle|dai|dagli|dalle|nei|negli|nelle|sui|sugli|sulle|tra|di cui)\s+$"
YES, NO, DENIAL = "sì", "no", "non"

# --- what cells of printed tables say; without accents, as cells are compared
OR_MORE, OR_LESS = r"o piu|o superior[ei]|e oltre|in su", r"o meno|o inferior[ei]|in giu"
AT_MOST, OVER, AT_LEAST = "fino a", "oltre", "almeno"
FROM, TO = "da|tra|fra", "a"
CELL_YES, CELL_NO, CELL_NONE = frozenset({"si", "s"}), frozenset({"no", "n"}), frozenset({"nessuno", "no"})
# Words that say nothing of what a cell names.
SMALL_WORDS = frozenset(
    "dell nell sull dall all di del dello della dei degli delle da dal con per il lo la le gli un una uno al ai alla e ed o od"
    " in nel su sul d l i".split()
)
