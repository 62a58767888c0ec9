"""What stands on the wrong line: a body in the first line, cases one below the other, a line that belongs elsewhere.

What is put right here is more than one line, so it is told in words of its own, not as one line in place of another.
Each is tried by reading on, as the proposals for one line are (`repairs.py`).
"""

from __future__ import annotations

import re
from dataclasses import replace

from regola_dsl.declarations import KINDS
from regola_dsl.diagnostics import Diagnostic, in_a_row
from regola_dsl.meant.game import without_texts
from regola_dsl.meant.instead import ARTICLES
from regola_dsl.meant.keeps import keeps
from regola_dsl.meant.models import BELOW, first_line
from regola_dsl.meant.repairs import repair
from regola_dsl.meant.stuck import A_WORD, LONGEST, Stuck, begun, indent_of, plain, read_with, reads, reads_alone
from regola_dsl.parsing.loop import Stop, acceptable
from regola_dsl.records import dataclass
from regola_dsl.wording import Said, say

# How many words before the place where reading stops a line may have to be broken.
_BACK = 5
_TWO = 2
# What goes on with a line, and is none of its own.
_GOES_ON = re.compile(
    r"(?:when|unless|until|where|then|else|by|over|under|to|in|on|of|for|from|with|as|won|and|or|not|is|if)\b"
    r"|at\b(?! (?:most|least)\b)|[@|<>*/]|[-+] "
)
_OF_CASES = re.compile(r"if .+ then .+ else ")
_OPEN_WORDS = ARTICLES | frozenset("of in to by on over under from with for and or when unless".split())
_WORDS = re.compile(r"[^\W\d]\w*")
# A list, whatever separates it; and a reason, which is put into quotation marks.
_SEPARATED = re.compile(r"[<>/|;,]| (?:and|or|then) |^because ")
_LOOP = re.compile(r"^(?P<indent> +)for (?P<loop>\w+ in .+?):? *$")
# What stands between a first line and its body elsewhere, and round a body.
_OPENING, _CLOSING = " :={([-", " })];"
_SECTION_LAST = re.compile(r"^(?P<body>.+?) +(?P<section>@[\w./\"-]+(?:, [\w./\"-]+)*)$")
# One case of a value: with its condition before it, or behind it; and the value of all others.
_FIRST_THE_CASE = re.compile(
    r"^(?:(?:else|otherwise|or|and),? )?(?:if|when|elif|elsif|elseif|in case|case|where) (?P<cond>.+?)"
    r"(?:,? then\b:?|:|,| ->| =>) *(?P<value>.+)$"
)
_CASE_BEHIND = re.compile(r"^(?P<value>[^|@]+?),? (?:if|when|where|in case|as long as) (?P<cond>.+)$")
_OTHERS = re.compile(
    r"^(?:(?:else|otherwise|default|in all other cases|in any other case|all others)(?:,|:| then)* (?P<value>[^|]+)"
    r"|(?P<before>[^|]+?),? (?:otherwise|else|by default|in all other cases|in any other case))$"
)
_OF_A_VALUE = re.compile(r"^[\w\"-]+(?: or [\w\"-]+)* ?(?::|->|=>) ?[^ ]")
_ARROW = re.compile(r" ?(?::|->|=>) ?")
_OF_VALUES = frozenset({"define", "exception"})
# What begins a line that is no value.
_NO_VALUE = re.compile(r"^(?:let|exception|then exception|effect|[a-z]{2,3} +\")\b|^[|@]")
# Declarations that cannot stand without their model's own words: nothing is told to belong there.
_MODELS = tuple(kind for kind in KINDS if kind in BELOW)
# How many kinds of declaration are told where a line may stand below several.
_TOLD = 3


@dataclass(frozen=True, slots=True)
class Laid:
    """What is told of a place: how the lines have to stand, where it is, and what is wrong if that is not said else."""

    line: int
    column: int
    end_column: int
    told: str
    met: str = ""
    wrong: str = ""


def on_the_wrong_line(stuck: Stuck) -> Laid | None:
    """How the lines have to stand, if that is what is wrong; tried before other words are."""
    if stuck.kind not in BELOW or len(stuck.text) > LONGEST * 3 or len(stuck.lines) > LONGEST:
        return None
    return _cases(stuck) or _as_match(stuck) or _loop_above(stuck) or (None if _has_body(stuck) else _two_lines(stuck))


def too_long(stuck: Stuck) -> Laid | None:
    """How a line is broken in two that has a body already, where nothing else is known of it."""
    return _two_lines(stuck) if stuck.kind in BELOW and len(stuck.text) <= LONGEST * 3 and _has_body(stuck) else None


