# Captures are suggested unread. This one leaves two liberties, and White catches the stone on the edge.
. . . . .
. . . . .
. . . . O
. . . . X
. . . . O
save e2 d2

# Two stones taken back are one eye.
. . . . .
. . . . .
O O O O .
X X X O .
O O . O .
save a2 none

# Of the two stones taken only one was a liberty: the chain stays in atari.
. . . . . . .
. . . . . . .
. . . . . . .
. O O X X . .
O X . O O X .
. O O X X . .
. . . . . . .
save b3 none
