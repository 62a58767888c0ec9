"""Which of all findings are told, and where: each cause once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from regola_dsl.diagnostics import Diagnostic
from regola_dsl.source import Source

from regola_compiler.checks.always_holds import told_with_its_condition
from regola_compiler.checks.causes.called_elsewhere import told_as_printed
from regola_compiler.checks.causes.declared_no_more import told_once_where_lost
from regola_compiler.checks.causes.doubled_inputs import told_where_doubled
from regola_compiler.checks.causes.hung_wrong import told_where_hung
from regola_compiler.checks.causes.lines.copied_heads import told_where_copied
from regola_compiler.checks.causes.lines.laid_out import told_where_laid_out
from regola_compiler.checks.causes.lines.lost_heads import told_of_lost_heads
from regola_compiler.checks.causes.lines.out_of_reach import (
    told_where_a_loop_is_left,
    told_where_it_ends,
    without_names_of_a_lost_phase,
)
from regola_compiler.checks.causes.lines.remarks_broken import told_where_a_remark_goes_on
from regola_compiler.checks.causes.one_change import told_with_one_change
from regola_compiler.checks.causes.renamed_within import told_where_renamed_within
from regola_compiler.checks.causes.typed_otherwise import told_where_typed_otherwise
from regola_compiler.checks.causes.unseen import without_what_is_unseen
from regola_compiler.checks.causes.what_fits import told_with_what_fits
from regola_compiler.checks.definitions.same_twice import told_once
from regola_compiler.checks.fitting import Fitting
from regola_compiler.checks.follows import without_what_follows
from regola_compiler.checks.levels import told_by_level
from regola_compiler.checks.mended import told_with_what_mends
from regola_compiler.checks.nested import told_where_nested
from regola_compiler.checks.renamed import told_where_renamed


def left_to_tell(
    found: Sequence[Diagnostic],
    sources: Sequence[Source],
    lost: Iterable[Source] = (),
    data: Iterable[Source] = (),
    fitting: Fitting | None = None,
    *,
    anew: bool = True,
) -> list[Diagnostic]:
    """The findings without those that follow from others, and those of one name as one.

    Args:
        found: All findings.
        sources: The rules.
        lost: Rules in files that are not read.
        data: The files that are no rules.
        fitting: What a declaration, written as it is proposed, would have to go with.
        anew: Whether it is tried with the whole game what was meant: by what cannot be read, and by names that nothing
            declares.
    """
    found, data = list(dict.fromkeys(found)), list(data)
    every = found
    found = without_what_is_unseen(without_what_follows(found, sources, lost, fitting, anew=anew), data)
    found = told_where_a_loop_is_left(without_names_of_a_lost_phase(found, sources), sources)
    if anew:
        found = told_where_typed_otherwise(found, sources, fitting)
        found = told_where_copied(found, sources, fitting)
        found = told_where_laid_out(found, sources, data)
        found = told_where_hung(told_where_doubled(found, sources, fitting), sources, fitting)
        found = told_where_renamed_within(found, sources, fitting)
        found = told_once_where_lost(told_where_renamed(found, sources, data, fitting), sources)
    found = told_where_nested(found, sources)
    found = told_with_what_fits(told_with_one_change(found, sources, fitting), sources, fitting) if anew else found
    found = told_of_lost_heads(told_where_a_remark_goes_on(found, sources), sources, every)
    found = told_as_printed(told_where_it_ends(found, sources), sources)
    return told_by_level(told_with_what_mends(told_with_its_condition(told_once(found))), sources)
