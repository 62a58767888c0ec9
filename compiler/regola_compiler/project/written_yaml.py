"""YAML that people read, written again with its comments, its quotes and its order kept."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import Any

from ruamel.yaml import YAML

# A line is never broken: a line that changes is one line of a difference.
_WIDTH = 100_000


def round_trip() -> YAML:
    """What reads a file so that it can be written again, in the layout that all files of a game have."""
    yaml = YAML(typ="rt")
    yaml.preserve_quotes = True
    yaml.width = _WIDTH
    yaml.indent(mapping=2, sequence=4, offset=2)
    return yaml


def as_yaml(data: Mapping[str, Any]) -> str:
    """A mapping as the text of a file."""
    stream = io.StringIO()
    round_trip().dump(data, stream)
    return stream.getvalue()
