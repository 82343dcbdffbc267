"""The page: a server on this machine, and what it and the page say to each other."""
