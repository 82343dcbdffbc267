# Three liberties: all may be taken.
. . . . .
. . . . .
. O . . .
. X . . .
. . . . .
attack_n b2 a2 b1 c2

# Not where the attacker would be in atari.
. . . . .
. . . . .
O O O O .
X X X X O
. . . . O
attack_n b2 b1 c1 d1

# Extending gains a liberty even on the edge.
. . . . .
. . . . .
. O . . .
. X . . .
. . . . .
defend_n b2 a2 b1 c2

# In the corner, along one side and into the middle; the point beside the other gains nothing.
. . . . .
. . . . .
. . . . .
X . . . .
X . . . .
defend_n a1 a3 b2

# Nothing to gain on any side.
. . . . .
. . . . .
O O O . .
X X X O .
. . . O .
defend_n b2 none

# Four liberties on an open board.
. . . . .
. . . . .
. . X . .
. . . . .
. . . . .
attack_n c3 b3 c2 c4 d3
defend_n c3 b3 c2 c4 d3

# The eye of the chain is no point for the attacker.
. . . . .
. . . . .
X X . . .
. X O . .
X X O . .
attack_n b2 a4 b4 c3

# A ko is left alone.
. . . . .
. . O X .
. O . O X
. . O X .
. . . . .
ko c3
attack_n c4 b4 c5

# White as Black.
. . . . .
. . . . .
. X . . .
. O . . .
. . . . .
defend_n b2 a2 b1 c2
