"""What is written for terminals and for other programs: text, JSON, SARIF, GitHub annotations.

`tests/data/sarif-2.1.0-rtm.5.json` is the schema of SARIF 2.1.0 as SchemaStore publishes it (Apache licence 2.0),
not changed. What no schema can say is tested beside it.
"""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from signal import SIG_DFL, SIGINT, signal
from threading import Timer
from time import sleep
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree

import pytest
from jsonschema import Draft4Validator, Draft202012Validator
from regola_cli.catalogue import ALL_CODES, page
from regola_compiler.driver import Compiled, compile_game
from regola_compiler.project.yaml_file import schema
from regola_compiler.report import json as report_json
from regola_compiler.report import text as report_text
from regola_compiler.report.ci.github import as_github
from regola_compiler.report.ci.gitlab import as_gitlab
from regola_compiler.report.ci.junit import as_junit, cases_of
from regola_compiler.report.ci.sarif import FINGERPRINT, as_sarif
from regola_crosscheck.run import CODES as DESK_CODES
from regola_dsl.diagnostics import Code, Diagnostic, Label, Severity
from regola_dsl.source import Source, Span
from support import cases
from support.cases import compiled, game_of
from support.command import Run
from support.effort import some
from support.pages import IN_WORDS
from support.paths import DATA

SARIF = Draft4Validator(json.loads((DATA / "sarif-2.1.0-rtm.5.json").read_text("utf-8")))
JSON = Draft202012Validator(schema("diagnostics"))


@cache
def catalogue() -> tuple[Compiled, ...]:
    """Every case of the catalogue in which something is found, or accepted."""
    games = [compiled(case.texts) for case in cases.catalogue().values()]
    return tuple(game for game in games if game.found or game.accepted)


@cache
def logs() -> tuple[tuple[Compiled, dict[str, object]], ...]:
    """Each of them with its SARIF log."""
    return tuple(
        (game, json.loads(as_sarif(game.found, game.sources, game.accepted, page=page))) for game in catalogue()
    )


def test_the_catalogue_shows_every_code() -> None:
    seen = {found.code.slug for game in catalogue() for found in game.found}
    able = {code.slug for code in ALL_CODES} - {code.slug for code in DESK_CODES} - IN_WORDS
    assert able - seen == set(), "codes that no case of the catalogue shows"
    assert any(game.accepted for game in catalogue())


def test_json_fits_its_schema() -> None:
    for game in catalogue():
        told = json.loads(report_json.as_json(game.found, game.accepted, game.limits))
        JSON.validate(told)
        assert len(told["findings"]) == len(game.found)
        assert [item["because"] for item in told["accepted"]] == [item.reason for item in game.accepted]


def test_json_says_all_that_the_text_says() -> None:
    for game in catalogue():
        told = report_json.as_json(game.found)
        strings = set(_strings(json.loads(told)))
        for found in game.found:
            assert {found.message, found.help, found.label, *found.notes} <= strings
            assert {label.text for label in found.related} <= strings


def _strings(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _strings(value)
    elif isinstance(data, list):
        for value in data:
            yield from _strings(value)


def test_sarif_fits_its_schema() -> None:
    for game, log in logs():
        SARIF.validate(log)
        assert len(log["runs"][0]["results"]) == len(game.found) + len(game.accepted)  # type: ignore[index]


def test_a_schema_that_nothing_fits_would_be_noticed() -> None:
    for _, shared in logs():
        log = deepcopy(shared)
        log["runs"][0]["results"][0]["level"] = "terrible"  # type: ignore[index]
        assert not SARIF.is_valid(log)
        return


def test_a_sarif_rule_says_what_the_page_says() -> None:
    for _, log in logs():
        run = log["runs"][0]  # type: ignore[index]
        for result in run["results"]:
            rule = run["tool"]["driver"]["rules"][result["ruleIndex"]]
            assert rule["id"] == result["ruleId"]
            code = next(code for code in ALL_CODES if code.slug == rule["id"])
            assert rule["help"]["markdown"] == page(code)
            assert rule["fullDescription"]["text"].endswith(".")
            assert rule["defaultConfiguration"]["level"] == code.severity.value


def test_a_sarif_region_is_the_place_in_the_text() -> None:
    """Columns count characters, as `columnKind` says, and an end is behind the last."""
    for game, log in logs():
        run = log["runs"][0]  # type: ignore[index]
        assert run["columnKind"] == "unicodeCodePoints"
        for result in run["results"]:
            for place in [*result["locations"], *result.get("relatedLocations", [])]:
                physical = place["physicalLocation"]
                region = physical["region"]
                lines = game.sources[unquote(physical["artifactLocation"]["uri"])].lines
                assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])
                assert region["endLine"] <= len(lines) + 1
                if region["endLine"] <= len(lines):
                    assert region["endColumn"] <= len(lines[region["endLine"] - 1]) + 2


