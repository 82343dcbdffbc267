"""What a search has found: as objects, as text for people, and as facts for programs."""
