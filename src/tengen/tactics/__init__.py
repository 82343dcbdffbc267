"""Tactics: small questions about chains that playouts, priors and the tree ask all the time. One question a file."""
