"""Moves that need no search: books of whole positions, and trees that were searched before."""
