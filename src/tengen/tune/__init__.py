"""Tuning: finds the best values of options by matches, and recommends them only after a sequential test."""
