"""Patterns: shapes of 3x3 points, drawn by people or learned from games."""
