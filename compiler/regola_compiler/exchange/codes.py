"""The findings about translators' files, in the order of their numbers."""

from regola_dsl.diagnostics import Code, Severity

EXCHANGE_UNREADABLE = Code("R811", "exchange-unreadable", "a translators' file that cannot be read")
TEXT_MOVED_ON = Code("R812", "text-moved-on", "a translation of a text that is another by now")
TEXT_UNKNOWN = Code("R813", "text-unknown", "a translation of a text that the game does not have")
TEXT_REFUSED = Code("R814", "text-refused", "a translation that the rules cannot hold")
TEXT_NEWER = Code("R815", "text-newer", "a translation that came back after its place was changed")
TEXT_MEANS = Code("R816", "text-means", "a translation with the contrary of a small word", Severity.WARNING)

ALL = (
    EXCHANGE_UNREADABLE,
    TEXT_MOVED_ON,
    TEXT_UNKNOWN,
    TEXT_REFUSED,
    TEXT_NEWER,
    TEXT_MEANS,
)
