"""The board: points, stones, chains, moves, rules, score, text diagrams and pictures."""
