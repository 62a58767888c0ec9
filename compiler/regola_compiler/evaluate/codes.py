"""The findings about scenarios, in the order of their numbers."""

from regola_dsl.diagnostics import Code, Ground

BAD_SCENARIO = Code("R107", "bad-scenario", "a scenario that does not fit the rules", ground=Ground.DATA)

ALL = (BAD_SCENARIO,)
