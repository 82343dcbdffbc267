# Three in a row, in the middle.
. . . . . . .
. . . . . . .
. X X X X X .
. X . . . X .
. X X X X X .
. . . . . . .
. . . . . . .
vital b c4 d4
vital b d4 d4
vital b e4 d4

# On the edge.
. . . . .
. . . . .
. . . . .
X X X X X
X . . . X
vital b b1 c1

# In the corner.
. . . . .
. . . . .
. . . . .
X X X X .
. . . X .
vital b a1 b1

# Up the side.
. X . . .
. X . . .
. X . . .
X X . . .
. . . . .
vital b a4 a4

# Three around a corner of their own.
. . . . . . .
. . X X X . .
. . X . X X .
. . X . . X .
. . X X X X .
. . . . . . .
. . . . . . .
vital b d5 d4

# Around the corner of the board.
. . . . .
. . . . .
X X . . .
. X X . .
. . X . .
vital b b1 a1

# Bent on the edge.
. . . . .
. . . . .
. X X . .
X X . X .
X . . X .
vital b b1 c1

# White's eye space is one as well.
. . . . .
. . . . .
. . . . .
O O O O .
. . . O .
vital w c1 b1

# One and two points: nothing to decide.
. . . . .
. X X X .
X X . X .
. . X X .
X X X . .
vital b c3 none
vital b a2 none

# Four in a row live,
. . . . . . .
. . . . . . .
X X X X X X .
X . . . . X .
X X X X X X .
. . . . . . .
. . . . . . .
vital b b4 none

# also on the edge
. . . . .
. . . . .
. . . . .
X X X X X
. . . . X
vital b a1 none

# and bent,
. . . . . . .
. X X X X X .
. X . . . X .
. X X X . X .
. . . X X X .
. . . . . . .
. . . . . . .
vital b c5 none

# in the corner too,
. . . . .
. . . . .
X X . . .
. X X X .
. . . X .
vital b a1 none

# and in a zigzag.
. . . . . . .
. X X X X . .
. X . . X X .
. X X . . X .
. . X X X X .
. . . . . . .
. . . . . . .
vital b c5 none

# The square four is dead as it is.
. . . . . . .
. X X X X . .
. X . . X . .
. X . . X . .
. X X X X . .
. . . . . . .
. . . . . . .
vital b c5 none

# So it is in the corner.
. . . . .
. . . . .
X X X . .
. . X . .
. . X . .
vital b a1 none

# The pyramid four.
. . . . . . .
. X X X X X .
. X . . . X .
. X X . X X .
. . X X X . .
. . . . . . .
. . . . . . .
vital b c5 d5
vital b d4 d5

# On the edge, pointing up
. . . . .
. X X X .
X X . X X
X . . . X
X X X X X
vital b c3 c2

# and lying on it.
. . . . .
. . . . .
. X X X .
X X . X X
X . . . X
vital b b1 c1

# Along the side in the corner.
. . . . .
X X . . .
. X X . .
. . X . .
. X X . .
vital b a1 a2

# The bulky five.
. . . . . . .
. X X X X . .
. X . . X X .
. X . . . X .
. X X X X X .
. . . . . . .
. . . . . . .
vital b c5 d4

# In the corner.
. . . . .
. . . . .
X X X . .
. . X X .
. . . X .
vital b a2 b1

# On the edge.
. . . . .
. X X X .
. X . X X
X X . . X
X X . . X
vital b c3 c2

# The crossed five.
. . . . . . .
. . X X X . .
. X X . X X .
. X . . . X .
. X X . X X .
. . X X X . .
. . . . . . .
vital b d5 d4

# On the edge.
. . X X .
. X X . X
. X . . .
. X X . X
. . X X .
vital b e3 d3

# Five in a row live.
. . . . .
. . . . .
. . . . .
X X X X X
. . . . .
vital b c1 none

# A long bent five lives.
. . . . .
X X . . .
. X X X .
. . . X .
X X X X .
vital b a3 none

# Five in a T live.
. . . . . . .
. X X X X X .
. X . . . X .
. X X . X X .
. . X . X . .
. . X X X . .
. . . . . . .
vital b d5 none

# Five in a cup live.
. . . . .
. X X X .
X X . X X
X . . . X
X . X . X
vital b b1 none

# The rabbity six.
. . . . . . .
. . X X X . .
. X X . X X .
. X . . . X .
. X . . X X .
. X X X X . .
. . . . . . .
vital b d5 d4
vital b c3 d4

# On the edge.
. . . . .
. X X X X
X X . . X
X . . . X
X X . X X
vital b c1 c2

# The six of a rectangle live.
. . . . . . .
. . . . . . .
. X X X X X .
. X . . . X .
. X . . . X .
. X X X X X .
. . . . . . .
vital b c4 none

# A cross with a long arm lives.
. . . . . . .
. . X X X . .
. X X . X X X
. X . . . . X
. X X . X X X
. . X X X . .
. . . . . . .
vital b d5 none

# Seven points are too many.
. . . . . . .
. . . . . . .
X X X X X X .
X . . . . X .
X . . . X X .
X X X X X . .
. . . . . . .
vital b b4 none

# A captured stone inside counts as space.
. . . . .
. . . . .
. . . . .
X X X X .
. . O X .
vital b a1 b1

# The enemy has the vital point already.
. . . . .
. . . . .
. . . . .
X X X X .
. O . X .
vital b a1 none

# Two stones inside the bulky five.
. . . . . . .
. X X X X . .
. X O . X X .
. X . . O X .
. X X X X X .
. . . . . . .
. . . . . . .
vital b d5 d4

# A stone on each end of the pyramid.
. . . . . . .
. X X X X X .
. X O . O X .
. X X . X X .
. . X X X . .
. . . . . . .
. . . . . . .
vital b d5 d5

# With a stone on a middle point of four in a row, the other one kills.
. . . . . . .
. . . . . . .
X X X X X X .
X . O . . X .
X X X X X X .
. . . . . . .
. . . . . . .
vital b b4 d4

# So it does in a bent four
. . . . . . .
. X X X X X .
. X . O . X .
. X X X . X .
. . . X X X .
. . . . . . .
. . . . . . .
vital b c5 e5

# and in a zigzag.
. . . . . . .
. X X X X . .
. X . . X X .
. X X O . X .
. . X X X X .
. . . . . . .
. . . . . . .
vital b c5 d5

# A stone at the end does not change it: two eyes.
. . . . . . .
. . . . . . .
X X X X X X .
X O . . . X .
X X X X X X .
. . . . . . .
. . . . . . .
vital b c4 none

# The space is open: no shape.
. . . . .
. . . . .
. . . . .
X X . X .
. . . X .
vital b a1 none

# A wall of two chains.
. . . . .
. . . . .
X X X . .
. . . X .
X X X . .
vital b b2 b2

# The enemy's wall does not matter, only the owner's.
. . . . .
O O O O O
X X X X O
. . . X O
X X X O .
vital b c2 b2
