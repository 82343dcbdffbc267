"""What is done with a leaf before it is judged, one technique a file.

``answer(thread, depth, options)`` returns the move that the leaf's position is continued with, or PASS if it can be
judged as it is. It depends on the position alone, not on chance: see ``inherit`` in ``tree.search``.
"""
