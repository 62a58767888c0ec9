"""How likely what is: dice taken together, and a phase played as a Markov chain."""
