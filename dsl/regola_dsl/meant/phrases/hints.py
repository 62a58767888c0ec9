"""What cannot be put right by other words: where it is met, a pattern over a line of text, and what to do."""

from __future__ import annotations

import re
from dataclasses import dataclass

from regola_dsl.declarations import KINDS
from regola_dsl.meant.phrases import compiled
from regola_dsl.meant.vocabulary import any_of
from regola_dsl.wording import later


@dataclass(frozen=True, slots=True)
class Hint:
    """A pattern, what is told where it is found, and in which kinds of declaration; in all where none is said.

    What the pattern finds as `played` must be a phase of the game.
    """

    pattern: re.Pattern[str]
    told: str
    kinds: frozenset[str]


# Of a phase that is by everybody, which no word says.
BY_EVERYBODY = later(
    "say who plays it: `by {players} at once`, if all do and nobody waits for another; or `for x in {players}` above "
    "it, and `by x`, if one after the other"
)
# Of a statement that says what its action is done to.
NAMED_ALONE = later(
    "the action is named alone, and what is asked of what it is done to stands behind: `{who} {how} {action} when …`"
)
# What is told before other words are tried: a pattern, the words, and the kinds of declaration.
_SURE: tuple[tuple[str, ...], ...] = (
    (
        r"^(?:game|title|name|authors?|version|languages?|gioco|titolo|autore|versione|lingue)(?: |:)(?!.*[(@])",
        later("what a game is called, in which languages, stands in its `game.yaml`; a file of rules has declarations"),
    ),
    (
        r"^(?:import|include|from|require|load|using|importa|includi) (?!.*[(@])",
        later(
            "all files below `rules/` are read, and know one another without a word; a library stands in `game.yaml`, "
            "behind `uses:`"
        ),
    ),
    (
        r"^ *[+-]\d+ ?%",
        later("a modifier is a whole number, such as `-1`; a share is worked out in a `define`: `round down x / 10`"),
    ),
    (
        r"(?<=.)(?<! 50)%",
        later(
            "there is no `%` here: a share is a fraction such as `1/2`, and what a division leaves is asked of a table"
        ),
    ),
    (r"\bmod\b", later("there is no `mod` here: what a division leaves, `a mod b`, is asked of a table")),
    (r"\^|\*\*", later("there is no power here, neither `^` nor `**`: write `a * a`")),
    (r"~", later("`~` is no sign of the language; to compare write `is`, `is not`, `<` or `>`")),
    (
        r"\bthere (?:is|are) no (?P<owned>[^\W\d]\w*)(?= *$| @| and\b| or\b)",
        later("what is asked is a fact of `{of}`: write `{denied}`"),
    ),
    (
        r"\bthere (?:is|are) (?:(?:an?|any|some|one|the) )?(?!no\b)(?P<owned>[^\W\d]\w*)(?= *$| @| and\b| or\b)",
        later("what is asked is a fact of `{of}`: write `{affirmed}`"),
    ),
    (
        r"\bthere (?:is|are) (?:an?|any|some|one) (?P<what>\w+)",
        later("to ask whether there is one write `any x in {list} where …`"),
    ),
    (
        r"-> ?(?P<one>[a-z]\w*)(?:,| and|,? or) (?P<other>[a-z]\w*)",
        later("several results stand in brackets, each with its type: `-> ({one}: int 0..9, {other}: bool)`"),
        "table",
    ),
    (
        r"^ *(?:for )?(?:each|every|all) (?P<how>(?!(?:unless|when|if|where)\b)[a-z]\w*) (?P<what>[a-z]\w*):?$",
        later("for several write `effect each x in {list} where x.{how}`, and below it what becomes of each"),
        "sequence phase action change also event",
    ),
    (
        r"^ *(?:pays?|costs?|spends?) (?:an?|one|the) (?P<what>[^\W\d]\w*)",
        later("say how much, and from which state it is paid: `pays 1 from {purse}`"),
        "action",
    ),
    (
        r"^ +(?P<what>[^\W\d_a-z]\w*)(?P<text>\(.*\)) *$",
        later("what stands there at the start has a name of its own in front, with a colon: `one: {what}{text}`"),
        "setup",
    ),
    (
        r"^ +(?P<what>(?:state )?)(?P<name>[^\W\d]\w*)(?:,| and) (?P<one>[^\W\d]\w*)(?P<text>: .*)$",
        later("each stands on a line of its own: `{what}{name}{text}`, and below it `{what}{one}{text}`"),
        "record piece place",
    ),
    (
        r"^ *phase \w+ by (?:each|every|all|both|everyone|everybody|anyone|anybody|either)"
        r"(?: of)?(?: (?:the )?(?!at\b|once\b|together\b)[^\W\d]\w*)?(?= *@| *$| at\b)",
        BY_EVERYBODY,
        "sequence phase",
    ),
    (
        r"^ *phase \w+ by [^\W\d]\w*(?:, [^\W\d]\w*)*,? (?:and|&|\+) [^\W\d]\w*(?= *@| *$)",
        BY_EVERYBODY,
        "sequence phase",
    ),
    (
        r"^ *(?:start|begin|enter|go to|goto|advance to|jump to|begins? with|starts? with) (?:of )?"
        r"(?P<played>[^\W\d]\w*)(?= *$)",
        later(
            "an example plays a phase, `play {phase}`, or tells which one the game stands in: `given phase is {phase}`"
        ),
        "example",
    ),
    (
        r"^ *(?:(?:go to |play |then )?(?:the )?next|advance|finish|end(?: of)?(?: the)?) "
        r"(?:phase|turn|step|round)(?= *$)",
        later("say which phase is played to its end: `play {phase}`"),
        "example",
    ),
    (
        r"^ *(?:(?:start|begin|use|load|setup|set up|play)(?: with| of| in)?(?: the)?(?: (?:scenario|setup))?|"
        r"scenario) (?P<what>[^\W\d]\w*)(?= *$)",
        later("what a scenario says is told like any other fact: `given setup of {what}`"),
        "example",
    ),
    (r"^ *phase(?= +@| *$)", later("a phase has a name: `phase a_name …`"), "sequence phase"),
    (
        r"^ +(?!let\b)(?P<name>[^\W\d]\w*)(?= +@| +when\b)",
        later("a modifier begins with how much it changes: `+1 {name} …`, or `-1 {name} …`"),
        "modifiers",
    ),
    (
        r"\bthere is no (?P<what>[a-z]\w*)",
        later("of what is yes or no write `not ….{what}`; that of several there is none, `no x in {list} where …`"),
    ),
    (r"\bthere is no\b", later("to say that there is none write `no x in {list} where …`")),
    (
        r"\bthe number of(?!(?: the| all)? \w+ (?:is\b|[<>=]))(?: (?P<what>\w+))?",
        later("to count write `count x in {list} where …`"),
    ),
    (r"^ *(must|may)\b", later("say first of whom it is said: `{letter} must not …`, or `anyone must not …`"), "rule"),
    (
        r"\b(?P<how>\w+ (?:must not|must|may only|may)) (?P<word>when|unless)\b",
        later("say which action: `{how} {action} {word} …`"),
    ),
    (
        r"^ *(?P<who>[\w.]+) must (?P<action>\w+(?:\([^()]*\))?),? (?:before|until|till|up to|prior to|ahead of)"
        r"(?: the (?:start|beginning|opening) of)? (?:the )?(?P<played>[a-z]\w*)(?= where\b| when\b| unless\b| *$)",
        later(
            "a duty is done by the end of a phase, of `{played}` or of the one before it: "
            "`{who} must {action} by the end of …`"
        ),
        "rule",
    ),
    (
        r"\b(?:may|must|must not|may only) (?P<action>\w+) (?:only )?(?:once|one time) (?:per|in|a|in the|each|every) "
        r"(?:the )?(?:whole |entire )?(?:game|play|match)\b",
        later(
            "once in a whole game is a limit with the name of the sequence: below `action {action}` write "
            "`limit 1 each {sequence}`, or `limit 1 each {sequence} per …` where each has one of its own"
        ),
        "rule",
    ),
    (
        r"\b(?:may|must|must not|may only) (?P<action>\w+) (?:only )?(?:once|twice|(?:\w+) times?)\b",
        later("how often is said in the action, by a limit: `limit 1 each …` below `action {action}`"),
        "rule",
    ),
    (
        r"^ *(?:pays?|costs?|spends?):? (?P<much>\d+) (?:of )?(?P<what>[^\W\d]\w*)(?= *@| *$)",
        later("say from which state it is paid: `pays {much} from {purse}`"),
        "action",
    ),
    (
        r"^ *(?:for )?(?:each|every|all)(?: \w+)?(?:,? in (?:turn|order|sequence|succession|rotation)\b.*|, .*|$)",
        later("say who, in their order, and below it what they do: `for x in {players}`"),
        "sequence phase",
    ),
    (r"^ *[+-]\d+\.\d", later("a modifier is a whole number: `+1`, or something in brackets: `+(x * 2)`")),
    (r"\b(and|or|not)( *)$", later("something must follow `and`, `or` and `not`: a condition such as `x is y`")),
    (r"\bwhen *$", later("a condition must follow `when`: `when x is y`")),
    (r"\bis *$", later("say what it is compared with: `x is y`")),
    (r"\bwhen is\b", later("say what is compared: `when … is …`")),
    (r"= *$", later("a value must follow `=`")),
    (r"(?<=[^,\s] )[-+*/] *$", later("a value must follow `+`, `-`, `*` and `/`, and nothing does")),
    (
        rf"^(?P<kind>{'|'.join(KINDS)}) (?:(?P<section>@(?!\S+(?:, \S+)* +[^\W\d]\w*(?! +\"))[\w./\"-]*)|$)",
        later("a name is missing behind the first word: `{kind} a_name {section}`"),
    ),
    (r"\bexception (@|when)", later("an exception has a name: `exception a_name {section} when …`")),
    (
        r"^players\b:? *(?:\w+(?:,| and| vs\.?| /)|\d)",
        later(
            "`players` names the `enum` of those who play: `players {whose}`, and below `enum {whose}` they are listed"
        ),
    ),
    (
        r"^ *(?:allowed|permitted|possible|legal) (?:only )?(?:when|if|where|while) (?P<what>[^@]+?)(?= *@| *$)",
        later("what it takes stands on a line of its own, below `allowed unless forbidden`: `requires {what}`"),
        "action",
    ),
    (
        r"^ *limit (?P<many>\d+) per (?P<played>\w+)(?!.* per )",
        later("behind `per` stands for whom, and a phase behind `each`: write `limit {many} each {played}`"),
        "action limit",
    ),
    (
        r"^ *limit (?P<many>\d+) per (?P<what>\w+)(?!.* per )",
        later("say in which phase, and behind `per` for whom: `limit {many} each … per {what}`"),
        "action limit",
    ),
    (
        r"\b(?P<how>any|all|no|some|every) (?P<one>\w+) in (?P<list>[\w.]+), *(?P<other>\w+) in (?P<more>[\w.]+)",
        later("one is asked of inside the other: `{how} {one} in {list} where {how} {other} in {more} where …`"),
    ),
    (r"^limit (?P<many>\d+) (?P<rest>each .+)$", later("a limit has a name: `limit at_most_{many} {many} {rest}`")),
    (
        r"^(?P<kind>enum|scale) (?P<name>\w+) *(?:from|with|between|has|contains) \w",
        later("write `{kind} {name}` alone, and its values below it, indented, with commas between them"),
    ),
    (
        r"^variant (?P<name>\w+) = ",
        later("a variant is off unless a game turns it on, and says nothing of it here: `variant {name} {section}`"),
    ),
    (
        r"^rule (?P<name>\w+)\(",
        later("a rule has no brackets, as it knows what its action has: write `rule {name}`, and its section"),
    ),
    (
        r"^rule \w+ .*\b(when|unless)\b",
        later("a rule's condition stands in the statement below it: `{letter} must not {action} when …`"),
    ),
    (
        r"^ +\w+ (?:must not|must|may only|may) [^\"]+ "
        r"(?P<text>\b(?!to|of|in|at|by|on|as|is|or|and|not|for)[a-z]{2,3} \"[^\"]*\")",
        later("a statement has no text: put `{text}` behind the name of its rule, or on a line of its own"),
    ),
    (
        r"^sequence (?:of|di|de|the|for) ",
        later("behind `sequence` stands one word, a name for it: `sequence turn {section}`"),
    ),
    (
        r"\beffect reset (?P<fact>\w+)\((?P<whose>[^()]*)\)",
        later(
            "`reset` takes back the whole of a fact: `effect reset {fact}`; of one alone say what it becomes: "
            "`effect {fact}({whose}) becomes …`"
        ),
    ),
    (
        r"^ +[-+−–]\d+\b",
        later(
            "a value is a word, or what is printed, in quotes; behind it stands its number: "
            '`"-1" = -1, "0" = 0, "+1" = 1`'
        ),
        "enum scale",
    ),
    (
        rf"^(?:{any_of('map', 'map', 'board', 'maps')}|scenario|scenarios|counters|counter sheet|countersheet)\b",
        later(
            "it is data, and stands in a file of its own: places in `maps/NAME.yaml`, counters in "
            "`counters/NAME.yaml`, who begins where in `scenarios/NAME.yaml`; a few pieces are put up by `setup`"
        ),
    ),
    (
        rf"^(?:(?:game )?(?:{any_of('victory', 'victory', 'goal', 'objective')})(?: conditions?)?\b"
        r"|end ?game\b|game (?:over|end)\b|(?:win|wins|winner|winning|end|ends|ending) (?:when|if|is|by|[a-z]\w*|@))",
        later(
            "who wins is said in the sequence, with the phase at whose end it is looked for: "
            "`the game ends when … won by …`"
        ),
    ),
    (
        r"^ *repeat (?P<counted>\d+|\w+ times\b)",
        later("`{counted}` counts the rounds: write `repeat until {counted} > …`"),
    ),
    (r"^ *repeat (?:\d+|\w+ times\b)", later("count the rounds in a `state`, and write `repeat until` it is as many")),
)
# What cannot be put right by other words, where nothing else could: where it is met, what to do.
_HINTS: tuple[tuple[str, ...], ...] = (
    (
        r"^ *(?P<much>[+-]\d+):? (?:@|(?:when|if|unless|for|where|while|as|in case)\b)",
        later("each line of modifiers has a name, and its condition behind `when`: `{much} a_name {section} when …`"),
    ),
    (r"\bthe number of (?:the |all )?(?P<what>\w+)", later("to count write `count x in {list} where …`")),
    (
        r"\b(?:when|if|unless|and|or|requires) (?:it|they|he|she) (?!is\b|are\b|has\b)\w+",
        later("say of what it is said, and compare that with a value: `{here} is …`"),
    ),
    (
        r"^ *(?:costs?|spends?|pays?|price:?|cost:?) (?P<much>X) (?!from\b)(?P<what>[a-z]\w*)",
        later("say from which state it is paid: `pays {much} from {purse}`"),
    ),
    (
        r"^ *(?:costs?|spends?|pays?|price:?|cost:?) (?P<much>X)",
        later("say from which state it is paid: `pays {much} from {purse}`"),
    ),
    (
        r"^ *(?:then )?prefers? (?:the )?(?P<how>\w+)",
        later(
            "say of what there is to be least or most: `prefer least {letter}.{number}`, or which one: "
            "`prefer {letter} where …`"
        ),
    ),
    (
        r"^ *(?:case|switch|select|choose|when) (?P<what>X) (?:when|of|is|case)\b",
        later("for each value what holds is listed: `match {what} {{one: 1, two: 2, otherwise: 3}}`"),
    ),
    (
        r"^ *(?:above|below|over|under|past|outside|more|less|higher|lower|anything|results?|off)\b.*"
        r"\b(?:counts?|treated|is|are|as|use|reads?|becomes?)\b",
        later(
            "what lies past the edge of a table is said by `beyond`, of the input whose edge it is: "
            "`beyond {edged} clamp`"
        ),
    ),
    (r"\b(any|all|no) (?P<what>\w+) in [\w.]+$", later("say of which: `any x in {list} where …`")),
    (
        r"\bint (?P<low>\d+)\.\.(?P<high>\d+) = ?\d+,\d+",
        later("a whole number from {low} to {high} stands here, and a comma makes two of it: write one"),
    ),
    (r"\bif .+ then .+$", later("say what holds otherwise: `if … then … else …`")),
    (r"\bexpect\b|\bassert\b", later("an example's line says what holds, and nothing before it: `{define}(3) is 4`")),
    (
        r"^ *(?:except|but not|apart from|other than|save)\b(?: for| of)?:? (?:the )?"
        r"(?!when\b|if\b|the\b)(?P<name>[a-z]\w*)",
        later("an exception has a name, and says when it holds: `exception {name} when …`"),
        "rule define exception",
    ),
    (
        r"^(?:.*[^\s@])? +(?P<section>@\S+) *$",
        later("a line of an example cites no section, its first line does: leave out `{section}`"),
        "example",
    ),
    (r"^ *\d+ \w+$", later("count the rounds in a `state`, and write `repeat until` it is as many"), "sequence"),
    (
        r"^ *(?P<edge>beyond \w+(?: (?:above|below))?) ",
        later(
            "what lies past the edge has the result at the edge, `{edge} clamp`, or is not asked for, "
            "`{edge} forbidden`"
        ),
        "table",
    ),
    (r"^ *hit \w+", later("write `hit unique`, `hit first`, `hit sum` or `hit all`")),
    (
        r"^(?:rule|exception) \w+ .*\bover @?[\d\"]",
        later("behind `over` stand the names of rules, not their sections: `over another_rule`"),
    ),
    (
        r"\bunder\b",
        later("`under` stands behind the name of a rule or an exception: `rule a_name under {variant} {section}`"),
    ),
    (
        r"^ *([a-z]\w*) ([a-z]\w*)( when| unless|$)",
        later("say what is said of it: `x may …`, `x must …` or `x must not …`"),
        "rule",
    ),
    (
        r"^(?:define|table|modifiers|action|path|choice|state|given|event|change) \w+"
        r"\((?:[^()]*, )?(?P<type>[A-Z]\w*)[,)]",
        later("each of them has a name and a type: `({letter}: {type})`"),
    ),
    (
        r"^(?:define|table|modifiers|action|path|choice|state|given|event|change) \w+\((?P<first>\w+)(?:, \w+)*\)",
        later("each of them has a type: `({typed})`"),
    ),
    (
        r"^(?P<kind>[a-z]+) \"(?P<text>[^\"]+)\"",
        later("a name is one word and stands without quotation marks: `{kind} {joined}`"),
    ),
    (
        r"\b(?:must not|must|may only|may) \w+ .*(?P<section>@[\w.]+) *$",
        later("a statement has no section: write `{section}` in the first line, before what stands below it"),
    ),
    (
        r"^ *(?P<who>[\w.]+) must (?P<action>\w+(?:\([^()]*\))?),? "
        r"(?!when\b|unless\b|where\b|by\b|at\b|or\b)(?:[a-z]+ ){1,3}where possible\b",
        later(
            "what is done before anything else is done `at once`: `{who} must {action} at once where possible`; or say "
            "by when: `by the end of {phase}`"
        ),
        "rule",
    ),
    (
        r"^ *(?P<who>\w+) (?P<how>must not|must|may only|may) (?P<action>(?!not\b|only\b)\w+) "
        r"(?!when\b|unless\b|where\b|by\b|at\b|or\b)",
        NAMED_ALONE,
    ),
    (r"^ *otherwise +[^| ]", later("a row of a table stands between `|`: `| otherwise | - | 1 |`"), "table"),
    (
        r"^ *(?:each|every|all)\b",
        later("say who, in their order, and below it what they do: `for x in {players}`"),
        "sequence phase",
    ),
    (r"\bbecause:? *$", later('below it stands why, as a text in quotation marks: `en "…"`'), "erratum accept"),
    (
        r"^define (?P<head>\w+(?:\([^()]*\))?) *(?:@|$)",
        later("a definition says what it answers: `define {head} -> bool`, or behind `->` another type"),
    ),
    (
        r"^table (?P<head>\w+\([^()]*\)) *(?:@|$)",
        later("a table says what comes out of it, by its type: `table {head} -> int 0..9`"),
    ),
    (r"^table (?P<name>\w+) ", later("a table says what it is asked with: `table {name}({typed}) -> int 0..9`")),
    (
        r"^also after (?P<name>\w+) ",
        later("in brackets behind it stands what it is done to: `also after {name}({inputs})`"),
    ),
    (r"^change (?P<change>\w+) ", later("it says what it is about in brackets: `{change}({whom}: {side})`")),
    (
        r"^path (?P<head>\w+(?:\([^()]*\))?).*$",
        later("say over which neighbours it goes: `path {head} over {neighbours}`"),
    ),
    (
        r"\bafter (?P<name>[a-z]\w*) *$",
        later("what is done before has brackets: `after {name}({inputs})`"),
        "rule action define choice phase sequence",
    ),
    (r"^ *do (?P<name>\w+) ", later("what is done has brackets: `do {name}({inputs})`")),
    (r"^ *play .*rolling (?P<name>[a-z]\w*)$", later("say which die shows what: `rolling {name} is 5`")),
)


def _hints(rows: tuple[tuple[str, ...], ...]) -> tuple[Hint, ...]:
    found = compiled(tuple((pattern, told) for pattern, told, *_ in rows))
    return tuple(
        Hint(pattern, told, frozenset(" ".join(kinds).split()))
        for (pattern, told), (_, _, *kinds) in zip(found, rows, strict=True)
    )


SURE = _hints(_SURE)
HINTS = _hints(_HINTS)
