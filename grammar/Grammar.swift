// The text of the grammar.
