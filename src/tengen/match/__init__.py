"""Play-testing: matches between GTP engines, with a referee, a store that survives, and many workers at once."""
