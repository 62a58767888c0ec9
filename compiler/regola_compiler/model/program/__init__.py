"""The model: a checked program, every name looked up and every expression typed.

Definitions are trees of clauses (Catala's default logic): a clause has a value, exceptions that
win over it where they hold, and sequels (`then exception`) that act on whatever came out.

A node's `tag` is what it is called where something of it is kept on disk, in the fingerprints of the crosscheck: a
class may get another name, its tag may not. This is the door to the model's modules, a subject each.
"""

from regola_compiler.model.program.actions import *
from regola_compiler.model.program.book import *
from regola_compiler.model.program.definitions import *
from regola_compiler.model.program.expressions import *
from regola_compiler.model.program.positions import *
from regola_compiler.model.program.searches import *
from regola_compiler.model.program.sequences import *
from regola_compiler.model.program.tables import *
from regola_compiler.model.program.whole import *
