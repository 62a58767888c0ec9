"""What an editor may ask, each question with who answers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lsprotocol import types
from regola_compiler.literate.source import holds_rules

from regola_lsp.language.hover import hover, hover_of_the_language
from regola_lsp.language.navigation import (
    Symbol,
    definition,
    document_symbols,
    highlights,
    references,
    workspace_symbols,
)
from regola_lsp.protocol import editing
from regola_lsp.protocol.asked import Asked, AskedFile, at_a_place, guarded, of_file
from regola_lsp.protocol.convert import location_of, path_of
from regola_lsp.protocol.server import Server

_KINDS = {
    "enum": types.SymbolKind.Enum,
    "scale": types.SymbolKind.Enum,
    "member": types.SymbolKind.EnumMember,
    "record": types.SymbolKind.Struct,
    "piece": types.SymbolKind.Class,
    "place": types.SymbolKind.Class,
    "given type": types.SymbolKind.Class,
    "field": types.SymbolKind.Field,
    "table": types.SymbolKind.Array,
    "modifiers": types.SymbolKind.Operator,
    "modifier": types.SymbolKind.Operator,
    "define": types.SymbolKind.Function,
    "exception": types.SymbolKind.Event,
    "state": types.SymbolKind.Variable,
    "given": types.SymbolKind.Variable,
    "variant": types.SymbolKind.Boolean,
    "assume": types.SymbolKind.Constant,
    "action": types.SymbolKind.Method,
    "rule": types.SymbolKind.Interface,
    "sequence": types.SymbolKind.Module,
    "phase": types.SymbolKind.Namespace,
    "path": types.SymbolKind.Function,
    "choice": types.SymbolKind.Function,
    "example": types.SymbolKind.String,
    "erratum": types.SymbolKind.Key,
    "accept": types.SymbolKind.Key,
    "label": types.SymbolKind.String,
}


def register(server: Server, page: Callable[[str], str | None], use: Callable[[str, str], str | None]) -> None:
    """Enter all that can be asked; `page` says what a finding's slug means, `use` how the language uses a word."""
    _texts(server)
    _questions(server, use)
    editing.register(server, page)


def _texts(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    @guarded
    def initialize(server: Server, params: types.InitializeParams) -> None:
        server.begin(params)

    @server.feature(types.INITIALIZED)
    @guarded
    def initialized(server: Server, params: types.InitializedParams) -> None:
        del params
        _watch(server)

    @server.feature(types.SHUTDOWN)
    @guarded
    def shutdown(server: Server, params: Any) -> None:
        del params
        server.orderly = True
        server.checker.end()

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    @guarded
    def did_open(server: Server, params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        path = path_of(item.uri)
        rules = item.language_id == "regola" or holds_rules(path)
        if rules or (path.endswith((".yaml", ".csv")) and server.desk.takes(path)):
            server.desk.open(path, item.uri, item.text, item.version)
            server.changed()

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    @guarded
    def did_change(server: Server, params: types.DidChangeTextDocumentParams) -> None:
        path = path_of(params.text_document.uri)
        buffer = server.desk.buffers.get(path)
        if buffer is None:
            return
        document = buffer.document
        for change in params.content_changes:
            if isinstance(change, types.TextDocumentContentChangePartial):
                start, end = change.range.start, change.range.end
                document = document.changed((start.line, start.character), (end.line, end.character), change.text)
            else:
                document = type(document)(change.text, document.encoding)
        server.desk.open(path, buffer.uri, document.text, params.text_document.version)
        server.changed()

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    @guarded
    def did_close(server: Server, params: types.DidCloseTextDocumentParams) -> None:
        server.desk.close(path_of(params.text_document.uri))
        server.changed()

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    @guarded
    def did_save(server: Server, params: types.DidSaveTextDocumentParams) -> None:
        server.desk.touch(path_of(params.text_document.uri))
        server.changed()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    @guarded
    def did_change_watched_files(server: Server, params: types.DidChangeWatchedFilesParams) -> None:
        for change in params.changes:
            server.desk.touch(path_of(change.uri))
        server.changed()


def _watch(server: Server) -> None:
    """Ask the editor to tell of files that change on the disk."""
    workspace = server.client_capabilities.workspace
    watched = workspace.did_change_watched_files if workspace else None
    if watched is None or not watched.dynamic_registration:
        return
    options = types.DidChangeWatchedFilesRegistrationOptions(
        [types.FileSystemWatcher(f"**/*.{ending}") for ending in ("regola", "yaml", "csv")]
    )
    server.client_register_capability(
        types.RegistrationParams(
            [types.Registration("regola-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)]
        )
    )


def _questions(server: Server, use: Callable[[str, str], str | None]) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    @at_a_place
    def hovered(at: Asked, params: types.HoverParams) -> types.Hover | None:
        del params
        said = hover(at.names, at.path, at.line, at.column, server.language) or hover_of_the_language(
            at.names, at.path, at.line, at.column, use, server.language
        )
        if said is None:
            return None
        text, span = said
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, text), at.range(span))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    @at_a_place
    def defined(at: Asked, params: types.DefinitionParams) -> list[types.Location]:
        del params
        return at.locations(definition(at.names, at.path, at.line, at.column))

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    @at_a_place
    def referred(at: Asked, params: types.ReferenceParams) -> list[types.Location]:
        declared = params.context.include_declaration
        return at.locations(references(at.names, at.path, at.line, at.column, declaration=declared))

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    @at_a_place
    def highlighted(at: Asked, params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        del params
        return [types.DocumentHighlight(at.range(span)) for span in highlights(at.names, at.path, at.line, at.column)]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    @of_file
    def outlined(file: AskedFile, params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        del params

        def shown(symbol: Symbol) -> types.DocumentSymbol:
            return types.DocumentSymbol(
                name=symbol.name or symbol.kind,
                kind=_KINDS.get(symbol.kind, types.SymbolKind.Object),
                range=file.range(symbol.whole),
                selection_range=file.range(symbol.name_span),
                detail=symbol.detail,
                children=[shown(part) for part in symbol.parts],
            )

        return [shown(symbol) for symbol in document_symbols(file.names, file.path)]

    @server.feature(types.WORKSPACE_SYMBOL)
    @guarded
    def sought(server: Server, params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        found = []
        for game in list(server.desk.games.values()):
            for symbol in workspace_symbols(server.names_of(game), params.query):
                place = location_of(symbol.name_span, server.desk, game)
                kind = _KINDS.get(symbol.kind, types.SymbolKind.Object)
                container = symbol.container or symbol.detail
                found.append(types.WorkspaceSymbol(place, symbol.name, kind, container_name=container))
        return found
