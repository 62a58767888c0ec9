"""`regola how`: how a sentence of a rulebook is written."""

from __future__ import annotations

import re

import click
from regola_dsl.wording import localized, say, spoken

# How many recipes are shown of a word of the language.
MOST = 3
# A hyphen before a number is a minus, and one before a blank begins a line of a list.
_NO_OPTION = re.compile(r"^-+(?=[\d\s])")


class Sentence(click.Command):
    """A command whose words are a sentence: what begins with `-1`, or with a dash, is no option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The words, with the sign that a book prints where an option would be looked for."""
        return super().parse_args(ctx, [_NO_OPTION.sub("\N{MINUS SIGN}", word) for word in args])


@click.command("how", cls=Sentence)
@click.argument("words", nargs=-1, metavar="[WORDS]...")
@click.option("--lang", type=click.Choice(("en", "it")), help="The language of what is told; else that of messages.")
@click.option("--page", is_flag=True, help="Write all of it as a page, in Markdown.")
def command(words: tuple[str, ...], lang: str | None, page: bool) -> None:
    """Show how a sentence of a rulebook is written.

    WORDS are what the book says, in English or Italian; what is to the point is shown as rules to start
    from, and where nothing is, the nearest are named. A word of the language is shown where it is used.
    Without WORDS all kinds of sentence are listed.

    \b
    regola how units may not enter swamps
    regola how becomes
    regola how --lang it non più di due unità per esagono
    """
    from regola_cli.recipe_search import found_for, nearest
    from regola_cli.recipes import as_page, recipes, shown_use, using

    lang = lang or spoken()
    if page:
        click.echo(as_page(lang), nl=False)
        return
    if not words:
        for recipe in recipes():
            click.echo(f"{recipe.sentence(lang).says[0]}")
        return
    found = found_for(" ".join(words))
    if len(words) == 1 and not any(shown_use(one, words[0]) for one in found):
        # A word of the language, more likely than one of a book.
        found = using(words[0])[:MOST] or found
    if not found:
        click.echo(localized(say("no recipe surely speaks of that: {words}", words=" ".join(words))), err=True)
        if near := nearest(" ".join(words)):
            click.echo(localized(say("the nearest, which may be beside the point:")), err=True)
            for recipe in near:
                click.echo(f"  {recipe.id}: {recipe.sentence(lang).says[0]}", err=True)
            click.echo(localized(say("`regola how {name}` shows the first of them", name=near[0].id)), err=True)
        click.echo(localized(say("write it as a rulebook would: regola how units may not enter swamps")), err=True)
        click.echo(localized(say("`regola how` alone lists every kind of sentence there is")), err=True)
        click.echo(localized(say("docs/language.md has all that a rule can say")), err=True)
        raise click.exceptions.Exit(1)
    for place, recipe in enumerate(found):
        if place:
            click.echo()
        sentence = recipe.sentence(lang)
        click.echo(f"# {sentence.says[0]}\n# {sentence.note}")
        click.echo(recipe.rules, nl=False)