def _has_body(stuck: Stuck) -> bool:
    return indent_of(stuck.following) > indent_of(stuck.text)


def belongs_elsewhere(stuck: Stuck) -> Said | None:
    """Below what declaration a line stands, if not below this one, or below any; where nothing else is known of it."""
    if stuck.start != "start" or len(stuck.text) > LONGEST:
        return None
    first = stuck.line == stuck.lines[0][0]
    met = plain(stuck.text).partition(" ")[0]
    if first and (kinds := _as_other_kind(stuck)):
        return say(
            "write {kinds} in place of `{met}`: `{line}`",
            kinds=_or(kinds),
            met=met,
            line=kinds[0] + plain(stuck.text)[len(met) :],
        )
    word = begun(plain(stuck.text))
    if not first and word and word in BELOW.get(stuck.kind, ()):
        return None
    kinds = [
        kind
        for kind in _MODELS
        if kind != stuck.kind
        and (first or kind == "rule" or (word and word in BELOW[kind]))
        and _stands_below(stuck, kind)
    ]
    if not kinds:
        return None
    if first:
        return say("such a line stands below {kinds}, indented", kinds=_or(kinds))
    return say("such a line stands below {kinds}, not below {kind}", kinds=_or(kinds), kind=f"`{stuck.kind}`")


def _or(kinds: list[str]) -> str:
    return in_a_row([f"`{kind}`" for kind in kinds[:_TOLD]], "or")


def _as_other_kind(stuck: Stuck) -> list[str]:
    """The words that a declaration may begin with in place of its first, so that all of it can be read."""
    found = re.match(r"[^\W\d]\w*(?= +[^\W\d@])", stuck.text)
    if found is None or len(stuck.lines) < _TWO or found[0] in KINDS:
        return []
    return [kind for kind in KINDS if reads(_with(stuck, {stuck.line: kind + stuck.text[found.end() :]}))]


def _stands_below(stuck: Stuck, kind: str) -> bool:
    """Whether a line, with what is indented below it, can stand below the first line of a kind of declaration."""
    indent = indent_of(stuck.text)
    own = [text for number, text in stuck.lines if number >= stuck.line]
    below = [own[0]]
    for text in own[1:]:
        if indent_of(text) <= indent:
            break
        below.append(text)
    head = first_line(kind, "name", "@1")
    lines = [head, *("  " + text[indent:] for text in below)]
    return reads_alone(lines)


def _loop_above(stuck: Stuck) -> Laid | None:
    """A loop over things in the form of one over players, and in it what becomes of each thing."""
    indent = indent_of(stuck.text)
    above = [(number, text) for number, text in stuck.lines if number < stuck.line and indent_of(text) < indent]
    found = _LOOP.match(above[-1][1]) if above and indent else None
    if found is None:
        return None
    number, text = above[-1]
    head = f"{found['indent']}effect each {found['loop']}"
    if not reads(_with(stuck, {number: head})):
        return None
    told = say("what becomes of several things is an effect of each: `{head}`", head=head.strip())
    return Laid(number, len(found["indent"]) + 1, len(text) + 1, told, plain(text))


# --- a line that is two ------------------------------------------------------------------


def _two_lines(stuck: Stuck) -> Laid | None:
    """A line that says what stands below it, too: broken in two, and both can be read."""
    text = plain(stuck.text)
    indent = indent_of(stuck.text)
    if text.startswith(("|", "+", "-", '"', "@")) or (indent and not _opens(text)):
        return None
    text = " " * indent + text
    # Behind a mark that parts them the second line begins with the word after it.
    at = stuck.column + len(stuck.met) + (_TWO if stuck.met in {":", ","} else 0)
    at = min(max(stuck.end_column, at), len(text) + 1)
    starts = [word.start() for word in A_WORD.finditer(text) if indent < word.start() < at]
    for start in starts[-_BACK:]:
        found = _broken(stuck, text, start)
        if found is not None:
            return found
    return None


def _opens(text: str) -> bool:
    """Whether a line below a declaration opens something of its own."""
    return re.match(r"(?:then )?(?:exception|phase|for|repeat|failing|effect each)\b", text) is not None


def _goes_on(body: str) -> bool:
    """Whether the second half of a line goes on with the first; a value for each case does not."""
    return _GOES_ON.match(body) is not None and _OF_CASES.match(body) is None


