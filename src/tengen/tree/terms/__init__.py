"""Terms of the urgency by which selection chooses a child, one in each file."""
