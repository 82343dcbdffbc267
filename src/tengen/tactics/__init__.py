"""Tactics: local reading and questions about chains, for playouts, priors and the tree. One subject a file."""
