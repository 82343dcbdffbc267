"""The game itself: points, stones, chains, rules, score, and the history that superko needs."""
