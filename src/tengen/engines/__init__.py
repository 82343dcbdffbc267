"""Engines: what chooses moves. All follow the protocol of ``engine.py``."""
