"""Tuning: the best values of named options, found by matches, and believed only after a sequential test."""
