"""What can be done, what rules say of it, and what it changes."""

from __future__ import annotations

from typing import Literal, TypeAlias

from regola_dsl.kinds import EffectMode

from regola_compiler.ir.tree.expressions import Expr
from regola_compiler.ir.tree.functions import Function
from regola_compiler.ir.tree.told import Let, Named, Told
from regola_compiler.ir.types import DiceType, Node
from regola_compiler.model.kinds import GuardKind, Modality, Part

Says: TypeAlias = Literal["may", "must", "must_not", "may_only", "lift"]
"""What a rule says as a sentence has it: nothing is allowed unless, is a word of its own."""
Permission: TypeAlias = Literal["allowed", "forbidden", "required", "due"]


class Statement(Node, frozen=True):
    """What a norm says, taken apart.

    `subject` is who it speaks of, None for anyone. `conditions` are what is left of its condition when the phases, the
    variant and the subject are taken out: for may_only, `only` is the condition without which nothing is allowed.
    """

    says: Says
    subject: Expr | None
    phases: tuple[str, ...]
    variant: str | None
    conditions: tuple[Expr, ...]
    only: Expr | None = None


class Norm(Named, frozen=True, kw_only=True):
    """What one rule, or an exception to one, says of an action.

    `when` is the rule's own condition as written; `condition` has the phases, the variant and the values of the
    statement in it too; `statement` is the same taken apart again, as a sentence has it. Where a duty was not done its
    `failing` effects, which read the named values `failing_lets`, come about for each value of the parameters
    `failing_each` for which it was due, with any of the parameters `failing_any`.
    """

    says: Modality
    lets: tuple[Let, ...]
    condition: Expr | None
    when: Expr | None
    over: tuple[str, ...]
    phases: tuple[str, ...]
    under: str | None
    statement: Statement
    exceptions: tuple[Norm, ...]
    due: Deadline | None = None
    failing: tuple[Effect, ...] = ()
    failing_lets: tuple[str, ...] = ()
    failing_each: tuple[str, ...] = ()
    failing_any: tuple[str, ...] = ()


class Deadline(Node, frozen=True):
    """Until when what must be done has to be: by the end of a phase, or at once (None), perhaps only if `possible`.

    `either` are the actions of which one is enough.
    """

    phase: str | None
    possible: bool
    either: tuple[str, ...] = ()

    @property
    def leaves_time(self) -> bool:
        """Whether what must be done need not be done next: it has a phase's time, or another deed would do."""
        return bool(self.phase or self.either)


class Guard(Named, frozen=True, kw_only=True):
    """What must hold for an action to be possible at all.

    Of the first of its conditions, taken apart by `and`, `early` says how many arguments must be known to ask each:
    where it does not hold the others need not be tried.
    """

    kind: GuardKind
    condition: Expr
    early: tuple[int, ...] = ()


class Binding(Node, frozen=True):
    """For whom something comes about: each of a list that fulfils a condition."""

    variable: str
    items: Expr
    where: Expr | None


class Effect(Told, frozen=True, kw_only=True):
    """A fact takes a value; where it becomes None it goes back to its default, for all arguments.

    What it gains and loses adds up. Where a phase is played, `fact` is its name; where a piece leaves or takes over, it
    is the list of all pieces of a type. Where pieces enter it is that, too: `value` is how many are made, and the
    arguments are what is told of each, of the facts `fields`. `each` are those for whom it comes about, the outermost
    first. What a shared change comes to is written out wherever it is called: `line` then is the same number for the
    same line of it, as of one change with the same arguments only the first comes about in a deed.
    """

    fact: str
    arguments: tuple[Expr, ...]
    value: Expr | None
    condition: Expr | None
    mode: EffectMode = EffectMode.BECOMES
    each: tuple[Binding, ...] = ()
    line: int = 0
    fields: tuple[str, ...] = ()


class Roll(Told, frozen=True, kw_only=True):
    """What chance says: the fact `name` takes the value of `dice`, or of one drawn from a `pool`.

    With `each` it is rolled for each of some, with `count` so many dice are kept apart.
    """

    name: str
    each: Binding | None = None
    count: Expr | None = None
    dice: DiceType | None = None
    pool: Expr | None = None


class Action(Function, frozen=True, kw_only=True, tag="action"):
    """Something that can be done. `default` holds where no rule speaks; None means nothing does.

    `candidates` are, by parameter, the list among which it is chosen, if that is said; `counters` name the facts in
    which its limits count; `agreed` is who has to agree to it. The parameters named in `groups` are several of that
    list at once. `alike` is, by parameter, what is read of a list that is chosen for it, where that is not all: of
    several alike in it the first candidate stands for them.
    """

    actor: Expr | None
    phases: tuple[str, ...]
    default: Permission | None
    guards: tuple[Guard, ...]
    norms: tuple[Norm, ...]
    effects: tuple[Effect, ...]
    candidates: tuple[Expr | None, ...] = ()
    rolls: tuple[Roll, ...] = ()
    counters: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()

    @property
    def group_places(self) -> tuple[int, ...]:
        """The places of the parameters that are several of a list."""
        return tuple(place for place, parameter in enumerate(self.parameters) if parameter.name in self.groups)

    alike: tuple[tuple[Part, ...] | None, ...] = ()
    agreed: Expr | None = None
