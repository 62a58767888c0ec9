"""Findings as a reader or another program wants them: text, JSON, SARIF, GitHub."""
