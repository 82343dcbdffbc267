"""Searching: threads, limits and reports around the tree."""
