"""Parts of the tree that are no terms: what is searched, what continues a leaf, how simulations are judged."""
