"""The surface tree: what a `.regola` file says, before anything is looked up.

What can have texts has a `tag`, which ids of exported segments are made of: a class may get another name, its tag may
not. This is the door to its modules, a subject each.
"""

from regola_dsl.tree.actions import *
from regola_dsl.tree.book import *
from regola_dsl.tree.declarations import *
from regola_dsl.tree.expressions import *
from regola_dsl.tree.names import *
from regola_dsl.tree.positions import *
from regola_dsl.tree.rules import *
from regola_dsl.tree.searches import *
from regola_dsl.tree.sequences import *
from regola_dsl.tree.tables import *
