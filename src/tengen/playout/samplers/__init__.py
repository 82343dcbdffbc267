"""Samplers, a file each: how a playout draws its move when no rule suggests one, if not uniformly.

``start(state)`` sees the position before the first move, ``follow(state, point, empty_before)`` every move after it was
played, and ``draw(state, options)`` returns the move.
"""
