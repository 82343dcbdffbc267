"""Parts of the tree search other than terms: the searched area, extension of leaves, pruning, komi, score."""
