"""Samplers, one in each file: they draw the move of a playout when no rule suggests one. Without one it is uniform.

``start(state)`` is called before the first move, ``follow(state, point, empty_before)`` after every move, and
``draw(state, options)`` returns a move.
"""
