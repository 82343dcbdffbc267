# Caught in the corner.
. . . . .
. . . . .
. O . . .
O X O . .
. . . . .
ladder b2 yes

# A friend in the way breaks it.
. . . . . . .
. . . . . . .
. . . . . . .
. . O X . . .
. O X . . . .
. . O . . . .
. . . . . . .
ladder c3 no
