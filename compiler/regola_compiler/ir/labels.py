"""What inputs, outputs and fields are called: their own texts, or else the labels that the rules give them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec.structs import replace
from regola_dsl.tree import Texts

from regola_compiler.ir.expressions import ToldParts, told
from regola_compiler.ir.tree import Callable, Fact, Field, Parameter, Record, Table, Titles, TypeDeclaration
from regola_compiler.model.names import belongs_to

Asked = TypeVar("Asked", bound=Callable | Fact)
Labels = Mapping[str, ToldParts]
_UNLABELLED: ToldParts = {"anchors": (), "texts": {}, "more": {}, "short": {}}


def lower_labels(labels: Mapping[str, Texts]) -> Labels:
    """The texts of labels by what they name: `die`, `siege.turns`."""
    return {name: told((), texts) for name, texts in labels.items()}


def with_labels(item: Asked, labels: Labels) -> Asked:
    """A declaration whose inputs and outputs have their texts: those of its own labels, or those for all."""
    if not labels:
        return item
    parameters = tuple(_parameter(item.name, parameter, labels) for parameter in item.parameters)
    if not isinstance(item, Table):
        return replace(item, parameters=parameters)
    found = {name: _label(item.name, name, labels) for name in _columns(item)}
    texts: dict[str, Titles] = {name: label["texts"] for name, label in found.items() if label["texts"]}
    short: dict[str, Titles] = {name: label["short"] for name, label in found.items() if label["short"]}
    return replace(item, parameters=parameters, output_texts=texts, output_short=short)


def with_field_labels(item: TypeDeclaration, labels: Labels) -> TypeDeclaration:
    """A record whose fields have a text; all else as it is. A field's own text wins."""
    if not labels or not isinstance(item, Record):
        return item
    owner = item.name.removesuffix(" row")
    return replace(item, fields=tuple(_field(owner, field, labels) for field in item.fields))


def _columns(table: Table) -> tuple[str, ...]:
    """What the outputs of a table are called above their columns; the single output of a grid has no column."""
    if any(table.outputs):
        return table.outputs
    texts = [part.text for cell in table.sheet.head for part in cell.parts if part.kind == "text"]
    return () if table.grid else tuple(text.replace(" ", "_") for text in texts)


def _parameter(owner: str, parameter: Parameter, labels: Labels) -> Parameter:
    label = _label(owner, parameter.name, labels)
    return replace(parameter, texts=label["texts"], short=label["short"])


def _field(owner: str, field: Field, labels: Labels) -> Field:
    label = _label(owner, field.name, labels)
    return replace(field, texts=field.texts or label["texts"], short=field.short or label["short"])


def _label(owner: str, name: str, labels: Labels) -> ToldParts:
    shared = f"{belongs_to(owner)}.{name}"  # said of all of a library
    return labels.get(f"{owner}.{name}") or labels.get(shared) or labels.get(name) or _UNLABELLED
