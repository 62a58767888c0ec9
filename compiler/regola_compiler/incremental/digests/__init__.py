"""What tells whether a thing means what it meant: digests of items, and of all that they rest on."""
