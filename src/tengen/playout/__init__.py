"""Playouts: games played to the end by a quick policy, whose results tell who stands better."""
