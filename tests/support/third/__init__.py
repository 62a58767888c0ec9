"""A third reading of the language, apart from the interpreter and the generated module.

It was written from `docs/language.md` alone, in the plainest way there is, and imports nothing but the parser's tree:
no types are checked, nothing is remembered, nothing is looked up twice in a better way. What it says of a program is an
opinion of its own, which random programs hold against the other two.
"""
