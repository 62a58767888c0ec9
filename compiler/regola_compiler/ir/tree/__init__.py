"""The intermediate representation as a tree: what a checked program hands to whatever writes something of it.

    model (names resolved, spans, evaluated)  --lower-->  this tree  -->  Python, HTML, JSON, print

Every emitter reads these nodes and nothing else of a program, so that a new one needs no knowledge of the passes
before. They differ from the model's in three ways, which is why they are nodes of their own and not the model's:

- *No places.* A span says where something was written; what is emitted does not depend on it. Two expressions that
  say the same are equal.
- *Nothing to look up.* A value carries the label it is written with, a field the record it belongs to, an effect the
  name of its fact. A type that was declared is named, and stands once among `Ir.types`.
- *Prepared for a page.* What a rulebook prints and a checker does not need is here: titles, the sheet of a table as
  it is set, the amount of a modifier apart from its sign, what a rule says of its action taken apart, both readings
  of an erratum with its ruling.

Expressions are written out (`regola_compiler.emit.text`) from these nodes alone; whoever holds one of the model lowers
it first (`lower_expression`), so that there is one printer and not two.

JSON and its JSON Schema are derived from the classes by msgspec (see json.py): `regola build --ir` writes an `Ir`,
`schemas/ir.schema.json` is generated from it. Hence the names of fields are those of the file, unions are told apart
by a tag (`op` of expressions, `kind` of all else), and a field with a default may be left out. To add a construct, add
its class to its union here: mypy then names every emitter that forgets it.
"""

from regola_compiler.ir.tree.actions import *
from regola_compiler.ir.tree.book import *
from regola_compiler.ir.tree.declared import *
from regola_compiler.ir.tree.expressions import *
from regola_compiler.ir.tree.functions import *
from regola_compiler.ir.tree.positions import *
from regola_compiler.ir.tree.searches import *
from regola_compiler.ir.tree.sequences import *
from regola_compiler.ir.tree.told import *
from regola_compiler.ir.tree.whole import *
