"""The findings about scenarios, in the order of their numbers."""

from regola_dsl.diagnostics import Code

BAD_SCENARIO = Code("R107", "bad-scenario", "a scenario that does not fit the rules")

ALL = (BAD_SCENARIO,)
