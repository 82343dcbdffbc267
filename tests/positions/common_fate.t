# On the empty board it is the number of steps.
. . . . .
. . . . .
. . . . .
. . . . .
. . . . .
distance c3 c3 0
distance c3 c4 1
distance c3 e5 4
distance a1 e5 8

# A chain is one node.
. . . . . . .
. . . . . . .
. . . . . . .
X X X X X X X
. . . . . . .
. . . . . . .
. . . . . . .
distance a4 g4 0
distance a5 g3 2
distance a7 g7 6

# Chains of both colours are.
. . . . . . .
. . . . . . .
. X X X X X .
. O O O O O .
. . . . . . .
. . . . . . .
. . . . . . .
distance b5 f4 1
distance a5 g4 3
distance b6 f3 3

# Diagonal stones are two steps apart.
. . . . .
. . . . .
. X . . .
. . X . .
. . . . .
distance b3 c2 2

# Through an enemy chain as through an own one.
. . . . .
X X X X X
. . . . .
O O O O O
. . . . .
distance a1 e5 4
distance c4 c2 2

# From a point beside a long chain to its other end.
. . . . . . .
. X X X X . .
. X . . X . .
. X . . X . .
. X . . X . .
. . . . . . .
. . . . . . .
distance a3 f3 2
distance c3 d3 1
distance c5 g5 3
