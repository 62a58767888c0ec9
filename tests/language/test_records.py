"""Records whose methods are written when they are first called are those of the standard library."""

import copy
import dataclasses
import pickle
import subprocess
import sys

import pytest
from regola_dsl import records


@records.dataclass(frozen=True, slots=True, order=True)
class Ours:
    """A record of ours."""

    name: str
    row: int = 3
    parts: tuple[str, ...] = dataclasses.field(default=(), compare=False)

    def __post_init__(self) -> None:
        if self.row < 0:
            raise ValueError(self.row)


@dataclasses.dataclass(frozen=True, slots=True, order=True)
class Theirs:
    """The same, by the standard library."""

    name: str
    row: int = 3
    parts: tuple[str, ...] = dataclasses.field(default=(), compare=False)

    def __post_init__(self) -> None:
        if self.row < 0:
            raise ValueError(self.row)


ARGUMENTS = [{"name": "a"}, {"name": "a", "row": 4}, {"name": "b", "parts": ("x",)}, {"name": "b", "parts": ("y",)}]


def fresh() -> type:
    """A class of which nothing was asked yet."""

    @records.dataclass(frozen=True, slots=True)
    class Fresh:
        """One."""

        name: str
        row: int = 3

    return Fresh


def test_a_record_does_what_one_of_the_standard_library_does() -> None:
    """Writing, comparing, hashing, matching, copying, replacing; and what is refused."""
    ours, theirs = ([kind(**some) for some in ARGUMENTS] for kind in (Ours, Theirs))
    assert [repr(one).replace("Ours", "Theirs") for one in ours] == [repr(one) for one in theirs]
    assert [[a == b for b in ours] for a in ours] == [[a == b for b in theirs] for a in theirs]
    assert [[a < b for b in ours] for a in ours] == [[a < b for b in theirs] for a in theirs]
    assert [[a >= b for b in ours] for a in ours] == [[a >= b for b in theirs] for a in theirs]
    assert [hash(one) for one in ours] == [hash(one) for one in theirs]
    assert (Ours.__match_args__, Ours.__slots__) == (Theirs.__match_args__, Theirs.__slots__)  # type: ignore[attr-defined]
    for one, other in zip(ours, theirs, strict=True):
        assert one != other
        assert dataclasses.astuple(one) == dataclasses.astuple(other)
        assert copy.deepcopy(one) == pickle.loads(pickle.dumps(one)) == one  # noqa: S301  our own bytes
        assert dataclasses.astuple(dataclasses.replace(one, row=9)) == dataclasses.astuple(
            dataclasses.replace(other, row=9)
        )
    for kind in (Ours, Theirs):
        with pytest.raises(TypeError, match=r"__init__\(\) missing 1 required positional argument: 'name'"):
            kind()  # type: ignore[call-arg]
        with pytest.raises(ValueError, match="-1"):
            kind("a", -1)
        with pytest.raises(dataclasses.FrozenInstanceError):
            kind("a").name = "b"  # type: ignore[misc]
        with pytest.raises(dataclasses.FrozenInstanceError):
            del kind("a").name  # type: ignore[misc]


@pytest.mark.parametrize("first", ["__init__", "__repr__", "__eq__", "__hash__"])
def test_methods_are_written_once_when_one_is_called(first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever is called first; before that none is, and after it none is again."""
    times = []
    write = records.write_methods
    monkeypatch.setattr(records, "write_methods", lambda cls: (times.append(cls), write(cls)))
    kind = fresh()
    one = object.__new__(kind)
    assert not times
    if first == "__init__":
        one.__init__("a")  # type: ignore[misc]
    else:
        for name, value in (("name", "a"), ("row", 3)):
            object.__setattr__(one, name, value)
        getattr(one, first)(*([one] if first == "__eq__" else []))
    assert times == [kind]
    assert one == kind("a")
    assert {one, kind("a")} == {one}
    assert repr(one).endswith("Fresh(name='a', row=3)")
    assert times == [kind]


def test_what_a_class_writes_itself_stays() -> None:
    """A method that stands in the class is not written over."""

    @records.dataclass(frozen=True, slots=True)
    class Own:
        """One that says itself what it is."""

        name: str

        def __repr__(self) -> str:
            return f"<{self.name}>"

    assert repr(Own("a")) == "<a>"


def test_a_frozen_class_may_be_made_of_another() -> None:
    """One that inherits has the fields of both."""

    @records.dataclass(frozen=True, slots=True)
    class Longer(Ours):
        """One field more."""

        more: int = 1

    assert repr(Longer("a", more=2)).endswith("Longer(name='a', row=3, parts=(), more=2)")


def test_importing_the_trees_writes_next_to_no_method() -> None:
    """The hundred classes of rules cost a command nothing that asks nothing of the rules; of some there is a constant."""
    counted = (
        "from dataclasses import is_dataclass\n"
        "import regola_dsl.tree as tree, regola_compiler.model.program as program\n"
        "kinds = [one for there in (tree, program) for one in vars(there).values() if is_dataclass(one)]\n"
        "print(sum(hasattr(one.__init__, 'to_be_written') for one in kinds), len(kinds))"
    )
    waiting, kinds = map(int, subprocess.check_output([sys.executable, "-c", counted], text=True).split())
    assert kinds > 100
    assert waiting > 0.9 * kinds
