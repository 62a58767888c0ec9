"""The Italian meaning words: a line for each meaning, its class, its value, and the pattern of what says it.

Of two that begin at one place the line that stands first is taken, so compounds (*non può*, *non più di*) come before
their parts.
"""

_CLITIC = r"(?:(?:si|ci|vi|lo|la|li|le|ne|mai|più|ancora|quindi|perciò|più|però)\s+){0,3}"
_MAY = r"(?:può|puo['’]|possono|potrà|potranno|potrebbe(?:ro)?|possa(?:no)?|poteva(?:no)?|potendo)"
_MUST = r"(?:deve|devono|dovrà|dovranno|debbono|debba(?:no)?|dovrebbe(?:ro)?|doveva(?:no)?|dev['’]\s?essere)"
_ALLOWED = r"(?:consentit|permess|ammess|possibil|concess|autorizzat)\w+"
_IS = r"(?:è|é|sono|sarà|saranno|viene|vengono|era|erano|essere|sia|siano)"

MEANINGS = (
    # --- permission, duty, prohibition
    (
        "modal",
        "waived",
        rf"non\s+{_CLITIC}(?:occorre|serve|bisogna|{_IS}\s+(?:necessari|obbligat|obbligatori|tenut|costrett)\w+)",
    ),
    ("modal", "waived", rf"non\s+{_CLITIC}{_MUST}\s+(?:necessariamente|per\s+forza|obbligatoriamente)"),
    ("modal", "must not", rf"non\s+{_CLITIC}{_MAY}(?:\s+(?:più|mai))?|{_MAY}\s+mai"),
    ("modal", "must not", rf"non\s+{_CLITIC}{_MUST}"),
    ("modal", "must not", rf"non\s+{_CLITIC}{_IS}\s+(?:mai\s+|più\s+)?{_ALLOWED}"),
    ("modal", "must not", rf"(?:{_IS}\s+)?(?:vietat|proibit|interdett)[oaie]|impossibil[ei]|divieto"),
    (
        "modal",
        "must",
        rf"{_MUST}|{_IS}\s+(?:obbligat[oaie]|obbligatori[oae]?|tenut[oaie]|costrett[oaie]|necessari[oae]?)",
    ),
    ("modal", "must", r"obbligo|occorre|bisogna|obbligatoriamente|necessariamente"),
    (
        "modal",
        "may",
        rf"{_MAY}|{_IS}\s+(?:\w+\s+)?{_ALLOWED}|facoltà|a\s+(?:sua\s+)?(?:scelta|discrezione)|facoltativ\w+",
    ),
    # --- bounds
    ("bound", "at least", r"il\s+più\s+alto\s+fra\s+\((?=\d)|≥"),
    ("bound", "at most", r"il\s+più\s+basso\s+fra\s+\((?=\d)|≤|non\s+oltre|al\s+più|che\s+non\s+supera"),
    ("bound", "at most", r"non\s+(?:più|oltre|maggiore|superiore)(?:\s+(?:di|a|che|del(?:l[ae'’])?|al(?:la)?))?(?=\W)"),
    ("bound", "at least", r"non\s+(?:meno|inferior[ei]|minor[ei])(?:\s+(?:di|a|che))?"),
    (
        "bound",
        "at least",
        r"almeno|come\s+minimo|al\s+minimo|o\s+più(?!\s+(?:di|che)\b)|o\s+superiore|o\s+maggiore|e\s+oltre|pari\s+o\s+(?:superior|maggior)[ei]",
    ),
    (
        "bound",
        "at least",
        r"(?:uguale|pari)\s+o\s+(?:superior|maggior)[ei]|(?:superior|maggior)[ei]\s+o\s+(?:uguale|uguali|pari)",
    ),
    (
        "bound",
        "at most",
        r"(?:uguale|pari)\s+o\s+(?:inferior|minor)[ei]|(?:inferior|minor)[ei]\s+o\s+(?:uguale|uguali|pari)",
    ),
    (
        "bound",
        "at most",
        r"al\s+massimo|al\s+più|tutt['’]al\s+più|fino\s+ad?\s+un\s+massimo|un\s+massimo|massimo|o\s+meno(?!\s+(?:di|che)\b)|o\s+inferiore|o\s+minore|fino\s+a(?:d)?(?=\s+(?:\d|due|tre|quattro|cinque|sei|sette|otto|nove|dieci))",
    ),
    ("bound", "at least", r"un\s+minimo|minimo"),
    (
        "bound",
        "more than",
        r"più\s+di|più\s+che|oltre(?=\s+(?:a(?:l|d)?\s+)?(?:\d|un|due|tre|quattro|cinque|sei|sette|otto|nove|dieci))|(?:superior|maggior)[ei]\s+(?:di|ad?|al|alla|allo|ai|agli|alle|all['’])(?!\w)|eccede\w*|super(?:a|ano|i|ino|ato|are)",
    ),
    ("bound", "less than", r"meno\s+di|(?:inferior|minor)[ei]\s+(?:di|ad?|al|alla|allo|ai|agli|alle|all['’])(?!\w)"),
    ("bound", "exactly", r"esattamente|precisamente|soltanto\s+uno|né\s+più\s+né\s+meno"),
    # --- time
    (
        "time",
        "until",
        r"(?:fino|sino)\s+a\s+(?:quando|che)(?:\s+non)?|finch[éè](?:\s+non)?|fin\s+quando|fintantoch[éè]|sino\s+a(?:l|lla|ll['’])?|fino\s+a(?:l|lla|llo|ll['’])?",
    ),
    (
        "time",
        "before",
        r"prima\s+(?:di|del|della|dello|dei|degli|delle|dell['’]|d['’]|che)|prima(?=\s*(?:[.,;:)]|$))|anteriormente|precedentemente|in\s+precedenza|anteriore",
    ),
    (
        "time",
        "after",
        r"dopo(?:\s+(?:di|che|aver))?|successivamente|in\s+seguito(?!\s+a)|al\s+termine|alla\s+fine|una\s+volta(?=\s+(?:che|\w+(?:at|it|ut|tt|s)[oaie]\b))",
    ),
    ("time", "start", r"all['’]inizio|inizialmente"),
    ("time", "during", r"durante|nel\s+corso|mentre|nel\s+frattempo|contemporaneamente|simultaneamente"),
    ("time", "from", r"a\s+partire\s+da(?:l|lla|llo|ll['’])?|da\s+(?:allora|quel\s+momento|ora)\s+in\s+poi|in\s+poi"),
    ("time", "immediately", r"immediatamente|subito|istantaneamente"),
    # --- exceptions and conditions
    ("condition", "unless", r"a\s+meno\s+(?:che|di)(?:\s+non)?|salvo\s+(?:che|se|quando)"),
    (
        "condition",
        "except",
        r"eccett[oau]\w*|ad?\s+eccezione|con\s+l['’]eccezione|eccezion[ei]|salvo|tranne|fatta\s+eccezione|all['’]infuori|ad\s+esclusione|esclus[oaie]",
    ),
    ("condition", "despite", r"malgrado|nonostante|anche\s+se|sebbene|benché|indipendentemente"),
    ("condition", "only if", r"sol(?:o|tanto|amente)\s+(?:se|quando)|purch[éè]|a\s+condizione\s+che|a\s+patto\s+che"),
    ("condition", "even if", r"anche\s+(?:se|quando)"),
    (
        "condition",
        "if",
        r"se(?!\s+(?:stess|ne|medesim))|quando|qualora|nel\s+caso(?:\s+(?:in\s+cui|che))?|ogni\s+volta\s+che|ogniqualvolta",
    ),
    # --- only, all, none
    ("quantifier", "only", r"sol(?:tanto|amente)|unicament[ei]|esclusivament[ei]|unic[oaih]e?|sol[oaie]"),
    ("quantifier", "none", r"nessun(?:o|a|['’])?|alcun(?:o|a|['’])?(?=\s)"),
    ("quantifier", "each", r"ogni|ciascun(?:o|a|['’])?|ognun[oa]|cadaun[oa]"),
    ("quantifier", "any", r"qualsiasi|qualunque|qualsivoglia|chiunque"),
    ("quantifier", "all", r"tutt[eiao](?:\s+(?:le|i|gli|la|il|lo))?"),
    ("quantifier", "both", r"entramb[ie]|ambedue|tutt[ie]\s+e\s+due"),
    ("quantifier", "once", r"una\s+(?:sola\s+)?volta"),
    # --- denial
    ("negation", "without", r"senza"),
    ("negation", "neither", r"né|nè|neppure|neanche|nemmeno"),
    ("negation", "never", r"mai"),
    ("negation", "not", r"non|no(?=[,.])"),
    # --- rounding, factors, signs
    ("rounding", "up", r"(?:per\s+eccesso|verso\s+l['’]alto|all['’]unità\s+superiore|all['’]intero\s+superiore)"),
    ("rounding", "down", r"(?:per\s+difetto|verso\s+il\s+basso|all['’]unità\s+inferiore|all['’]intero\s+inferiore)"),
    ("factor", "half", r"metà|mezz[oaie]|dimezz\w+"),
    ("factor", "double", r"doppi[oae]?|raddoppi\w*"),
    ("factor", "triple", r"tripl\w+"),
    (
        "sign",
        "plus",
        r"aggiung\w+|aggiunt[oaie]|somm(?:a|ano|are|ato|ata|ati|ate|ando)|più(?=\s+(?:\d|un))|in\s+più|aument\w+|increment\w+",
    ),
    (
        "sign",
        "minus",
        r"sottra\w+|tog(?:lie|liere|lierà|liendo|lieranno|lie?te)|in\s+meno|meno(?=\s+(?:\d|un))|riduc\w+|ridott[oaie]|diminui\w+|detra\w+",
    ),
    ("sign", "plus", r"(?<![\d\w])\+(?=\s?\d)"),
    ("sign", "minus", r"(?<![\d\w])[−–-](?=\d)"),
    # --- sides, whatever the game
    ("side", "attacker", r"attaccant[ei]|(?:chi|che|quando)\s+attacca(?:no)?"),
    ("side", "defender", r"difensor[ei]|in\s+difesa|(?:chi|che|quando)\s+difend(?:e|ono)"),
    ("side", "enemy", r"nemic[oaih]e?|avversari[oaei]?|ostil[ei]|l['’]altra\s+parte"),
    ("side", "own", r"amic[oaih]e?|propri[oae]?|propriamente"),
    # --- order and size
    ("order", "higher", r"più\s+alt[oaie]"),
    ("order", "lower", r"più\s+bass[oaie]"),
    ("order", "next", r"successiv[oaie]|seguent[ei]|prossim[oaie]"),
    ("order", "previous", r"precedent[ei]"),
    ("order", "first", r"prim[oaie]"),
    ("order", "last", r"ultim[oaie]"),
    # --- directions
    ("direction", "adjacent", r"adiacent[ei]|confinant[ei]|contigu[oaie]"),
    ("direction", "into", r"entr(?:a|are|ano|ato|ati|ate|ando|erà|eranno|ino)|verso|dentro|all['’]interno"),
    (
        "direction",
        "out of",
        r"esc(?:e|ono|ano)|uscire|uscit[oi]|uscendo|lasci(?:a|are|ano|ato|ata|ando)|fuori|all['’]esterno",
    ),
    ("direction", "through", r"attravers\w+"),
    # --- inclusion
    ("inclusion", "inclusive", r"compres[oaie]|inclus[oaie]|inclusiv\w+"),
    ("inclusion", "exclusive", r"esclusiv[oaie]"),
    # --- connectives last: they are short
    ("connective", "and/or", r"e\s?/\s?o"),
    ("connective", "or", r"oppure|ovvero|o(?=\s)|od(?=\s)"),
    ("connective", "and", r"e(?=\s)|ed(?=\s)|nonch[éè]"),
)
