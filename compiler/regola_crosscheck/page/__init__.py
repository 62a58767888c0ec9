"""The report as a page of HTML: the text with its findings, and the rules beside it."""
