"""The compiler: from surface trees to a checked model, and from there to modules and references."""
