"""Terms of the urgency by which children are selected, one a file."""
