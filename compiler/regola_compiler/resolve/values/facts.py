"""Facts of a piece, which are read as its fields."""

from __future__ import annotations

from regola_compiler.model.program import positions
from regola_compiler.model.types import HandleType, Type
from regola_compiler.resolve.scope import Signature, SymbolTable


def fact_of(type_: Type, name: str, names: SymbolTable) -> Signature | None:
    """The fact of a piece that is read as its field: its own, or one that is declared elsewhere."""
    if not isinstance(type_, HandleType) or not type_.individuals:
        return None
    own = names.signature(f"{type_.name}.{name}")
    if own is not None:
        return own
    found = names.signature(name)
    return found if found is not None and is_of_a_piece(found) and found.parameters[0].type == type_ else None


def is_of_a_piece(signature: Signature) -> bool:
    """Whether it is a fact of one piece, which is read like a field."""
    return positions.is_of_a_piece(signature.kind, signature.parameters)
