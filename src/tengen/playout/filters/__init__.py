"""Filters of random moves, one in each file: ``permit`` returns the same point, a replacement, or PASS to refuse."""
