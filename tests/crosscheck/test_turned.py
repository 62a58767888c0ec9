"""What a translation turns round of a sentence that it rendered evenly until now."""

from __future__ import annotations

import pytest
from regola_crosscheck.translation.turned import turned

SAID = "Without pay one waits, and the captain never crosses the bridge at night."
EVEN = "Senza paga si aspetta, e il capo non passa il ponte di notte."


@pytest.mark.parametrize(
    ("now", "lost"),
    [
        ("Chi è pagato aspetta, e il capo non passa il ponte di notte.", "Without"),
        ("Senza paga si aspetta, e il capo passa il ponte di notte.", "never"),
    ],
)
def test_of_several_denials_the_one_is_lost_that_has_none_in_its_place(now: str, lost: str) -> None:
    (told,) = turned([SAID], [now], [EVEN], "en", "it")
    assert (told.said, told.instead) == (lost, "")


def test_the_denial_that_is_too_many_is_named_likewise() -> None:
    (told,) = turned(
        ["The captain waits at night, and the band never crosses."],
        ["Il capo non aspetta di notte, e la banda non passa."],
        ["Il capo aspetta di notte, e la banda non passa."],
        "en",
        "it",
    )
    assert (told.said, told.instead) == ("", "non")
