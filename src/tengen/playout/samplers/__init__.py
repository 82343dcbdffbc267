"""Samplers, a file each: how a playout draws its move when no rule suggests one, if not uniformly.

``start(desk)`` sees the position before the first move, ``follow(desk, point, empty_before)`` every move after it was
played, and ``draw(desk, options)`` returns the move.
"""
