"""Techniques as parts: their options, families of them, and the assembly of code from them."""
