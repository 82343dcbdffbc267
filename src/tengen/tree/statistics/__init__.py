"""Statistics that several parts use, one in each file. They are counted only if a part needs them."""
