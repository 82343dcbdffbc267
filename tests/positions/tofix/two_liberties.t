# Ladders are not read: a friend is near enough, and the stone cannot be caught.
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
O . . X . . .
O X . . . . .
can_be_caught b1 no

# The side of the friend is the side to cut off, here too far for counting liberties.
. . . . .
. . . . .
. . . . .
. . . X .
X . . . .
attack_two a1 b1

# The atari that leaves less can be answered by taking it.
. . . . .
. . . . .
O O . . .
. X . . .
O X O . .
attack_two b1 c2

# Nothing catches this stone, but it is defended.
. . . . .
. . . . .
X . . . .
O . . . .
X . . . .
defend_two a3 none
