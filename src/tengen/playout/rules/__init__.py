"""Playout rules, one in each file: ``suggest(board, options, moves)`` adds the moves that the rule would play."""
