"""The server: what is open, what was found in it, and who is told.

A change marks its game as to be read again. A moment after the last one it is read, which finds what is wrong with
shape, names and types, and what the checks had found is shown where it stands now; then the checks look at what
changed, in a thread of their own (`checker`), and what they find takes the place of all that. Where reading takes long,
what is known where it was written in is told first; the rest is read in slices, and given up for the next change.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from time import monotonic
from typing import Any, cast

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from regola_compiler.analysis.permits.grid import Grid
from regola_compiler.incremental.places import Home
from regola_compiler.incremental.reading import Near, Reading
from regola_compiler.incremental.results import Checked
from regola_compiler.literate.source import holds_rules
from regola_compiler.model.program import Program
from regola_dsl.diagnostics import Diagnostic, Severity
from regola_dsl.source import Span
from regola_dsl.wording import localized, preferred, primary_subtag, say, speak

from regola_lsp.desk.document import Encoding
from regola_lsp.desk.games import Desk, OpenGame
from regola_lsp.language.marks import actions_in
from regola_lsp.language.names import Names
from regola_lsp.protocol.checker import Checker, Job
from regola_lsp.protocol.convert import diagnostic_of, path_of, uri_of
from regola_lsp.protocol.moved import Moved
from regola_lsp.protocol.transport import Protocol

# How many seconds after the last change a game is read.
PAUSE = 0.02
# After how many seconds of reading a game it is told what is known where it was written in, and after how many whoever
# has come meanwhile goes first.
SOON, SLICE = 0.08, 0.03
# Up to how many findings of a file are shown.
MOST = 1_000
_ENCODINGS: dict[types.PositionEncodingKind | str, Encoding] = {
    types.PositionEncodingKind.Utf8: "utf-8",
    types.PositionEncodingKind.Utf16: "utf-16",
    types.PositionEncodingKind.Utf32: "utf-32",
}


def _version() -> str:
    try:
        return version("regola")
    except PackageNotFoundError:
        return "0"


class Server(LanguageServer):
    """A language server for games."""

    def __init__(self) -> None:
        super().__init__(
            "regola", _version(), protocol_cls=Protocol, text_document_sync_kind=types.TextDocumentSyncKind.Incremental
        )
        self.desk = Desk()
        self.language = ""
        self.orderly = False
        self.checker = Checker(self._checked_there, self._told_there, self._failed_there)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._timer: asyncio.TimerHandle | None = None
        # What the checks found last, with what they were told of, by the game.
        self._found: dict[str, tuple[Reading, Checked]] = {}
        # For how many of its cases no sentence speaks of an action, and of how many, by the game.
        self._unspoken: dict[str, dict[str, tuple[int, int]]] = {}
        # The program of which that was told, and of which actions it holds while something is broken, by the game.
        self._spoken_of: dict[str, tuple[Program, frozenset[str]]] = {}
        # The round of each game that was told last: whoever asks something may have had it read before.
        self._rounds: dict[str, int] = {}
        # The version of each open file that the checks last said all of.
        self._judged: dict[str, int] = {}
        # Of each game the findings that are shown, by their files.
        self._shown: dict[str, dict[str, list[Diagnostic]]] = {}

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Answer what could not even be read; what was a question has its answer already."""
        if source is not JsonRpcException:
            return
        protocol = cast("Protocol", self.protocol)
        protocol.refuse_unreadable(error)

    def begin(self, params: types.InitializeParams) -> None:
        """Agree with the editor on how places are counted, and take over its language."""
        chosen = self.workspace.position_encoding
        self.desk.encoding = _ENCODINGS.get(chosen or "", "utf-16")
        self.language = primary_subtag(params.locale or "")
        if params.locale:
            speak(preferred({"LANG": params.locale.replace("-", "_")}))

    def failed(self, fault: Exception) -> None:
        """Tell the editor's log of an error of our own."""
        message = localized(say("an error of our own: {kind}: {fault}", kind=type(fault).__name__, fault=fault))
        self.window_log_message(types.LogMessageParams(types.MessageType.Error, message))

    # --- texts ----------------------------------------------------------------------------

    def changed(self) -> None:
        """Something was written, opened or closed: read what has to be, a moment after the last change."""
        self._loop = asyncio.get_running_loop()
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(PAUSE, self._read)

    def names_at(self, uri: str) -> tuple[str, OpenGame, Names] | None:
        """A file, its game, and what stands where in that as it is now; None for what is no file of a game."""
        path = path_of(uri)
        if path not in self.desk.buffers and not holds_rules(path):
            return None
        game = self.desk.game_of(path)
        return path, game, self.names_of(game)

    def names_of(self, game: OpenGame) -> Names:
        """What stands where in a game, as it is now: who asks for that waits until all of it is read."""
        for near in self.desk.read_on(game):
            self._tell_first(game, near)
        return self.desk.names(game)

    def _read(self) -> None:
        """Read every game of which something is open, as far as it has changed; tell, and have it checked."""
        self._timer = None
        with self.checker.answering():
            if not self.read_games() and self._loop is not None:
                self._timer = self._loop.call_later(0, self._read)

    def read_games(self) -> bool:
        """Read the games for a slice, and tell what is known of each; whether all is read then.

        Messages that have come meanwhile go before the rest, and a change among them makes an end of it.
        """
        try:
            games = {game.shown: game for game in map(self.desk.game_of, list(self.desk.buffers))}
            for shown in [shown for shown in self._shown if shown not in games]:
                self._show(shown, {})
                del self._shown[shown]
                self._found.pop(shown, None)
                self._rounds.pop(shown, None)
                self._unspoken.pop(shown, None)
                self._spoken_of.pop(shown, None)
            end = monotonic() + SLICE
            for game in games.values():
                for near in self.desk.read_on(game):
                    self._tell_first(game, near)
                    if monotonic() > end:
                        return False
                names = self.desk.names(game)
                if self._rounds.get(game.shown) != game.round or game.shown not in self._shown:
                    self._rounds[game.shown] = game.round
                    self._tell(game, names.reading)
                    self.checker.ask(Job(game, names.reading, game.round, actions_in(names, self.desk.buffers)))
        except Exception as fault:
            self.failed(fault)
        return True

    # --- findings -------------------------------------------------------------------------

    def _tell(self, game: OpenGame, reading: Reading) -> None:
        """Show what reading found, and of the checks what they said last, where it stands now."""
        self._show_all(game, [*reading.findings, *self._said_before(game, reading.homes)])

    def _tell_first(self, game: OpenGame, near: Near) -> None:
        """Where reading takes long, show what is known where it was written in, once; all else is shown as it was."""
        way = game.under_way
        if way is None or way.told or monotonic() - way.since < SOON:
            return
        way.told = True
        elsewhere = game.reading.elsewhere(near) if game.reading is not None else []
        found = [*near.findings, *elsewhere, *self._said_before(game, near.homes)]
        self._show_all(game, list(dict.fromkeys(found)))

    def _said_before(self, game: OpenGame, homes: Mapping[str, Home]) -> list[Diagnostic]:
        """What the checks said last, beside what reading had found, where it stands now."""
        if game.shown not in self._found:
            return []
        reading, checked = self._found[game.shown]
        read = {(one.code.slug, one.message) for one in reading.findings}
        moved = Moved(reading.homes, homes)
        kept = (one for one in checked.found if (one.code.slug, one.message) not in read)
        return [one for one in map(moved.finding, kept) if one is not None]

    def _checked_there(self, job: Job, checked: Checked, whole: bool) -> None:
        """The checks have spoken, in their thread."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._checked, job, checked, whole)

    def _told_there(self, job: Job, grids: dict[str, Grid]) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._told, job, grids)

    def _failed_there(self, fault: Exception) -> None:
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self.failed, fault)

    def _checked(self, job: Job, checked: Checked, whole: bool) -> None:
        """Show what the checks said: all of it, or what is known until they have looked at the rest again."""
        if self.desk.games.get(job.game.shown) is not job.game:
            return
        self._found[job.game.shown] = (job.reading, checked)
        if not job.outdated:
            self._show_all(job.game, checked.found)
            if whole:
                self._judged.update({path: buffer.version for path, buffer in self.desk.buffers.items()})

    def _told(self, job: Job, grids: dict[str, Grid]) -> None:
        """Who may do what where is known: have the editor ask anew what stands above the actions, if that is new."""
        shown = job.game.shown
        if self.desk.games.get(shown) is not job.game or job.outdated:
            return
        before = dict(self.unspoken(job.game))
        if job.reading.sound:
            self._unspoken[shown] = {name: one.unspoken for name, one in grids.items()}
            self._spoken_of[shown] = job.reading.program, frozenset(grids)
        elif shown in self._spoken_of:
            self._spoken_of[shown] = self._spoken_of[shown][0], frozenset(grids)
        workspace = self.client_capabilities.workspace
        lenses = workspace.code_lens if workspace else None
        if lenses and lenses.refresh_support and self.unspoken(job.game) != before:
            self.workspace_code_lens_refresh(None)

    def unspoken(self, game: OpenGame) -> Mapping[str, tuple[int, int]]:
        """For how many of its cases no sentence speaks of an action, and of how many, as the checks said it last.

        While a game cannot be understood as a whole it is known of actions that say what they said then: of others,
        what would speak may be what is broken.
        """
        known = self._unspoken.get(game.shown, {})
        if game.names is None or not known:
            return {}
        if game.names.reading.sound:
            return known
        then, still = self._spoken_of[game.shown]
        now = game.names.program.callables
        return {
            name: cases
            for name, cases in known.items()
            if name in still and name in now and now[name] is then.callables.get(name)
        }

    def checked(self, game: OpenGame) -> Checked | None:
        """What the checks said last of a game."""
        known = self._found.get(game.shown)
        return known[1] if known else None

    def findings(self, path: str) -> list[Diagnostic]:
        """What is shown in a file."""
        found = [one for files in self._shown.values() for one in files.get(path, ())]
        return list(dict.fromkeys(found))

    def _show_all(self, game: OpenGame, found: list[Diagnostic]) -> None:
        files: dict[str, list[Diagnostic]] = defaultdict(list)
        for one in found:
            files[self._file_of(one.span, game)].append(one)
        self._show(game.shown, dict(files))

    @staticmethod
    def _file_of(span: Span, game: OpenGame) -> str:
        """In which file a finding is shown: one of the game as a whole in its manifest."""
        if span.path in {"", game.shown} and game.place is not None and game.place.is_dir():
            return f"{game.shown}/game.yaml"
        return span.path

    def _show(self, shown: str, files: dict[str, list[Diagnostic]]) -> None:
        """Tell the editor what a game has to say, and in which files nothing more."""
        before = self._shown.get(shown, {})
        self._shown[shown] = files
        game = self.desk.games.get(shown)
        own = [path for path in self.desk.buffers if path == shown or path.startswith(f"{shown}/")]
        for path in dict.fromkeys((*files, *before, *own)):
            buffer = self.desk.buffers.get(path)
            written = buffer is not None and self._judged.get(path) != buffer.version
            if written or files.get(path) != before.get(path):
                self.publish(path, game)

    def publish(self, path: str, game: OpenGame | None = None) -> None:
        """Show all that is found in a file, by whichever game."""
        game = game or self.desk.game_of(path)
        found = sorted(self.findings(path), key=lambda one: (one.weight is not Severity.ERROR, one.span))[:MOST]
        buffer = self.desk.buffers.get(path)
        self.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(
                uri=uri_of(path, self.desk),
                diagnostics=[diagnostic_of(one, self.desk, game) for one in found],
                version=buffer.version if buffer else None,
            )
        )
