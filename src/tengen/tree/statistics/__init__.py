"""Statistics that several parts of the tree build on, one a file. They are counted only where a part needs them."""
