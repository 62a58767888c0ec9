"""The pages of the codes: which of them show no rules."""

from __future__ import annotations

# What no text of a single file can show: the page says it in words.
IN_WORDS = {
    "text-newer",
    "text-means",
    "pages-without-text",
    "tracked-changes",
    "not-utf8",
    "empty-file",
    "too-large",
    "bad-yaml",
    "bad-components",
    "bad-scenario",
    "no-such-game",
    "file-not-read",
    "language-unknown",
    "no-such-library",
    "rules-not-read",
    "section-unknown",
    "heading-misnumbered",
    "term-twice",
    "term-contradicted",
    "term-of-nothing",
    "exchange-unreadable",
    "text-moved-on",
    "text-unknown",
    "text-refused",
    "erratum-unnoticed",
    "not-a-text",
    "mixed-encoding",
    "text-missing",
    "sheet-names-nothing",
    "not-on-a-sheet",
    "sheet-not-translated",
}
