"""The search tree: its nodes, and the four steps of a simulation."""
