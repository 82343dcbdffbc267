"""Work on several machines, with Ray."""
