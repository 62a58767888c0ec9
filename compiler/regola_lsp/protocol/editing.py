"""What an editor asks while one writes: what could come next, other names, layout, colours, and what is to be done."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from regola_compiler.literate.source import holds_rules
from regola_dsl.source import Span
from regola_dsl.wording import localized, say

from regola_lsp.desk.games import OpenGame
from regola_lsp.language.actions import actions
from regola_lsp.language.completion import Completion, completions
from regola_lsp.language.marks import formatted, inlays, lenses
from regola_lsp.language.names import Names
from regola_lsp.language.rename import Edit, Refused, rename, renamed_at
from regola_lsp.language.trials import odds, run_example, unspoken
from regola_lsp.protocol import colours
from regola_lsp.protocol.asked import Asked, AskedFile, asked_at, at_a_place, guarded, of_file
from regola_lsp.protocol.convert import data_of, diagnostic_of, path_of, range_of, uri_of
from regola_lsp.protocol.server import Server

_ITEMS = {
    "keyword": types.CompletionItemKind.Keyword,
    "section": types.CompletionItemKind.Reference,
    "term": types.CompletionItemKind.Text,
    "local": types.CompletionItemKind.Variable,
    "value": types.CompletionItemKind.Value,
    "member": types.CompletionItemKind.EnumMember,
    "field": types.CompletionItemKind.Field,
    "enum": types.CompletionItemKind.Enum,
    "scale": types.CompletionItemKind.Enum,
    "record": types.CompletionItemKind.Struct,
    "table": types.CompletionItemKind.Function,
    "definition": types.CompletionItemKind.Function,
    "define": types.CompletionItemKind.Function,
    "modifiers": types.CompletionItemKind.Function,
    "path": types.CompletionItemKind.Function,
    "choice": types.CompletionItemKind.Function,
    "action": types.CompletionItemKind.Method,
    "phase": types.CompletionItemKind.Module,
    "exception": types.CompletionItemKind.Event,
    "erratum": types.CompletionItemKind.Event,
    "scenario": types.CompletionItemKind.File,
}
# What is tried of a game as it was read, by the name of what it is tried of.
_TRIALS: dict[str, Callable[[OpenGame, Names, str], str]] = {
    "regola.runExample": lambda _, names, name: run_example(names, name),
    "regola.odds": lambda _, names, name: odds(names, name),
    "regola.unspoken": lambda game, names, name: unspoken(names, name, game.session.permits),
}


def register(server: Server, page: Callable[[str], str | None]) -> None:
    """Enter what can be asked; `page` says what a finding's slug means."""
    _writing(server)
    colours.register(server)
    _looks(server)
    _trying(server, page)


def _writing(server: Server) -> None:
    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["@", ".", '"', "|", "{", "("])
    )
    @at_a_place
    def completed(at: Asked, params: types.CompletionParams) -> types.CompletionList:
        del params
        found = completions(at.names, at.path, at.document.text, at.line, at.column, server.language)
        return types.CompletionList(False, [_item(one, at, number) for number, one in enumerate(found)])

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    @guarded
    def laid_out(server: Server, params: types.DocumentFormattingParams) -> list[types.TextEdit] | None:
        path = path_of(params.text_document.uri)
        if not holds_rules(path) and path not in server.desk.buffers:
            return None
        document = server.desk.document(path)
        after = formatted(document.text, path)
        if after is None:
            return []
        line, character = document.shown(len(document.text))
        whole = types.Range(types.Position(0, 0), types.Position(line, character))
        return [types.TextEdit(whole, after)]

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def renamed(server: Server, params: types.RenameParams) -> types.WorkspaceEdit | None:
        at = asked_at(server, params)
        edits = rename(at.names, at.path, at.line, at.column, params.new_name) if at else []
        if isinstance(edits, Refused):
            raise JsonRpcException(localized(edits.reason), types.LSPErrorCodes.RequestFailed.value)
        return _changes(server, edits, at.game) if at else None

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def renamable(server: Server, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        at = asked_at(server, params)
        known = renamed_at(at.names, at.path, at.line, at.column) if at else None
        if isinstance(known, Refused):
            raise JsonRpcException(localized(known.reason), types.LSPErrorCodes.RequestFailed.value)
        if at is None or known is None:
            return None
        return types.PrepareRenamePlaceholder(at.range(known[0]), known[1])

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix])
    )
    @of_file
    def offered(file: AskedFile, params: types.CodeActionParams) -> list[types.CodeAction]:
        first, last = file.lines(params.range)
        here = [one for one in server.findings(file.path) if one.span.line <= last and one.span.end_line >= first]
        return [
            types.CodeAction(
                title=localized(one.title),
                kind=types.CodeActionKind.QuickFix,
                diagnostics=[diagnostic_of(one.finding, server.desk, file.game)],
                is_preferred=one.preferred or None,
                edit=_changes(server, one.edits, file.game, one.creates),
                data=data_of(one.finding),
            )
            for one in actions(file.names, file.path, here, server.language)
            if not one.creates or _creates(server)
        ]