def _said_below(stuck: Stuck, head: str, body: str) -> Laid | None:
    """A line that says once more what stands on the lines below it."""
    below = {
        word for number, text in stuck.lines if number > stuck.line for word in _WORDS.findall(without_texts(text))
    }
    said = {*_WORDS.findall(body)}
    if not said or not said <= below or not reads(_with(stuck, {stuck.line: head})):
        return None
    told = say("leave out what stands below already: `{head}`", head=head.strip())
    at = stuck.text.find(body) + 1
    return Laid(stuck.line, at, at + len(body), told, body) if at else None


# What a comparison goes on behind.
_COMPARES = frozenset("> < >= <= is = == != + - * /".split())


def _broken(stuck: Stuck, text: str, start: int) -> Laid | None:
    """A line broken at a place, if both of its halves can be read then."""
    head, body = text[:start], text[start:].strip()
    of_each = text.lstrip().startswith("effect each ")
    if (last := _SECTION_LAST.match(body)) and "@" not in head and not of_each:
        head, body = f"{head.rstrip(_OPENING)} {last['section']}", last["body"]
    opening, closing = (_OPENING, _CLOSING) if not indent_of(text) else (" :,", " ") if of_each else (" :", " ")
    head, body = head.rstrip(opening), body.strip(closing + opening)
    body = body.removeprefix("effect ") if of_each else body
    words = head.split()
    if len(words) < _TWO or not body or _goes_on(body) or {words[-1], words[1].lower()} & _OPEN_WORDS:
        return None
    if words[-1] in _COMPARES:
        return None
    if any(head.count(one) != head.count(other) for one, other in ("()", "[]", "{}")) or head.count('"') % 2:
        return None
    if (again := _said_below(stuck, head, body)) is not None:
        return again
    deeper = indent_of(stuck.following) if indent_of(stuck.following) > indent_of(head) else indent_of(head) + 2
    made = _with(stuck, {stuck.line: head}, {stuck.line: " " * deeper + body})
    if not reads(made):
        below = _stopped(made)
        if (
            indent_of(head)
            or not _SEPARATED.search(body)
            or below is None
            or below.line != made.line + 1
            or (found := repair(below)) is None
        ):
            return None
        if found.line != below.line or not reads(_with(below, {below.line: found.text})):
            return None
        body = plain(found.text)
    if not keeps(text, f"{head} {body}", stuck.others, stuck.known):
        return None
    return Laid(
        stuck.line,
        start + 1,
        len(text) + 1,
        say(
            "what belongs to it stands on a line of its own, indented: `{head}`, and below it `{body}`",
            head=head.strip(),
            body=body,
        ),
        text[start:].strip(),
    )


# --- cases of a value --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Case:
    """A line that is a value: when it holds; without a condition the value itself, in all other cases `others`."""

    line: int
    value: str
    condition: str = ""
    others: bool = False


def _cases(stuck: Stuck) -> Laid | None:
    """Values with their conditions one below the other, as one value or as exceptions."""
    if stuck.kind not in _OF_VALUES:
        return None
    run = _run(stuck)
    if not any(case.condition for case in run) or stuck.line > run[-1].line:
        return None
    if run[0].condition:
        return _as_one(stuck, run) if len(run) > 1 or not run[0].others else None
    return _as_exception(stuck, run)


def _run(stuck: Stuck) -> list[_Case]:
    """The lines at the same depth, around the place, that are values."""
    indent = indent_of(stuck.text) if stuck.text.strip() else 0
    if not indent:
        return []
    run: list[_Case] = []
    for number, text in stuck.lines[1:]:
        said = plain(text)
        if indent_of(text) != indent or _NO_VALUE.match(said):
            if number > stuck.line:
                break
            if indent_of(text) < indent:
                run = []
            continue
        if run and run[-1].others:
            break
        run.append(_case(number, said))
    return run if any(case.line <= stuck.line for case in run) else []


def _case(number: int, said: str) -> _Case:
    if found := _OTHERS.match(said):
        return _Case(number, (found["value"] or found["before"]).strip(), others=True)
    if found := _FIRST_THE_CASE.match(said):
        return _Case(number, found["value"].strip(" ;."), found["cond"].strip(" ()"))
    if not said.startswith("if ") and (found := _CASE_BEHIND.match(said)):
        return _Case(number, found["value"].strip(), found["cond"].strip(" ;."))
    return _Case(number, said)