def test_no_address_leads_nowhere() -> None:
    """Every absolute address in a log is one of the standard's; places are relative to the folder of the command."""
    for _, log in logs():
        run = log["runs"][0]  # type: ignore[index]
        assert urlsplit(str(log["$schema"])).netloc == "docs.oasis-open.org"
        assert not any(".invalid" in text for text in _strings(run))
        for result in run["results"]:
            assert not urlsplit(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]).scheme


def test_what_is_accepted_is_suppressed_with_its_reason() -> None:
    (game, log) = next((game, log) for game, log in logs() if game.accepted)
    results = log["runs"][0]["results"]  # type: ignore[index]
    suppressed = [result for result in results if "suppressions" in result]
    assert [result["suppressions"][0]["justification"] for result in suppressed] == [
        item.reason for item in game.accepted
    ]


def test_fingerprints_are_apart_and_stay_when_lines_are_put_in_above() -> None:
    for game, log in some(logs()):
        marks = _marks(log)
        assert len(set(marks)) == len(marks)
        moved = [Source(source.path, f"# a remark\n\n{source.text}") for source in game.game.sources]
        again = compile_game(game_of([source.text for source in moved]))
        if len(again.found) == len(game.found):  # a file that begins wrong may begin otherwise now
            assert _marks(json.loads(as_sarif(again.found, again.sources, again.accepted, page=page))) == marks


def _marks(log: dict[str, object]) -> list[str]:
    run = log["runs"][0]  # type: ignore[index]
    return [result["partialFingerprints"][FINGERPRINT] for result in run["results"]]


NASTY = Diagnostic(
    Code("R310", "table-gap", "inputs that no row of a table answers"),
    "100% of `a`\r\nare missing",
    Span("a folder/città,1:2.regola", 3, 5, 4, 2),
    "here",
    (Label(Span("", 0, 0, 0, 0), "nowhere"),),
    "add a row",
    ("one case",),
)


def test_a_path_of_any_letters_is_a_uri_and_a_finding_without_a_place_is_told() -> None:
    log = json.loads(as_sarif([NASTY], {}, page=page))
    SARIF.validate(log)
    place = log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "a%20folder/citt%C3%A0%2C1%3A2.regola"
    assert "region" not in log["runs"][0]["results"][0]["relatedLocations"][0]["physicalLocation"]
    JSON.validate(json.loads(report_json.as_json([NASTY])))
    elsewhere = Diagnostic(NASTY.code, "no row", Span("/srv/a b.regola", 1, 1, 1, 2))
    (result,) = json.loads(as_sarif([elsewhere], {}, page=page))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "file:///srv/a%20b.regola"


def test_a_github_annotation_is_one_line_and_nothing_in_it_is_taken_for_a_command() -> None:
    assert as_github([NASTY]) == (
        "::error file=a folder/città%2C1%3A2.regola,line=3,endLine=4,title=table-gap::"
        "100%25 of `a`%0D%0Aare missing%0Aone case%0Ahelp: add a row\n"
    )


def test_a_github_annotation_says_where_it_ends() -> None:
    for game in catalogue():
        lines = as_github(game.found).splitlines()
        for found, line in zip(report_text.ordered(game.found), lines, strict=True):
            assert line.startswith(f"::{found.weight.value} file={found.span.path},line={found.span.line},endLine=")
            assert ("endColumn=" in line) == (found.span.line == found.span.end_line)


