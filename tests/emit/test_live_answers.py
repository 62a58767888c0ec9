"""Live answers on the page of a reference: what a form says is what the interpreter answers."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from regola_compiler.driver import Compiled
from regola_compiler.emit.javascript.inline import inline_module, literal, script_safe
from regola_compiler.emit.reference.html import reference
from regola_compiler.emit.reference.live import PROBLEMS
from regola_compiler.emit.reference.sections import slug
from regola_compiler.emit.text.labels import WORDS
from regola_compiler.evaluate.protocol import Position
from regola_compiler.model.program import Action, Definition, Modifiers, Program, Rule, Table
from regola_compiler.model.types import BoolType, DiceType, EnumType, Handle, HandleType, IntType, Member, Type, Value
from regola_compiler.play.rules import Playing
from regola_runtime import errors
from support.browser import Browser
from support.checkers import axe
from support.effort import some_games
from support.games import reference_of, understood
from support.html_tree import read
from support.node import NODE, Question, asked
from support.paths import GAME_NAMES
from support.reference_games import LANTERNS, compiled, hostile

PLAIN = (BoolType, IntType, EnumType)
# Answers in English, each reader for itself: what a node says in the language that is shown.
READING = """
const seen = (node) => {
  const copy = node.cloneNode(true), mode = document.documentElement.dataset.show;
  for (const one of copy.querySelectorAll("[data-in]")) if (!one.dataset.in.split(" ").includes(mode)) one.remove();
  return copy.textContent.replace(/\\s+/g, " ").trim();
};
const opened = (id) => {
  const box = document.getElementById(id).querySelector("details.live");
  if (!box.open) { box.open = true; box.dispatchEvent(new Event("toggle")); }
  return box.querySelector("form");
};
const answered = (form) => ({
  answer: seen(form.querySelector(".answer")),
  odds: [...form.querySelectorAll(".odds tr")].map((row) => [seen(row.cells[0]), seen(row.cells[1])]),
  because: [...form.querySelectorAll(".why a[href^='#r-']")].map((link) => link.hash.slice(1)),
  // What is told in a group of fields has no name of its own.
  groups: form.querySelectorAll("fieldset fieldset, fieldset .either").length,
  fields: [...form.elements].filter((one) => one.name).map((one) => [one.name, one.type === "checkbox" ? one.checked : one.value]),
});
const set = (control, value) => {
  if (control.type === "checkbox") control.checked = value;
  else control.value = value;
  control.dispatchEvent(new Event("input", { bubbles: true }));
};
"""
# Fill forms, and read each: what the position is asked is given one of its values by chance, too, as it comes up.
ASKING = (
    "(questions) => {"
    + READING
    + """
  document.querySelector('input[name=language][value="1"]').click();
  return questions.map(([id, inputs, chances]) => {
    const form = opened(id);
    const scenario = [...form.querySelectorAll("select")].find((one) => !one.name);
    if (scenario && scenario.value !== "") set(scenario, "");
    for (const [name, value] of inputs) set(form.elements.namedItem(name), value);
    const touched = new Set(inputs.map(([name]) => name));
    for (const chance of chances) {
      const next = [...form.elements].find((one) => one.name && !touched.has(one.name));
      if (!next) break;
      touched.add(next.name);
      if (next.type === "checkbox") set(next, chance < 0.5);
      else if (next.tagName === "SELECT") set(next, next.options[Math.floor(chance * next.options.length)].value);
    }
    return answered(form);
  });
}"""
)


@pytest.fixture
def page(browser: Browser, tmp_path: Path) -> Any:
    def opened(name: str) -> Browser:
        file = tmp_path / "reference.html"
        file.write_text(reference_of(name), "utf-8")
        browser.open(file)
        return browser

    return opened


def offered(program: Program) -> list[Rule]:
    """The rules of plain inputs."""
    return [
        item
        for item in program.callables.values()
        if isinstance(item, Table | Definition | Modifiers | Action)
        and all(isinstance(one.type, (*PLAIN, DiceType)) for one in item.parameters)
        and isinstance(item.result, (*PLAIN, DiceType))
    ]


def drawn(type_: Type, random: Random) -> Value:
    match type_:
        case BoolType():
            return random.random() < 0.5
        case EnumType():
            return Member(type_.name, random.randrange(len(type_.members)))
        case DiceType():
            return random.choice([face for face, _ in type_.outcomes()])
        case IntType():
            low, high = type_.low if type_.low is not None else -2, type_.high if type_.high is not None else 9
            return random.randint(low, high)
        case _:
            raise AssertionError(type_)


def entered(value: Value) -> Any:
    """A value as it is put into a field."""
    return value.index if isinstance(value, Member) else value


def meant(text: Any, type_: Type) -> Value:
    """What a field of the position says."""
    if isinstance(type_, BoolType):
        return text in (True, "true")
    if isinstance(type_, EnumType):
        return Member(type_.name, int(text))
    if isinstance(type_, HandleType):
        return Handle(type_.name, text)
    return int(text)


def said(compiled: Compiled, item: Rule, answer: dict[str, Any]) -> str:
    """What the page should say of an answer of the interpreter, in English."""
    words = WORDS["en"]
    if "error" in answer:
        kinds = [kind.__name__ for kind in getattr(errors, answer["error"]).__mro__]
        return words[next(PROBLEMS[kind] for kind in kinds if kind in PROBLEMS)]
    value = answer["value"]
    if isinstance(value, bool):
        return words["yes" if value else "no"]
    if isinstance(value, int):
        return str(value).replace("-", "\u2212")
    if isinstance(item, Action):
        return words[f"live_{value}"]
    info = next(one for one in compiled.ir.types if one.name == getattr(item.result, "name", ""))
    member = next((one for one in getattr(info, "members", ()) if one.label == value), None)
    text = None if member is None else member.texts.get("en")
    if member is None or text is None:
        return str(value).replace("_", " ")
    return f"{value}: {text}" if member.printed else str(text)


@pytest.mark.parametrize("name", some_games(GAME_NAMES))
def test_a_form_says_what_the_interpreter_answers(name: str, page: Any) -> None:
    """Random inputs of every rule of plain inputs; what the position is asked is told the interpreter as the form has it."""
    compiled, random = understood(name), Random(7)
    program = compiled.program
    every = offered(program)
    items = random.sample(every, min(len(every), 40))
    questions = [(item, [drawn(one.type, random) for one in item.parameters]) for item in items]
    asking = [
        [
            f"r-{slug(item.name)}",
            [[one.name, entered(value)] for one, value in zip(item.parameters, values, strict=True)],
            [random.random() for _ in range(6)],
        ]
        for item, values in questions
    ]
    browser = page(name)
    found = browser.value(f"({ASKING})({json.dumps(asking)})")
    assert browser.wrong == []
    held = 0
    for (item, values), told in zip(questions, found, strict=True):
        position: Position = {}
        own = {one.name for one in item.parameters}
        if told["groups"]:
            continue
        for field, text in told["fields"]:
            if field in own:
                continue
            # What is counted has brackets in its own name: `done move(_, x) in turn`.
            fact = max((name for name in program.callables if f"{field}(".startswith(f"{name}(")), key=len)
            known, given = program.callables[fact], field.removeprefix(fact).removeprefix("(")
            kinds = [one.type for one in known.parameters]
            parts = given.removesuffix(")").split(", ") if given else []
            if len(parts) != len(kinds):
                break
            arguments = tuple(
                Member(kind.name, kind.members.index(part)) if isinstance(kind, EnumType) else meant(part, kind)
                for part, kind in zip(parts, kinds, strict=True)
            )
            if isinstance(known.result, DiceType) and text == "":
                break
            position[fact, arguments] = meant(text, known.result)
        else:
            answer = asked(program, Question(item, values, position))
            if answer is None or told["answer"] in {WORDS["en"][f"live_{key}_position"] for key in ("whole", "choose")}:
                continue
            assert told["answer"].removeprefix("Answer: ") == said(compiled, item, answer), (item.name, told)
            # Every reason that is linked had a say; of an error there are none.
            reasons = {slug(part) for part, _ in answer.get("because", []) for part in (part, f"{item.name}.{part}")}
            linked = {one.removeprefix("r-") for one in told["because"]}
            assert all(one in reasons or " over " in str(answer) or ":" in str(answer) for one in linked), told
            held += 1
    assert held > 0.65 * len(questions) > 9


# In the position of the scenario that a form begins with: choose by chance, and read what was chosen.
CHOOSING = (
    "(questions) => {"
    + READING
    + """
  document.querySelector('input[name=language][value="1"]').click();
  return questions.map(([id, chances]) => {
    const form = opened(id), scenario = [...form.querySelectorAll("select")].find((one) => !one.name);
    if (!scenario || scenario.value === "") return null;
    for (const chance of chances) {
      const fields = [...form.elements].filter((one) => one.name && one.tagName === "SELECT" && one.options.length);
      if (!fields.length) break;
      const one = fields[Math.floor(chance * 997) % fields.length];
      set(one, one.options[Math.floor(chance * one.options.length)].value);
    }
    const named = [...form.elements].filter((one) => one.name);
    return { ...answered(form), scenario: scenario.selectedOptions[0].textContent,
      texts: named.map((one) => [one.name, one.tagName === "SELECT" ? one.selectedOptions[0].textContent : one.value]) };
  });
}"""
)


@pytest.mark.parametrize("name", some_games(["lantern_pass", "west_front"]))
def test_in_a_scenario_a_form_answers_for_its_pieces(name: str, page: Any) -> None:
    compiled, random = understood(name), Random(11)
    program = compiled.program
    kinds = (*PLAIN, HandleType)
    items = [
        item
        for item in program.callables.values()
        if isinstance(item, Definition | Action)
        and any(isinstance(one.type, HandleType) and one.type.name in program.pieces for one in item.parameters)
        and all(isinstance(one.type, kinds) for one in item.parameters)
        and isinstance(item.result, PLAIN)
    ]
    asking = [[f"r-{slug(item.name)}", [random.random() for _ in range(6)]] for item in items]
    browser = page(name)
    found = browser.value(f"({CHOOSING})({json.dumps(asking)})")
    assert browser.wrong == []
    held = 0
    for item, told in zip(items, found, strict=True):
        if told is None:
            continue
        assert told["answer"] != WORDS["en"]["live_whole_position"], item.name
        scenario = next(one.id for one in compiled.ir.scenarios if one.title.get("en", one.id) == told["scenario"])
        position = dict(Playing(program).start(scenario))
        chosen, texts = dict(told["fields"]), dict(told["texts"])
        own = {one.name for one in item.parameters}
        if told["groups"] or any(
            "(" in field or isinstance(program.callables[field].result, DiceType)
            for field in chosen
            if field not in own
        ):
            continue
        for field in chosen.keys() - own:
            position[field, ()] = meant(chosen[field], program.callables[field].result)
        values = [
            Handle(one.type.name, texts[one.name])
            if isinstance(one.type, HandleType)
            else meant(chosen[one.name], one.type)
            for one in item.parameters
        ]
        answer = asked(program, Question(item, values, position))
        if answer is not None:
            assert told["answer"].removeprefix("Answer: ") == said(compiled, item, answer), (item.name, told)
            held += 1
    assert held > 0.6 * len(items) > 10


@pytest.mark.parametrize("name", some_games(["caucasus", "lantern_pass"]))
def test_open_dice_are_rolled_in_all_ways(name: str, page: Any) -> None:
    compiled, random = understood(name), Random(3)
    program = compiled.program
    rolling = [
        item for item in offered(program) if any(isinstance(one.type, DiceType) for one in item.parameters)
        and not isinstance(item, Action) and isinstance(item, Table)
    ]  # fmt: skip
    questions = [
        (item, [None if isinstance(one.type, DiceType) else drawn(one.type, random) for one in item.parameters])
        for item in rolling
        if not any(isinstance(one.type, DiceType) and one.type.modified for one in item.parameters)
    ]
    asking = [
        [
            f"r-{slug(item.name)}",
            [[p.name, "" if v is None else entered(v)] for p, v in zip(item.parameters, values, strict=True)],
            [],
        ]
        for item, values in questions
    ]
    found = page(name).value(f"({ASKING})({json.dumps(asking)})")
    for (item, values), told in zip(questions, found, strict=True):
        faces = [
            [(v, 1)] if v is not None else list(p.type.outcomes())  # type: ignore[union-attr]
            for p, v in zip(item.parameters, values, strict=True)
        ]
        chances: dict[str, Fraction] = {}
        whole = 0
        for way in product(*faces):
            weight = 1
            for _, part in way:
                weight *= part
            answer = asked(program, Question(item, [value for value, _ in way], {}))
            assert answer is not None
            text = said(compiled, item, answer)
            chances[text] = chances.get(text, Fraction(0)) + weight
            whole += weight
        if len(chances) == 1:
            assert told["answer"] == f"Answer: {next(iter(chances))}"
        else:
            assert {one: Fraction(share) for one, share in told["odds"]} == {
                one: share / whole for one, share in chances.items()
            }, item.name
    assert questions


# --- how it is used ---


def test_a_form_is_used_by_keys_and_lets_go_of_them(page: Any) -> None:
    browser = page("lantern_pass")
    where = "document.activeElement.closest('details.live, article')?.tagName + ' ' + document.activeElement.tagName"
    browser.value("document.querySelector('#r-combat-table summary').focus()")
    browser.press("Enter")
    browser.value("new Promise((go) => setTimeout(go, 50))")
    assert browser.value("document.querySelector('#r-combat-table details.live').open")
    browser.press("Tab")
    assert browser.value(where) == "DETAILS SELECT"
    browser.press("4")  # a select goes to the option that begins so
    assert browser.value("document.activeElement.value") == "4"
    assert browser.value("document.querySelector('#r-combat-table .answer b') !== null")
    assert browser.value(where) == "DETAILS SELECT"
    browser.press("Tab")
    browser.press("Tab")
    for _ in range(20):
        if not browser.value("document.activeElement.closest('details.live') !== null"):
            break
        browser.press("Tab")
    assert browser.value("document.activeElement.closest('#r-combat-table details.live')") is None


def test_every_field_has_a_label_and_the_answer_is_announced(page: Any, tmp_path: Path) -> None:
    browser = page("lantern_pass")
    before = "for (const one of document.querySelectorAll('details.live')) one.open = true; new Promise((go) => setTimeout(go, 200))"
    assert axe(browser, tmp_path / "reference.html", before=before) == []
    browser.call("Emulation.setDeviceMetricsOverride", width=390, height=800, deviceScaleFactor=1, mobile=False)
    browser.open(tmp_path / "reference.html")
    browser.value(before)
    too_wide = "[...document.querySelectorAll('.live > form')].filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.closest('.entry').id)"
    browser.value("for (const one of document.querySelectorAll('.entry')) one.style.contentVisibility = 'visible'")
    assert browser.value(too_wide) == []
    browser.call("Emulation.clearDeviceMetricsOverride")
    unlabelled = "[...document.querySelectorAll('.live :is(input, select)')].filter((one) => ![...one.labels].some((label) => label.textContent.trim())).length"
    assert browser.value(unlabelled) == 0
    assert browser.value("document.querySelectorAll('.live [role=status]').length") > 20
    browser.value("document.querySelector('#r-combat-table summary').focus()")
    browser.press("Tab")
    assert browser.value("document.activeElement.matches('.live :is(select, input)')")
    assert browser.value("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    assert browser.wrong == []


def test_a_search_does_not_find_what_forms_say(page: Any) -> None:
    browser = page("lantern_pass")
    browser.value("for (const one of document.querySelectorAll('details.live')) one.open = true")
    browser.value("new Promise((go) => setTimeout(go, 200))")
    word = WORDS["it"]["live_any_roll"]
    assert browser.value(f"document.body.textContent.includes('{word}')")
    browser.value(
        f"{{ const field = document.getElementById('search'); field.value = '{word}'; field.dispatchEvent(new Event('input')); }}"
    )
    assert browser.value("document.querySelectorAll('.entry:not([hidden])').length") == 0


def test_texts_of_the_page_follow_its_language(page: Any) -> None:
    browser = page("lantern_pass")
    browser.value(f"{{ {READING} opened('r-combat-table'); }}")
    options = "[...document.querySelectorAll('#r-combat-table select')].flatMap((one) => [...one.options]).map((one) => one.textContent).join('|')"
    texts = []
    for mode in ("0", "1", "all"):
        browser.value(f"document.querySelector('input[name=language][value=\"{mode}\"]').click()")
        browser.value("new Promise((go) => setTimeout(go, 20))")
        texts.append(browser.value(options))
    assert WORDS["it"]["live_any_roll"] in texts[0]
    assert WORDS["en"]["live_any_roll"] in texts[1]
    assert WORDS["it"]["live_any_roll"] not in texts[1]
    assert " / " in texts[2]


# --- what a game says stays text ---


def test_hostile_texts_are_no_code_and_forms_answer_all_the_same(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "reference.html"
    file.write_text(reference(hostile())["index.html"], "utf-8")
    browser.open(file)
    browser.value("for (const one of document.querySelectorAll('details.live')) one.open = true")
    browser.value("new Promise((go) => setTimeout(go, 200))")
    assert browser.value("document.querySelectorAll('.live .answer').length") >= 3
    assert browser.value("document.images.length + document.querySelectorAll('main script').length") == 0
    assert browser.wrong == []
    assert [one for one in browser.asked if not one.startswith("file:")] == []


def test_nothing_in_a_module_ends_the_script_that_it_stands_in() -> None:
    texts = ("</script>", "<!--", "<script>", "*/ throw 1; /*", "\u2028", "${x}", "`")
    lines = [f'define d{n}() -> bool @1\n  en "{text}"\n  true\n' for n, text in enumerate(texts)]
    module = inline_module(compiled("".join(lines)).ir)
    assert not re.search(r"</script|<!--|<script", module, re.IGNORECASE)
    assert json.loads(literal(list(texts))) == list(texts)
    assert not re.search("[<\u2028]", literal({text: text for text in texts}))
    with pytest.raises(AssertionError):
        script_safe("let a = b</script>")


@pytest.mark.node
def test_data_keep_a_key_that_means_something_to_javascript() -> None:
    import subprocess

    text = f"console.log(Object.keys({literal({'__proto__': 1, 'a': {'__proto__': 2}})}).join())"
    done = subprocess.run([str(NODE), "-e", text], capture_output=True, text=True, check=True)
    assert done.stdout == "__proto__,a\n"


def test_a_page_of_a_game_with_errors_offers_no_answers() -> None:
    broken = compiled(LANTERNS + "define bad(u: Unit) -> int @1\n  u.atack\n")
    assert len(read(reference(broken)["index.html"]).all("script")) == 1
