# The usual net, with and without a stone that stops the way along one side.
. . . . . . .
. . . X X . .
. . X O . . .
. . X . . . .
. . . . . . .
. . . . . . .
. . . . . . .
net d5 e4

. . . . . . .
. . . X . . .
. . X O . . .
. . X . . . .
. . . . . . .
. . . . . . .
. . . . . . .
net d5 none

# It captures a stone on its way out.
. . . O O . .
. . O X X O .
. . X O . . .
. . X . . . .
. . . . . . .
. . . . . . .
. . . . . . .
net d5 none
