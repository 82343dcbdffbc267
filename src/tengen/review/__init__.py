"""Searches of whole games: what each move was worth, drawn, and written into the record."""
