"""Published tables as matches: each row is a TOML file in ``rows/``, played with our engines beside the paper's."""
