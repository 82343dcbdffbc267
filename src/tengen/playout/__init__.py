"""Playouts: games played to the end by a fast policy, whose results estimate who is winning."""