def test_a_gitlab_issue_has_a_place_a_grade_and_a_mark_of_its_own() -> None:
    for game, log in logs():
        issues = json.loads(as_gitlab(game.found, game.sources))
        assert [issue["check_name"] for issue in issues] == [d.code.slug for d in report_text.ordered(game.found)]
        for issue in issues:
            assert issue["severity"] in {"info", "minor", "major", "critical", "blocker"}
            assert issue["location"]["lines"]["begin"] >= 1
            assert issue["location"]["path"] in game.sources or issue["location"]["path"].endswith(".yaml")
        marks = [issue["fingerprint"] for issue in issues]
        assert len(set(marks)) == len(marks)
        assert set(marks) <= set(_marks(log))  # the same as in SARIF, which tells what is accepted too


def parsed(written: str) -> ElementTree.Element:
    """A report of tests, as whoever counts them reads it."""
    return ElementTree.fromstring(written.encode())  # noqa: S314  our own


def test_junit_counts_what_fails_and_holds_whatever_a_text_holds() -> None:
    strange = Diagnostic(NASTY.code, "a \x00 b \ud800 <c> ]]> & 'd'", Span("a\x1b.regola", 0, 0, 0, 0))
    root = parsed(as_junit("regola check", cases_of([NASTY, strange], ["clean.regola"])))
    (suite,) = root
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")
    assert [case.get("classname") for case in suite] == ["a\ufffd.regola", "a folder/città,1:2.regola", "clean.regola"]
    failure = suite[1].find("failure")
    assert failure is not None
    assert failure.get("type") == "table-gap"
    assert (failure.text or "").splitlines()[-1] == "help: add a row"
    assert "<c> ]]> & 'd'" in (suite[0].find("failure").text or "")  # type: ignore[union-attr]


@pytest.mark.parametrize(("strict", "failures"), [(False, "0"), (True, "1")])
def test_in_junit_a_warning_fails_where_that_is_asked_for(strict: bool, failures: str) -> None:
    warning = Diagnostic(Code("R501", "no-anchor", "cites no section", Severity.WARNING), "w", Span("a", 1, 1, 1, 2))
    suite = parsed(as_junit("x", cases_of([warning], [], strict=strict)))[0]
    assert suite.get("failures") == failures
    assert (suite[0].find("system-out") is None) == strict


def test_every_format_is_written_by_every_command_that_has_it(regola: Run, tmp_path: Path) -> None:
    regola("new", str(tmp_path / "game"))
    for form, opens in (("gitlab", "["), ("junit", "<?xml"), ("sarif", "{"), ("github", "")):
        assert regola("check", str(tmp_path / "game"), "--format", form).stdout.startswith(opens)
    tests = parsed(regola("test", str(tmp_path / "game"), "--format", "junit").stdout)
    assert [case.get("name") for case in tests[0]] == [
        "a_six_in_the_forest",
        "dug_in_on_open_ground",
        "a_march_through_the_woods",
    ]
    rules = next((tmp_path / "game" / "examples").glob("*.regola"))
    rules.write_text(rules.read_text("utf-8").replace("false) is 1", "false) is 2"), "utf-8")
    failed = regola("test", str(tmp_path / "game"), "--format", "junit")
    assert failed.returncode == 1
    assert parsed(failed.stdout)[0].get("failures") == "1"


# --- for a person ---


def test_of_many_findings_the_errors_are_shown_and_the_rest_counted() -> None:
    warning = Code("R501", "no-anchor", "a rule that cites no section", Severity.WARNING)
    error = Code("R310", "table-gap", "inputs that no row of a table answers")
    found = [Diagnostic(warning, f"w{n}", Span("a.regola", n, 1, n, 2)) for n in range(1, 31)]
    found += [Diagnostic(error, f"e{n}", Span("a.regola", n, 1, n, 2)) for n in range(31, 34)]
    shown = report_text.text(found, {}, most=5)
    assert [line for line in shown.splitlines() if "]: " in line] == [
        "error[table-gap]: e31",
        "error[table-gap]: e32",
        "error[table-gap]: e33",
        "warning[no-anchor]: w1",
        "warning[no-anchor]: w2",
    ]
    assert shown.endswith("… and 28 more findings not shown (28 no-anchor): `--all` shows all\n")
    assert "not shown" not in report_text.text(found, {}, most=33)


