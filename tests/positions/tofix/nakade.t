# Stones inside five points and more are seen as space only. Here the point beside the stone kills.
. . . . . . .
. X X X . . .
. X . X X X .
. X O . . X .
. X . X X X .
. X X X . . .
. . . . . . .
vital b e4 d4
