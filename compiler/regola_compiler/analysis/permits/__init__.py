"""Who may do what where: what each action answers for each kind of piece, kind of place and phase."""