def test_a_mistake_in_many_places_names_a_few_of_them() -> None:
    text = "define f(n: int 1..3) -> int 0..9 @1\n  0\n" + "".join(
        f"  exception e{n} @1.{n} when m is {n}\n    {n}\n" for n in range(1, 30)
    )
    game = compile_game(game_of([text]))
    (shown,) = [part for part in report_text.text(game.found, game.sources).split("\n\n") if "`m`" in part]
    assert len(shown.splitlines()) < 25
    assert "and in 23 more places" in shown


def test_a_terminal_has_colours_that_take_away_nothing() -> None:
    for game in catalogue():
        plain = report_text.text(game.found, game.sources)
        coloured = report_text.text(game.found, game.sources, colour=True)
        assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == plain
        assert "\x1b[" not in plain
        assert coloured != plain or not game.found


BROKEN = "table omen(die: d6) -> bool @1.1\n  | die | good |\n  | 1-3 | true |\n"


@pytest.mark.parametrize(("settings", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_colours_are_for_terminals_that_want_them(tmp_path: Path, settings: dict[str, str], coloured: bool) -> None:
    (tmp_path / "omens.regola").write_text(BROKEN, "utf-8")
    near, far = pty.openpty()
    kept = {key: value for key, value in os.environ.items() if key != "NO_COLOR"}
    command = [sys.executable, "-m", "regola_cli", "check", "omens.regola"]
    environment = {**kept, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", **settings}
    subprocess.run(command, cwd=tmp_path, stdout=far, check=False, env=environment, timeout=120)
    os.close(far)
    shown = os.read(near, 100_000).decode()
    os.close(near)
    assert "table-gap" in shown
    assert ("\x1b[" in shown) is coloured


def test_watch_checks_again_when_a_file_changes_and_ends_with_the_last_answer(tmp_path: Path) -> None:
    file = tmp_path / "omens.regola"
    file.write_text(BROKEN, "utf-8")
    command = [sys.executable, "-m", "regola_cli", "check", "omens.regola", "--watch"]
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}
    # Where the tests run in the background, an interrupt is ignored unless it is said otherwise.
    before = signal(SIGINT, SIG_DFL)
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, env=environment) as running:
        signal(SIGINT, before)
        assert running.stdout is not None
        alarm = Timer(60, running.kill)
        alarm.start()
        last = "omens: 1 rule or table, 0 examples, 0 errata: 1 error\n"
        seen = list(iter(running.stdout.readline, last))
        assert seen
        file.write_text(f"{BROKEN}  | 4-6 | false |\n", "utf-8")
        assert running.stdout.readline() == "omens: 1 rule or table, 0 examples, 0 errata: no findings\n"
        sleep(1)  # what it answers is known a little after it is printed
        running.send_signal(SIGINT)
        assert running.wait(30) == 0
        alarm.cancel()


def test_a_pipe_has_no_colours(regola: Run, tmp_path: Path) -> None:
    (tmp_path / "omens.regola").write_text(BROKEN, "utf-8")
    assert "\x1b" not in regola("check", "omens.regola", cwd=tmp_path).stdout


def test_the_number_of_findings_shown_is_told_to_the_command(regola: Run, tmp_path: Path) -> None:
    text = "".join(f"define f{n}(n: int 1..3) -> int 1..3\n  n\n" for n in range(40))
    (tmp_path / "many.regola").write_text(text, "utf-8")
    assert regola("check", "many.regola", cwd=tmp_path).stdout.count("warning[") == report_text.MOST
    assert regola("check", "many.regola", "--max", "3", cwd=tmp_path).stdout.count("warning[") == 3
    assert regola("check", "many.regola", "--all", cwd=tmp_path).stdout.count("warning[") == 40
    assert "40 warnings" in regola("check", "many.regola", "--max", "3", cwd=tmp_path).stdout
    for form in ("json", "github"):
        assert regola("check", "many.regola", "--format", form, cwd=tmp_path).stdout.count("no-anchor") == 40


def test_a_file_of_rules_does_not_steer_the_terminal() -> None:
    text = "define pay(n: int 1..6) -> int @1\n  \x1b[31mred\x1b]0;title\x07 \u202e\n"
    compiled = compile_game(game_of([text]))
    shown = report_text.text(compiled.found, compiled.sources)
    assert "[31mred" in shown
    assert not {char for char in shown if char in "\x1b\x07\u202e"}
