"""Presets: an engine with its options, as data. Each is a TOML file of this folder."""
