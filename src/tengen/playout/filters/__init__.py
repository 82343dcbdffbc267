"""Filters of random moves, a file each: ``permit(board, point, options)`` returns the point, another, or PASS."""
