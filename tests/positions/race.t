# Two liberties each: the side to play takes one from outside.
. . . . . . .
. . . . . . .
. . . . . . .
O O O . . . .
O O O X X X .
O X X O O X .
. . . . . X .
race c2 d1 e1
race d2 b1 c1

# Three to two: decided, whoever plays.
. . . . . . .
. . . . . . .
. . . . . . .
O O O . . . .
O O O X X X .
X X X O O X .
. . . . . X .
race c2 none
race d2 none

# Two shared liberties and none outside: seki.
. . . . . . .
. . O . . . .
. O O X X . .
O O O X X . .
O X X O X . .
O X . O X . .
O X . O X . .
race c3 none
race d3 none

# A liberty more on one side: that side captures, or the other makes it a seki.
. . . . . . .
. . O . . . .
. O O X X . .
O O O X X . .
O X X O X . .
O X . O X . .
. X . O X . .
race c3 c1 c2
race d3 a1

# With an eye the shared liberties are its owner's: decided.
. . . . . . .
. O O . . . .
. O O X X . .
O O O X X . .
O X X O X . .
X X . O X . .
. X . O X . .
race c3 none
race d3 none

# A stone at d1 would be in atari: c1 prepares it. That at f1 is in atari, too, but taking it is a mistake (snapback).
. . . . . . .
. . . . . . .
. . . . . . .
O O O . . . .
O O O X X X X
O X X O O O X
. . . . O . .
race c2 c1 f1

# The enemy can still run out to the right, so it is no race.
. . . . . . .
. . . . . . .
. . . . . . .
O O O . . . .
O O O X X X .
O X X O O O .
. . . . X . .
race c2 none
