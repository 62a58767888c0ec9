"""What is written in the lines of one kind of declaration, and means something else, or nothing, in those of another.

A word that belongs to a line often stands there in the wrong form: `first hit`, `must stop in`, `otherwise prefer`. So
these rows are tried before all others, and only where their declaration is of that kind.
"""

from __future__ import annotations

import re

from regola_dsl.declarations import KINDS
from regola_dsl.meant.patterns import compiled

_REST = r"(?= when\b| unless\b| where\b| @|$)"
_TYPE = r"(?:[A-Z]\w*|int \d+\.\.\d+|bool|d\d+)(?: or none)?"
_TIE = (
    r"(?:otherwise|else|next|afterwards|second|secondly|third|thirdly|lastly|finally|and then"
    r"|(?:in case of|on|if there is) a tie|if (?:equal|tied|still equal|still tied))"
)
_FIELDS = ((rf"^( +(?:state )?)({_TYPE}) ([a-z]\w*)(?= =| @| +[a-z]{{2}} +\"|;?$);?", r"\1\3: \2"),)
_BECOMES = (
    (r"^( *)(X) ?(?:=|:=|<-) ?(?!d\d)(?![=>])(.+?);?(?= @|$)", r"\1effect \2 becomes \3"),
    (r"^( *)(?:set|put|make) (X) (?:to|=|:=) (.+?)(?= @|$)", r"\1effect \2 becomes \3"),
)
_REASON = ((r"^( +)([A-Z][^\"|@:]*\w)[.!]?$", r'\1en "\2"'),)
_ROWS: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("record piece place", _FIELDS),
    ("state given", ((rf"^(state|given) ({_TYPE}) ([a-z]\w*)(?= =| @|;?$);?", r"\1 \3: \2"),)),
    (
        "record piece place state given",
        (
            (r"(\w: )(?:at most|up to|max(?:imum)?|no more than|not more than|<=|≤) ?(\d+)", r"\1int 0..\2"),
            (r"(\w: )(?:less than|fewer than|below|<) ?(\d+)", r"\1int 0..\2"),
        ),
    ),
    (
        "modifiers",
        (
            (r"^( *)(?:add|plus|adds|gain|bonus(?: of)?) (\d+)\b:?", r"\1+\2"),
            (r"^( *)(?:subtract|minus|less|take|malus(?: of)?|deduct) (\d+)\b:?", r"\1-\2"),
        ),
    ),
    (
        "table",
        (
            (r"^( *)(first|unique|sum|all|any) (?:hit|match|row|rule)s?(?: (?:wins|counts|holds))?$", r"\1hit \2"),
            (
                r"^( *beyond \w+(?: (?:above|below))?) (?:(?:use|use the|the|take|take the|as|to|to the|is|is the) )?"
                r"(?:nearest|closest|last|edge|end|outermost|clamped|clamping)"
                r"(?: (?:row|column|line|value|one|result|entry))?",
                r"\1 clamp",
            ),
        ),
    ),
    (
        "sequence phase",
        (
            (r"^( *phase \w+.*?) from (\w+) (\d+)(?: on| onwards?)?$", r"\1 when \2 >= \3"),
            (r"^( *phase \w+.*?) after (\w+) (\d+)$", r"\1 when \2 > \3"),
            (r"^( *phase \w+.*?) (?:before) (\w+) (\d+)$", r"\1 when \2 < \3"),
            (r"^( *phase \w+.*?) (?:until|till|up to|through) (\w+) (\d+)$", r"\1 when \2 <= \3"),
            (r"^( *phase \w+.*?) (?:on|in|at|during|only in|only on) (\w+) (\d+)$", r"\1 when \2 is \3"),
        ),
    ),
    ("action change also event sequence phase", _BECOMES),
    (
        "action",
        (
            (
                r"^( *)allowed,? (?:except|but not|if not|save|but|as long as not)(?: when| if| where)?(?: it is)? "
                r"(?:forbidden|prohibited|not allowed)",
                r"\1allowed unless forbidden",
            ),
            (
                r"^( *)(?:forbidden|prohibited),? (?:except|but not|if not|save|but)(?: when| if| where)?(?: it is)? "
                r"(?:allowed|permitted)",
                r"\1forbidden unless allowed",
            ),
        ),
    ),
    (
        "rule",
        (
            (r"^( *\w+) (?:non|not|do(?:es)? not|never) (?:may|must|can)\b(?! only)", r"\1 must not"),
            (
                r"^( *\w+)\.(?i:must_?not|can_?not|may_?not|(?:is)?forbidden)\((\w+)(?:\(\))?\)",
                r"\1 must not \2",
            ),
            (r"^( *\w+)\.(?i:may_?only|can_?only|only)\((\w+)(?:\(\))?\)", r"\1 may only \2"),
            (r"^( *\w+)\.(?:may|can|(?:is)?allowed)\((\w+)(?:\(\))?\)", r"\1 may \2"),
            (r"^( *\w+)\.(?:must|shall)\((\w+)(?:\(\))?\)", r"\1 must \2"),
            (
                r"^( *\w+ (?:must not|must|may only|may) \w+) (?:to|into|with|from|at|as|for|a|an)? ?"
                rf"(\"[^\"]*\"){_REST}",
                r"\1(\2)",
            ),
        ),
    ),
    (
        "path",
        (
            (r"^( *)(?:must |has to |always |may |shall )?stops? (?:in|at|on|there|when in) ", r"\1stops in "),
            (r"^( *)(?:must |has to |always |may |shall )?ends? (?:at|in|on) ", r"\1ends at "),
            (
                r"^( *)(?:must not|must never|may not|cannot|can not) (?:go |move |pass )?(?:in|into|enter|through) ",
                r"\1never into ",
            ),
            (
                r"^( *(?:never into|stops in|ends at)) (?:an? |the |any |every )?(?!x\b)([a-z]\w*)(?= unless\b| @|$)",
                r"\1 x where x is \2",
            ),
        ),
    ),
    (
        "choice",
        (
            (rf"^( *){_TIE},? (?:prefers? )(?!prefer)", r"\1then prefer "),
            (rf"^( *){_TIE},? (?=least|most)", r"\1then prefer "),
        ),
    ),
    (
        "example",
        (
            (r"^( *)let (\w+) = (?:new )?(?=[A-Z]\w*\()", r"\1with \2: "),
            (
                r"^( *)(?!(?:do|given|with|play|not|the|if|let|end) )(\w+) (\w+?)(?:s|es)? "
                r"(?:to |at |into |from )?(X)$",
                r"\1do \3(\2, \4)",
            ),
            (r"^( *)(?!(?:do|given|with|play|not|the|if|let|end) )(\w+) (\w+?)(?:s|es)?$", r"\1do \3(\2)"),
            (r"\.(?:equals|equal|eq|is|toBe|toEqual|isEqualTo|is_equal_to)\((X)\)", r" is \1"),
        ),
    ),
    (
        "erratum",
        (
            (
                r"^( *)@?(\d[\w.]*) (?:wins|holds|counts|prevails|is right|rules|applies|stands|has precedence)"
                r"(?: because| since| as)?:?",
                r"\1ruling @\2 because",
            ),
        ),
    ),
    ("erratum accept", _REASON),
    ("variant", ((r"^variant rule (?=\w)", r"variant "),)),
)
# Rows of the first line that belong to every kind, and to what stands in place of a kind.
_FIRST: tuple[tuple[str, str], ...] = (
    (rf"^({'|'.join(KINDS)}) (@\S+(?:, \S+)*) ([^\W\d]\w*(?:\(.*?\))?)", r"\1 \3 \2"),
    (
        rf"^({'|'.join(KINDS)}) (\w+.*?),? \(?"
        r"(?:sections?|sect\.|sec\.|paragraph|par\.|chapter|sezione|paragrafo) "
        r"@?(\d[\w.]*)\)?",
        r"\1 \2 @\3",
    ),
    (r"^(?!sequence)([a-z]+) (?:of|for|named|called) (?=[^\W\d]\w*(?: @|\(|$))", r"\1 "),
    (r"^(?:optional|additional|advanced|house|special) rules? (?=\w)", r"variant "),
    (r"^errata corrige (?=\w)", r"erratum "),
)

FIRST = compiled(_FIRST)
BY_KIND: dict[str, tuple[tuple[re.Pattern[str], str], ...]] = {
    kind: tuple(row for kinds, rows in _ROWS if kind in kinds.split() for row in compiled(rows)) for kind in KINDS
}
