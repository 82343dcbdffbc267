"""Playout rules, a file each: ``suggest(board, options, moves)`` adds the points that the rule would play."""