def _as_one(stuck: Stuck, run: list[_Case]) -> Laid | None:
    """Cases that make one value: `if … then … else if … then … else …`."""
    cases = [case for case in run if case.condition]
    rest = next((case for case in run if not case.condition), None)
    chain = " else ".join(f"if {case.condition} then {case.value}" for case in cases)
    value = f"{chain} else {rest.value if rest else cases[-1].value}"
    gone = {case.line for case in run[1:]}
    indent = " " * indent_of(stuck.text)
    made = tuple(
        (number, indent + value if number == run[0].line else text)
        for number, text in stuck.lines
        if number not in gone
    )
    if not reads(replace(stuck, lines=made, line=run[0].line)):
        return None
    if len(run) == 1 and rest is None:
        told = say("say what holds otherwise: `{value}`", value=f"{chain} else …")
    elif rest is None:
        told = say("the cases are one value, with what holds otherwise at its end: `{value}`", value=f"{chain} else …")
    else:
        told = say("the cases are one value: `{value}`", value=value)
    return Laid(run[0].line, len(indent) + 1, len(_text_of(stuck, run[0].line)) + 1, told)


def _as_match(stuck: Stuck) -> Laid | None:
    """Values with what they come to one below the other: `plain: 0`, `hill or marsh: 2`."""
    if stuck.kind not in _OF_VALUES or not (indent := indent_of(stuck.text)):
        return None
    run = [(number, plain(text)) for number, text in stuck.lines[1:] if indent_of(text) == indent]
    run = [(number, text) for number, text in run if _OF_A_VALUE.match(text)]
    if len(run) < _TWO or not any(number == stuck.line for number, _ in run):
        return None
    cases = ", ".join(_ARROW.sub(": ", text, count=1) for _, text in run)
    asked = re.search(r"\(([a-z]\w*)", stuck.lines[0][1])
    value = f"match {asked[1] if asked else 'x'} {{{cases}}}"
    gone = {number for number, _ in run[1:]}
    made = tuple(
        (number, " " * indent + value if number == run[0][0] else text)
        for number, text in stuck.lines
        if number not in gone
    )
    if not reads(replace(stuck, lines=made, line=run[0][0])):
        return None
    told = say("the cases are one value: `{value}`", value=value)
    return Laid(run[0][0], indent + 1, len(_text_of(stuck, run[0][0])) + 1, told)


def _as_exception(stuck: Stuck, run: list[_Case]) -> Laid | None:
    """A case below the value that holds otherwise: an exception, with its value below it."""
    case = next(case for case in run if case.condition)
    indent = " " * indent_of(stuck.text)
    name = "_".join(re.findall(r"[^\W\d]\w*", case.condition)[:3]) or "case"
    section = next(iter(re.findall(r"@[\w./\"-]+", case.condition)), "")
    condition = case.condition.replace(section, "").strip() if section else case.condition
    head = f"exception {name} {section} when {condition}".replace("  ", " ")
    made = _with(stuck, {case.line: indent + head}, {case.line: f"{indent}  {case.value}"})
    stopped = _stopped(made)
    if stopped is not None and stopped.line <= 1 + next(n for n, (at, _) in enumerate(stuck.lines) if at == case.line):
        return None
    text = _text_of(stuck, case.line)
    told = say(
        "a value for one case alone is an exception: `{head}`, and below it, indented, `{value}`",
        head=head,
        value=case.value,
    )
    return Laid(case.line, len(indent) + 1, len(text) + 1, told, plain(text))


# --- lines -------------------------------------------------------------------------------


def _text_of(stuck: Stuck, line: int) -> str:
    return next((text for number, text in stuck.lines if number == line), "").rstrip()


def _with(stuck: Stuck, instead: dict[int, str], below: dict[int, str] | None = None) -> Stuck:
    """The declaration with other lines in place of some, and more lines below some, numbered anew."""
    texts: list[str] = []
    at = 0
    for number, text in stuck.lines:
        at = len(texts) if number == stuck.line else at
        texts.append(instead.get(number, text))
        if below and number in below:
            texts.append(below[number])
    return replace(stuck, lines=tuple(enumerate(texts)), line=at)


def _stopped(stuck: Stuck) -> Stuck | None:
    """A declaration where reading it stops; None where it does not, or only at its end."""
    queue, made = read_with(stuck, stuck.text)
    if isinstance(made, Diagnostic):
        return replace(stuck, line=made.span.line, column=made.span.column, end_column=made.span.column + 1)
    if not isinstance(made, Stop) or made.place >= len(queue):
        return None
    raw = queue[made.place]
    return replace(
        stuck,
        line=raw.line,
        column=raw.column,
        end_column=max(raw.end_column, raw.column + 1),
        accepted=tuple(acceptable(made.states)),
    )
