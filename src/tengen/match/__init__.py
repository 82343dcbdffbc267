"""Play-testing: matches between engines, their store, statistics and reports."""
