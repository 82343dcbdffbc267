"""A game with its history and rules, and its way from and to a record."""
