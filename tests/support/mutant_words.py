"""Words for what `mutants.py` writes instead: those of one part, those that people say, what stands behind numbers."""

from __future__ import annotations

from collections.abc import Mapping

# Words of the language that play the same part in a line.
ROLES = tuple(
    frozenset(words.split())
    for words in (
        "when unless if where until then",
        "may must",
        "and or",
        "of from to by on in over under at per with for among as",
        "gains loses becomes leaves",
        "least most",
        "define table given state modifiers choice",
        "enum record piece place scale",
        "any all no count those each sum max min",
        "action rule change event also",
        "phase sequence action",
        "requires pays limit effect roll",
        "exception let phase",
        "prefer among",
    )
)
# What people say for words of the language; those that a vocabulary has are not asked here.
THESAURUS: Mapping[str, str] = {
    "when": "upon whilst granted falls wenn quando si",
    "unless": "barring save excluding lest",
    "if": "supposing wherever suppose",
    "where": "being satisfying whose wherein",
    "may": "might could allow shall",
    "must": "ought needs should requires",
    "not": "non never hardly nope without",
    "and": "along & furthermore y und et",
    "or": "alternatively oder either",
    "is": "seems counts ist amounts remains",
    "in": "inside amid belongs within",
    "becomes": "turns changes assumes grows equals",
    "gains": "receives earns obtains collects",
    "loses": "forfeits drops surrenders spends",
    "leaves": "exits departs disbands dissolves",
    "count": "quantity tally amount howmany",
    "any": "some exists atleastone somebody",
    "all": "every whole everyone entire",
    "requires": "demands presupposes wants necessitates",
    "effect": "aftermath upshot then outcome",
    "limit": "ceiling boundary restriction bound",
    "exception": "exemption special deviation override",
    "phase": "portion segment moment period",
    "otherwise": "remaining rest elsewise anything",
    "else": "instead contrariwise sonst",
    "then": "therefore hence so",
    "define": "compute establish formulate denote",
    "table": "grid chart matrix array",
    "enum": "category kinds choices options",
    "state": "status tracker memory counter",
    "given": "known input supposed provided",
    "rule": "law clause statute policy",
    "action": "operation deed activity order",
    "piece": "figure meeple pawn token",
    "place": "cell region zone province",
    "example": "sample demo illustration scenario",
    "modifiers": "adjustments bonuses drm adjust",
    "bool": "boolean flag yesno truth",
    "int": "integer number whole num",
    "by": "through belonging via",
    "each": "every singly all",
    "until": "till before",
    "with": "having plus containing",
    "do": "perform execute make",
    "sum": "total add",
    "round": "rounding rounded",
}
UNITS = ("hexes", "MP", "%", "points", "steps", "th", "°")
