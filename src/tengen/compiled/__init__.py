"""Compiled code: structures, functions and their cache, and what the hot code is made of."""
