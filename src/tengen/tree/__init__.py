"""The search tree: nodes in an arena, and the four steps of a simulation on it."""
