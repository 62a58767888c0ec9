"""The page on which a game is played: one HTML file that needs nothing beside it, neither a network nor a server.

The rules play by the JavaScript module of the game, which stands in the page with what things are called; `board.js` is
the table. As on the page of the reference, a content security policy allows the style and the script of the page by
their hashes, and nothing else; what a game says reaches the page as text alone.
"""

from __future__ import annotations

from markupsafe import Markup
from regola_dsl.wording import primary_subtag

from regola_compiler.emit.board.squares import square_of
from regola_compiler.emit.board.words import WORDS
from regola_compiler.emit.javascript.inline import Json, inline_module, literal, script_safe
from regola_compiler.emit.javascript.playing import AT
from regola_compiler.emit.reference.html import ReferenceInput, asset, environment_of, policy
from regola_compiler.emit.reference.page import Page
from regola_compiler.emit.reference.page_texts import guard_words, parameter_texts, scenario_texts, text_of, type_texts
from regola_compiler.emit.reference.sections import is_shown, parts_of
from regola_compiler.emit.text.languages import Shown
from regola_compiler.ir.played import is_played
from regola_compiler.ir.tree import Action, Fact, Ir, PieceType
from regola_compiler.ir.types import HandleType, IntType, Type, UnionType


def can_be_played(ir: Ir) -> bool:
    """Whether a game has anything to play: phases, and something to do in them."""
    return is_played(ir) and any(isinstance(one, Action) for one in ir.functions)


def board(compiled: ReferenceInput) -> str:
    """The page of a game.

    Args:
        compiled: A game without errors, of which `can_be_played` holds.

    Raises:
        TooLargeError: A number of the rules is none that JavaScript can hold.
    """
    page = Page(compiled.published, compiled.outcomes)
    environment = environment_of("regola_compiler.emit.board")
    style = asset(environment, "board.css")
    code = f"{inline_module(page.ir)}\nconst $BOARD = {literal(_data(page))};\n{asset(environment, 'board.js')}"
    script = script_safe(code)
    return environment.get_template("board.html.j2").render(
        tag=page.languages.tags[0],
        titles=list(dict.fromkeys(shown.text for shown in page.title)),
        words=_words(page, 0),
        style=Markup(style),  # noqa: S704  # our own file
        script=Markup(script),  # noqa: S704  # strings are escaped where they are written
        policy=policy(style, script),
    )


def _data(page: Page) -> Json:
    tags = page.languages.tags
    return {
        "tags": list(tags),
        "languages": [page.languages.own_name(str(place)) for place in range(len(tags))],
        "title": text_of(page, page.title),
        "words": [dict(_words(page, place)) for place in range(len(tags))],
        "types": type_texts(page),
        "kinds": {one.name: text_of(page, page.heading(one.texts, one.name)) for one in page.ir.types if one.texts},
        "parameters": parameter_texts(page),
        "rules": _rules(page),
        "guards": guard_words(page, but={"requires", "among"}),
        "facts": [one.name for one in page.declarations.values() if isinstance(one, Fact) and is_shown(one)],
        "phases": _phases(page),
        "scenarios": scenario_texts(page),
        "pieces": [_piece(page.ir, one) for one in page.ir.pieces],
        "counted": [one.name for one in page.declarations.values() if isinstance(one, Fact) and _is_counted(one)],
    }


def _piece(ir: Ir, piece: PieceType) -> list[Json]:
    """A type of pieces: whether it is one of places, and where one stands, on a place or else on a square."""
    place = stands_by(ir, piece)
    square = None if _places_of(ir, piece) or piece.piece == "place" else square_of(ir, piece)
    return [piece.name, piece.piece == "place", place, None if square is None else list(square)]


def stands_by(ir: Ir, piece: PieceType) -> str | None:
    """The fact that says on which place a piece stands: its `at`, or else the only one of its facts that is a place."""
    found = _places_of(ir, piece)
    own = f"{piece.name}.{AT}"
    return own if own in found else found[0] if len(found) == 1 else None


def _places_of(ir: Ir, piece: PieceType) -> list[str]:
    """The facts of a piece that play changes and that are a place."""
    places = {one.name for one in ir.pieces if one.piece == "place"}
    return [one.name for one in ir.facts if one.name in piece.states and _kinds_of(one.result) & places]


def _kinds_of(type_: Type) -> set[str]:
    """The types of pieces and places that a value of a type may be of."""
    options = type_.options if isinstance(type_, UnionType) else (type_,)
    return {one.name for one in options if isinstance(one, HandleType)}


def _is_counted(fact: Fact) -> bool:
    """Whether what a fact is at first is shown: a number that play changes and nobody hides, as a place on a track."""
    return fact.kind == "state" and isinstance(fact.result, IntType) and fact.secret is None and not fact.shows


def _words(page: Page, place: int) -> dict[str, str]:
    tag = primary_subtag(page.languages.tags[place])
    return WORDS.get(tag, WORDS["en"])


def _rules(page: Page) -> dict[str, Json]:
    """What rules, their parts and facts are called, by the names that reasons have."""
    found: dict[str, Json] = {}
    for rule in page.declarations.values():
        within = isinstance(rule, Fact) and (rule.owner or rule.kind == "rolled")
        own = rule.name.rpartition(".")[2] if within else rule.name
        found[rule.name] = text_of(page, page.heading(rule.texts, own.replace("_", " ")))
        for path, part in parts_of(rule):
            title: tuple[Shown, ...] = page.heading(part.texts, part.name.replace("_", " "))
            found[path] = text_of(page, title)
    return found


def _phases(page: Page) -> dict[str, Json]:
    """What phases are called; of two of one name the first."""
    found: dict[str, Json] = {}
    for outline in page.ir.outlines:
        for phase in outline.walk():
            if phase.name:
                found.setdefault(phase.name, text_of(page, page.heading(phase.texts, phase.name.replace("_", " "))))
    return found
