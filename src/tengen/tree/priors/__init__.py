"""Priors: what is known about a move before it is tried, one prior in each file."""
