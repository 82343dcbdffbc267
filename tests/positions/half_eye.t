# One hostile diagonal in the middle: the last empty one decides.
. . . . .
. X X . .
. X . X .
. O X X .
. . . . .
spoil b c3 d4
mend b c3 d4
spoil w c3 none

# Two are empty: it can be spoiled, but not mended by one move.
. . . . .
. . X . .
. X . X .
. O X X .
. . . . .
spoil b c3 b4 d4
mend b c3 none

# No hostile diagonal: a true eye whoever plays next.
. . . . .
. . X . .
. X . X .
. X X X .
. . . . .
spoil b c3 none

# Two hostile diagonals: false already.
. . . . .
. O X . .
. X . X .
. O X X .
. . . . .
spoil b c3 none

# At the edge and in the corner one diagonal decides.
. . . . .
. . . . .
. . . . .
. X X . X
X . X X .
spoil b b1 a2
mend b b1 a2
spoil b e1 d2

. . . . .
. . . . .
. . . . .
O . . . .
. O . . .
spoil w a1 b2
mend w a1 b2