def _item(one: Completion, at: Asked, number: int) -> types.CompletionItem:
    span = Span(at.path, at.line, one.start or at.column, at.line, at.column)
    return types.CompletionItem(
        label=one.label,
        kind=_ITEMS.get(one.kind, types.CompletionItemKind.Variable),
        detail=one.detail or None,
        sort_text=f"{number:05}",
        filter_text=one.label,
        text_edit=types.TextEdit(range_of(at.document, span), one.label),
    )


def _told(server: Server) -> types.WorkspaceEditClientCapabilities:
    """What the editor says it can do with edits of several files."""
    workspace = server.client_capabilities.workspace
    told = workspace.workspace_edit if workspace else None
    return told or types.WorkspaceEditClientCapabilities()


def _creates(server: Server) -> bool:
    """Whether the editor can be told to make a new file."""
    told = _told(server)
    return bool(told.document_changes) and types.ResourceOperationKind.Create in (told.resource_operations or ())


def _changes(server: Server, edits: Iterable[Edit], game: OpenGame, creates: str = "") -> types.WorkspaceEdit:
    """Edits by file; of what is open, of this version of it, where the editor can be told so; `creates` comes first."""
    files: dict[str, list[types.TextEdit]] = defaultdict(list)
    for edit in edits:
        document = server.desk.document(edit.span.path, game)
        files[edit.span.path].append(types.TextEdit(range_of(document, edit.span), edit.text))
    if not _told(server).document_changes:
        return types.WorkspaceEdit(changes={uri_of(path, server.desk): edits for path, edits in files.items()})
    buffers = server.desk.buffers
    made = [types.CreateFile(uri_of(creates, server.desk))] if creates else []
    return types.WorkspaceEdit(
        document_changes=[
            *made,
            *(
                types.TextDocumentEdit(
                    types.OptionalVersionedTextDocumentIdentifier(
                        uri_of(path, server.desk), buffers[path].version if path in buffers else None
                    ),
                    list(edits),
                )
                for path, edits in files.items()
            ),
        ]
    )


def _looks(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    @of_file
    def beside(file: AskedFile, params: types.InlayHintParams) -> list[types.InlayHint]:
        first, last = file.lines(params.range)
        found = []
        for at, column, title in inlays(file.names, file.path, first, last, server.language):
            line, character = file.document.shown(file.document.at(at, column))
            found.append(types.InlayHint(types.Position(line, character), title, padding_left=True))
        return found

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    @of_file
    def above(file: AskedFile, params: types.CodeLensParams) -> list[types.CodeLens]:
        return [
            types.CodeLens(
                file.range(one.span),
                types.Command(localized(one.title), one.command, arguments=[params.text_document.uri, one.name]),
            )
            for one in lenses(file.names, file.path, server.unspoken(file.game))
        ]


def _trying(server: Server, page: Callable[[str], str | None]) -> None:
    """The commands: each answers with a text, and shows it to whoever has nowhere to put that."""

    def enter(command: str, trial: Callable[[OpenGame, Names, str], str]) -> None:
        @server.command(command)
        async def tried(server: Server, uri: Any, name: Any) -> str:
            try:
                known = server.names_at(uri) if isinstance(uri, str) and isinstance(name, str) else None
                if known is None:
                    return localized(say("no game is open there"))
                _, game, names = known
                # The solver is one for all: whoever may ask it does so in the thread of the checks.
                said = await asyncio.wrap_future(server.checker.lend(lambda: trial(game, names, name)))
            except Exception as fault:
                server.failed(fault)
                return localized(say("an error of our own; the log says which"))
            server.window_log_message(types.LogMessageParams(types.MessageType.Info, said))
            return said

    for command, trial in _TRIALS.items():
        enter(command, trial)

    @server.command("regola.explain")
    def explained(server: Server, slug: Any) -> str:
        del server
        return (page(slug) if isinstance(slug, str) else None) or localized(say("there is no such finding"))
