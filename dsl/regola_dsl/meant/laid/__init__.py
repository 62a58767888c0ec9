"""Lines as they are laid out: what stands too far out or in, beside another or on the wrong line, and headings."""
