"""Choosers, one in each file: they choose among the suggestions of a playout rule. Without one all are equally likely.

``choose(state)`` returns one of the points in ``state.moves``, of which there is at least one.
"""
