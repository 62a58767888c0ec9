"""From surface trees to a checked program: names, types, exceptions, circles."""
