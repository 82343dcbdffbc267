"""Learning from games: reading collections of them, and judging and learning what the engines know."""
