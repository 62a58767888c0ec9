"""The findings about a rulebook in Markdown, in the order of their numbers."""

from regola_dsl.diagnostics import Code, Severity

HEADING_MISNUMBERED = Code("R506", "heading-misnumbered", "a heading whose number stands twice, or out of order")
SECTION_UNKNOWN = Code("R507", "section-unknown", "a rule that cites a section without a heading", Severity.WARNING)
RULES_NOT_READ = Code("R903", "rules-not-read", "a block of rules in Markdown that is not read as one")

ALL = (HEADING_MISNUMBERED, SECTION_UNKNOWN, RULES_NOT_READ)
