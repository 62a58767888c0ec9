"""How programming languages, spreadsheets, databases and rulebooks write whole sentences: more rows for `phrases.py`.

They are tried before the shorter ones there, as a part of a sentence may be read where the whole is meant otherwise.
"""

from __future__ import annotations

_CELL = r"((?:[^,;()]|\([^()]*(?:\([^()]*\)[^()]*)*\))+?)"
_SECTIONS = r"(@[\w./\"-]+(?:, [\w./\"-]+)*)"

ELSEWHERE: tuple[tuple[str, str], ...] = (
    # --- one value or another: C, spreadsheets ---
    (
        rf"\b(?:IF|iif|IIF|If|SE|Se)\(([^=<>,;()!]+?) ?==? ?([^=,;()]+?) ?[;,] ?{_CELL} ?[;,] ?(.+)\)(?= *$)",
        r"if \1 is \2 then \3 else \4",
    ),
    (rf"\b(?:IF|iif|IIF|If|if|SE|Se)\({_CELL} ?[;,] ?{_CELL} ?[;,] ?(.+)\)(?= *$)", r"if \1 then \2 else \3"),
    (r"^( *)(.+?) \? (.+?) : (.+)$", r"\1if \2 then \3 else \4"),
    (r"^( *)(.+?) \?\? (.+)$", r"\1if \2 is not none then \2 else \3"),
    (r"\b(?:_|default|else|otherwise|\*) ?(?:=>|->|:) ?", r"otherwise: "),
    (r"\b(\w+) => ", r"\1: "),
    (r"\"(\w+)\" ?(?:=>|->|:) ?", r"\1: "),
    # --- lists: Python, JavaScript, SQL ---
    (r"\blen\(\[?(?:\w+ )?(?:for )?(\w+) (?:for \1 )?in (X) if (.+?)\]?\)", r"(count \1 in \2 where \3)"),
    (
        r"\b(?:len|length|size|count|COUNT|COUNTIF|Count)\((\w+) (?:where|if|with|when) (\w+)\.",
        r"(count \2 in \1 where \2.",
    ),
    (r"\bsum\(1 for (\w+) in (X) if (.+?)\)", r"(count \1 in \2 where \3)"),
    (r"\bsum\((X) for (\w+) in (X) if (.+?)\)", r"(sum of \1 for \2 in \3 where \4)"),
    (r"\bsum\((X) for (\w+) in (X)\)", r"(sum of \1 for \2 in \3)"),
    (r"\bany\((.+?) for (\w+) in (X)\)", r"(any \2 in \3 where \1)"),
    (r"\ball\((.+?) for (\w+) in (X)\)", r"(all \2 in \3 where \1)"),
    (r"\b(\w+)\.filter\((\w+) => (.+?)\)\.(?:length|count|size)(?:\(\))?", r"(count \2 in \1 where \3)"),
    (r"\b(\w+)\.(?:count|Count|countIf)\((\w+) => (.+?)\)", r"(count \2 in \1 where \3)"),
    (r"\b(\w+)\.filter\((\w+) => (.+?)\)", r"(those \2 in \1 where \3)"),
    (r"\b(\w+)\.(?:some|any|exists)\((\w+) => (.+?)\)", r"(any \2 in \1 where \3)"),
    (r"\b(\w+)\.(?:every|all)\((\w+) => (.+?)\)", r"(all \2 in \1 where \3)"),
    (
        r"\b(?:SELECT|select) (?:COUNT|count)\([^()]*\) (?:FROM|from) (\w+) (?:WHERE|where) (\w+) (?:==?|is) (X)",
        r"count x in \1 where x.\2 is \3",
    ),
    (
        r"\b(?:SELECT|select) (?:COUNT|count)\([^()]*\) (?:FROM|from) (\w+) (?:WHERE|where) (\w+) (<=|>=|!=|<|>) (X)",
        r"count x in \1 where x.\2 \3 \4",
    ),
    (r"\b(?:the )?number of ([A-Z]\w*) where (\w+)\b", r"count x in \1 where x.\2"),
    (r"\bhow many (\w+) in (\w+)\b", r"count \1 in \2"),
    # --- what becomes otherwise ---
    (r"^( *)(?:effect )?(X) ?\+\+$", r"\1effect \2 gains 1"),
    (r"^( *)(?:effect )?(X) ?--$", r"\1effect \2 loses 1"),
    (r"^( *)(?:effect )?\+\+ ?(X)$", r"\1effect \2 gains 1"),
    (r"^( *)(?:effect )?-- ?(X)$", r"\1effect \2 loses 1"),
    (r"^( *)(?:effect )?(X) ?\+= ?", r"\1effect \2 gains "),
    (r"^( *)(?:effect )?(X) ?-= ?", r"\1effect \2 loses "),
    (r"^( *)(?:effect )?(X) (?:=|:=|<-) \2 \+ (X)", r"\1effect \2 gains \3"),
    (r"^( *)(?:effect )?(X) (?:=|:=|<-) \2 - (X)", r"\1effect \2 loses \3"),
    (r"^( *)(?:effect )?(?:increase|raise|increment) (X) by (X)", r"\1effect \2 gains \3"),
    (r"^( *)(?:effect )?(?:decrease|reduce|lower|decrement) (X) by (X)", r"\1effect \2 loses \3"),
    (r"^( *)(?:effect )?(?:increment|increase) (X)$", r"\1effect \2 gains 1"),
    (r"^( *)(?:effect )?(?:decrement|decrease) (X)$", r"\1effect \2 loses 1"),
    # --- values and types ---
    (r"\b[A-Z]\w*::(\w+)", r"\1"),
    (r"\b1?[DW](\d+)\b", r"d\1"),
    (r"^( *)(?:var|set|const|val|final|local|let) (\w+) ?:?= ?(.+?);$", r"\1let \2 = \3"),
    (
        r"(: \w+) ?(?:\||\?|or) ?(?:(?:none|nothing|null|None|undefined|nil) )?= ?"
        r"(?:none|None|null|nothing|nil|undefined)\b",
        r"\1 or none = none",
    ),
    (r": (?:const )?(\w+)\[\]", r": list of \1"),
    (
        r": (?:[Ll]ist|[Aa]rray|[Ss]et|[Vv]ec|[Vv]ector|[Ss]equence|IEnumerable)(?:<|\[|\()(\w+)(?:>|\]|\))",
        r": list of \1",
    ),
    (r": \[(\w+)\]", r": list of \1"),
    (r": (?:many|several|some|list|array of|set of|lists of|a list of|multiple) (\w+)", r": list of \1"),
    (r": (?:Optional|Maybe|Option|Nullable)(?:<|\[|\()(\w+)(?:>|\]|\))", r": \1 or none"),
    (r": (\w+)\?", r": \1 or none"),
    (r": (\w+) ?\| ?(?:none|None|null|undefined|nil)\b", r": \1 or none"),
    (r": (?:modified |mod )?1?(d\d+) ?\+ ?\w+", r": modified \1"),
    (r": (?:modified |mod )?1?(d\d+) (?:modified|with \w+|and \w+|plus \w+)", r": modified \1"),
    (r": modified 1(d\d+)", r": modified \1"),
    (r"([(,] ?)((?:[A-Z]\w*|int \d+\.\.\d+|bool|d\d+)) ([a-z]\w*)(?=[,)])", r"\1\3: \2"),
    # --- what a fact begins with, and for how long it holds ---
    (
        r"^( *(?:state|given) .+?: .+?),? (?:start(?:s|ing)?|initially|initial|init|begins?|beginning|default"
        r"(?:s|ing)?)"
        r"(?: value)?(?: (?:at|with|as|from|is|to|of))?:? (X)",
        r"\1 = \2",
    ),
    (r"^( *(?:state|given) .+?: .+?) (?:from|at|is|at first|:) (X)(?= @| [a-z]{2} +\"|$)", r"\1 = \2"),
    (
        r"\b(?:until|till|to|up to) (?:the )?(?:end|start|beginning|close|next) (?:of )?"
        r"(?:the |this |each |every )?(\w+)(?: phase)?",
        r"until \1",
    ),
    (r"\b(?:till|up to|up until|through) (?:the )?(\w+)(?= of\b| @|$)", r"until \1"),
    (r"\buntil (?:the|a|an|this|each|every) (\w+)", r"until \1"),
    (
        r"\b(?:for (?:the )?(?:rest|duration|length) of|during|throughout|for) (?:the |this |a |one )?(\w+)(?= @|$)",
        r"lasting \1",
    ),
    # --- halves ---
    (
        r"^( *)(?:half|halved|halve|halves|1/2|/ ?2|50 ?%|0\.5)(?:,| and| then)* ?\(?"
        r"(?:rounded|rounding|round|rounds) (up|down|nearest)(?:wards?)?\)?$",
        r"\1half, round \2",
    ),
    # --- what may and must be done ---
    (
        r"^( *)(?:the|an?|any|each|every|all|some) (\w+) (may|must|can|cannot|should|shall|has to|have to)\b(?! \w+:)",
        r"\1\2 \3",
    ),
    (r"\bonly (?:the |an? )?(\w+) (?:may|can)\b", r"\1 may only"),
    (r"^( *)(?:nobody|no one|no-one|none) (?:may|can|must) (\w+)", r"\1anyone must not \2"),
    (
        r"^( *\w+ (?:must not|must|may only|may) \w+(?:\(.*?\))?) from (\w+) (\d+)(?: on| onwards?)?\b",
        r"\1 when \2 >= \3",
    ),
    (
        r"^( *\w+ (?:must not|must|may only|may) \w+(?:\(.*?\))?) (?:up to|through|until|till) (\w+) (\d+)\b",
        r"\1 when \2 <= \3",
    ),
    (r"^( *\w+ (?:must not|must|may only|may) \w+(?:\(.*?\))?) after (\w+) (\d+)\b", r"\1 when \2 > \3"),
    (r"^( *\w+ (?:must not|must|may only|may) \w+(?:\(.*?\))?) before (\w+) (\d+)\b", r"\1 when \2 < \3"),
    (r"^( *\w+ (?:must not|must|may only|may) \w+(?:\(.*?\))?) (?:in|on|during|at) (\w+) (\d+)\b", r"\1 when \2 is \3"),
    # --- how a game ends ---
    (
        r"^( *)(?:the )?(\w+) (?:wins?|has won|have won|is the winner|is victorious)(?: the game)? "
        r"(?:when|if|as soon as|once|at) (.+?)(?= @|$)",
        r"\1the game ends when \3 won by \2",
    ),
    (
        r"^( *)(?:the )?game is won by (\w+) (?:when|if|as soon as|once) (.+?)(?= @|$)",
        r"\1the game ends when \3 won by \2",
    ),
    (
        r"^( *)(?:the )?(?:game )?(?:ends?|over|end of (?:the )?game|game over|victory|stop)(?: "
        r"(?:when|if|as soon as|once)|:) (.+?)"
        r"(?:,? (?:and )?(?:winner:?|won by|victory for|for)? ?(\w+)(?: wins?)?)(?= @|$)",
        r"\1the game ends when \2 won by \3",
    ),
    (
        r"^( *)(?:the )?(?:game )?(?:ends?|over|end of (?:the )?game|game over|stop)(?: "
        r"(?:when|if|as soon as|once)|:) (.+?)(?= @|$)",
        r"\1the game ends when \2",
    ),
    # --- declarations and their lines ---
    (rf"^(\w+ (?:after )?\w+) {_SECTIONS} ?(\(.*?)(?= [a-z]{{2,3}} +\"| when |$)", r"\1\3 \2"),
    (
        rf"^(\w+ \w+(?:\(.*?\))?) {_SECTIONS}(:| ->| over| under| by| in| as| to| of)(.*?)(?= [a-z]{{2,3}} +\"|$)",
        r"\1\3\4 \2",
    ),
    (rf"^( *\w+ .+?) {_SECTIONS}((?: =| until| lasting| from| \.\.| or) ?.*?)(?= [a-z]{{2,3}} +\"|$)", r"\1\3 \2"),
    (r"^(\w+ .+?):(?= ?@| *$)", r"\1"),
    (
        r"^( *)(?:ruling|decision|verdict|answer|ruled|decided):? (?:\w+ )*(@\S+?),?(?: \w+)*?:? "
        r"(?:because|since|as)\b:?",
        r"\1ruling \2 because",
    ),
    (r"^( *)for (\w+) in [\[({](.+)[\])}]", r"\1for \2 in \3"),
    (r"^( *with (?:.+, )?)(\w+) = (?=[A-Z])", r"\1\2: "),
    (r"([(,] ?[a-z]\w*) ?= ?\"([a-z]\w*)\"", r"\1: \2"),
    (r"([(,] ?[a-z]\w*) ?= ?(?!=)", r"\1: "),
    (r"\b(\w+) of (\w+)(?= (?:is|>=|<=|<|>|==|!=|gains|loses|becomes|at least|at most)\b| [<>=!])", r"\1(\2)"),
    (
        r"\b(?:the )?(?!(?:last|first|number|count|sum|ends) )(\w+) of (\w+)"
        r"(?= (?:is|>=|<=|<|>|==|!=|gains|loses|becomes|at least|at most)\b| [<>=!])",
        r"\2.\1",
    ),
    # --- values of several words ---
    (r"\b(is not|is|becomes) ([a-z]\w*(?: [a-z]\w*){1,2})(?= and\b| or\b| unless\b| when\b| @|$)", r'\1 "\2"'),
    (r"^( +)([a-z]\w*(?: [a-z]\w*){1,2})(?= +[a-z]{2} +\")", r'\1"\2"'),
)
