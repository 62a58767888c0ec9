"""A file that is an archive of XML, opened without trust: so much and no more is unpacked, and nothing is fetched."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from zipfile import BadZipFile, ZipFile

from regola_compiler.exchange.units import Unreadable
from regola_compiler.exchange.xml import Element, read_xml
from regola_dsl.records import dataclass
from regola_dsl.wording import say

# What a book's text may come to, unpacked. (A bomb is a thousand times its size.)
MAX_PART = 24_000_000
MAX_RATIO = 200

# What the standard library raises where the bytes of an archive are not what they should be.
_BROKEN = (BadZipFile, zlib.error, struct.error, OSError, EOFError, RuntimeError, ValueError, KeyError, OverflowError)


class Unfit(Exception):  # noqa: N818  what is wrong is in somebody's file, not in the program
    """A file that cannot be read: why, and what to do about it."""

    def __init__(self, message: str, help_text: str = "") -> None:
        super().__init__(message)
        self.message, self.help_text = message, help_text


@dataclass(frozen=True, slots=True)
class Archive:
    """The parts of an archive, read one by one when asked for."""

    zip: ZipFile
    names: frozenset[str]

    @classmethod
    def open(cls, data: bytes) -> Archive:
        """The archive in some bytes.

        Raises:
            Unfit: if it is none.
        """
        try:
            archive = ZipFile(BytesIO(data))
            return cls(archive, frozenset(archive.namelist()))
        except _BROKEN as error:
            raise damaged() from error

    def content(self, name: str) -> bytes | None:
        """A part, unpacked; None if there is no such part.

        Raises:
            Unfit: if it is too large, damaged, or protected.
        """
        if name not in self.names:
            return None
        info = self.zip.getinfo(name)
        if info.flag_bits & 1:
            raise Unfit(say("the file is protected by a password"), say("save it without a password"))
        if info.file_size > MAX_PART or info.file_size > MAX_RATIO * max(info.compress_size, 5_000):
            message = say(
                "`{name}` in it would unpack to {size:,} bytes, as no rulebook's text does",
                name=name,
                size=info.file_size,
            )
            raise Unfit(message, say("save the document again in the program it was written in"))
        try:
            with self.zip.open(info) as file:
                return file.read(MAX_PART)
        except _BROKEN as error:
            raise damaged() from error

    def part(self, name: str) -> Element | None:
        """The XML of a part, or None if there is no such part.

        Raises:
            Unfit: if it cannot be read, or declares entities: nothing is ever expanded.
        """
        content = self.content(name)
        if content is None:
            return None
        try:
            return read_xml(content.decode("utf-16" if content[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"))
        except UnicodeDecodeError as error:
            raise damaged() from error
        except Unreadable as error:
            message = say("`{name}` in it cannot be read: {message}", name=name, message=error.message)
            raise Unfit(message, say("save the document again in the program it was written in")) from error


def damaged() -> Unfit:
    """What is said of an archive whose parts cannot be had."""
    return Unfit(say("the file is damaged: its parts cannot be unpacked"), say("have it sent anew, or save it again"))
