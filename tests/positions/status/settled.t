# Finished games: a diagram, then the dead stones, those in seki, and the score with a komi of 0 under both rules.
# The left lower corner is what each position is about; all else is certainly alive.

# Nothing in doubt.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
X . X X X X X X X
X X X X X X X . X
X X X X . X X X X
dead none
seki none
japanese W+9.0
chinese B+9.0

# Seki: two chains without eyes share two liberties.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
X X X X X X X X X
O O O O O O X . X
. X X X . O X X X
dead none
seki a2 b1 b2 c1 c2 d1 d2 e2 f1 f2
japanese W+11.0
chinese W+7.0

# Seki: one eye each, and one liberty in common.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
O O O O O O X X X
. O X X X O X . X
O . X . X O X X X
dead none
seki a1 a3 b2 b3 c1 c2 c3 d2 d3 e1 e2 e3 f1 f2 f3
japanese W+11.0
chinese W+14.0

# Three in a row with a stone on the vital point.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
X X X X X X X X X
O O O O X X X . X
. X . O X X X X X
dead a2 b2 c2 d1 d2
seki none
japanese B+1.0
chinese B+9.0

# Four in a square are one eye.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
O O O X X X X X X
. . O X X X X . X
. . O X X X X X X
dead a3 b3 c1 c2 c3
seki none
japanese B+3.0
chinese B+9.0

# A bulky five with a stone on the vital point.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
O O O X X X X X X
. . O O X X X . X
. X . O X X X X X
dead a3 b3 c2 c3 d1 d2
seki none
japanese B+5.0
chinese B+9.0

# Four in the shape of a T, the vital point taken.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
O O O X X X X X X
O . O O X X X . X
. X . O X X X X X
dead a2 a3 b3 c2 c3 d1 d2
seki none
japanese B+6.0
chinese B+9.0

# Two points are one eye.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
X X X X X X X X X
O O O X X X X . X
. . O X X X X X X
dead a2 b2 c1 c2
seki none
japanese W+1.0
chinese B+9.0

# Four in a row live.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
X X X X X X X X X
O O O O O X X . X
. . . . O X X X X
dead none
seki none
japanese W+15.0
chinese W+11.0

# Four in a row live, with a dead stone inside.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
X X X X X X X X X
O O O O O X X . X
X . . . O X X X X
dead a1
seki none
japanese W+16.0
chinese W+11.0

# Two small eyes live.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
X X X X X X X X X
O O O O X X X . X
. O . O X X X X X
dead none
seki none
japanese W+13.0
chinese W+7.0

# A lone stone in a small corner.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
. . . X X X X X X
. O . X X X X . X
. . . X X X X X X
dead b2
seki none
japanese W+1.0
chinese B+9.0

# Two stones that cannot connect or live.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
. . . . X X X X X
. O X O X X X . X
X . X . X X X X X
dead b2 d2
seki none
japanese 0
chinese B+9.0

# A neutral point between the walls.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X . X X X X
X X X X X X X . X
X . X X X X X X X
X X X X X X X . X
X X X X . X X X X
dead none
seki none
japanese W+9.0
chinese B+8.0

# Bent four in the corner: White cannot begin, and Black need not.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
O O X X X X X X X
. O O O O X X . X
X X X . O X X X X
dead a3 b2 b3 c2 d2 e1 e2
seki none
japanese B+5.0
chinese B+9.0

# A capturing race that is over: White has fewer liberties.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
X O O O O X X X X
X O X X . X X . X
X O X . . X X X X
dead b1 b2 b3 c3 d3 e3
seki none
japanese B+4.0
chinese B+9.0

# Bent three with a stone inside.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
O O O X X X X X X
X . O X X X X . X
. O O X X X X X X
dead a3 b1 b3 c1 c2 c3
seki none
japanese B+3.0
chinese B+9.0

# A stone in atari that need not be taken.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
X X X X X X X X X
X . . X X X X . X
X O O . X X X X X
dead b1 c1
seki none
japanese W+4.0
chinese B+9.0

# Five in a row live.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
X X X X X X X X X
O O O O O O X . X
. . . . . O X X X
dead none
seki none
japanese W+16.0
chinese W+15.0

# One eye and no room for another.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
O O O X X X X X X
O . O X X X X . X
O O . X X X X X X
dead a1 a2 a3 b1 b3 c2 c3
seki none
japanese B+5.0
chinese B+9.0

# Two chains that are dead together.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
. . . X X X X X X
O O . X X X X . X
. . O X X X X X X
dead a2 b2 c1
seki none
japanese B+1.0
chinese B+9.0

# A stone in the corner cannot be taken without loss, and White is dead.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
X X X X X X X X X
O O X X X X X . X
X . O X X X X X X
dead a2 b2 c1
seki none
japanese W+4.0
chinese B+9.0

# A living group whose eyes are large.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
O O O O O X X X X
. . O . O X X . X
. . O . O X X X X
dead none
seki none
japanese W+17.0
chinese W+21.0

# A bulky shape in the corner: Black's stones inside are enough to kill.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
O O O O X X X X X
. X X O X X X . X
X X . O X X X X X
dead a3 b3 c3 d1 d2 d3
seki none
japanese B+3.0
chinese B+9.0

# A long eye along the edge is two eyes whoever plays first.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
O O O O O O X X X
. . . . . O X . X
O O O O O O X X X
dead none
seki none
japanese W+16.0
chinese W+27.0

# Two kos do not make an eye: while White takes one, Black ends the other.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
O X X X X X X . X
. O X X X X X X X
O O O X X X X . X
. O . O X X X X X
dead a2 a4 b1 b2 b3 c2 d1
seki none
japanese B+6.0
chinese B+9.0

# A snapback: who takes Black's stone loses three, so White is dead.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
X O O O X X X X X
X O X . X X X . X
X . O O X X X X X
dead b2 b3 c1 c3 d1 d3
seki none
japanese B+3.0
chinese B+9.0

# Short of liberties in their own shape: White's stones cannot connect.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
X O O X X X X X X
X O . O X X X . X
X X O O X X X X X
dead b2 b3 c1 c3 d1 d2
seki none
japanese B+2.0
chinese B+9.0

# Four points that bend round the side, the vital point taken.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
O O X X X X X . X
. O X X X X X X X
X . O X X X X . X
. O O X X X X X X
dead a4 b1 b3 b4 c1 c2
seki none
japanese B+4.0
chinese B+9.0

# An eye and more liberties win against one eye: no seki.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
O O O O O O X . X
. O X X X O X X X
. O X . X O X . X
. X X . X O X X X
dead a4 b2 b3 b4 c4 d4 e4 f1 f2 f3 f4
seki none
japanese B+16.0
chinese B+9.0

# Two stones that cannot connect in time.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
X . . X X X X X X
X O . O X X X . X
X X X . X X X X X
dead b2 d2
seki none
japanese W+3.0
chinese B+9.0

# One eye of a single point, and no second.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
O O X X X X X X X
. O . . X X X . X
O O . X X X X X X
dead a1 a3 b1 b2 b3
seki none
japanese B+3.0
chinese B+9.0

# A cross of five with its middle taken, and cutting points everywhere.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
O . O X X X X . X
. X . O X X X X X
O . O X X X X . X
O O O X X X X X X
dead a1 a2 a4 b1 c1 c2 c4 d3
seki none
japanese B+9.0
chinese B+9.0

# Three neutral points, apart from each other.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X . X . X . X X X
X X X X X X X . X
X . X X X X X X X
X X X X X X X . X
X X X X . X X X X
dead none
seki none
japanese W+9.0
chinese B+6.0

# Two neutral points side by side.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X . . X X X X
X X X X X X X . X
X . X X X X X X X
X X X X X X X . X
X X X X . X X X X
dead none
seki none
japanese W+9.0
chinese B+7.0

# Neutral points and a dead stone.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X . X . X X
X X X X X X X . X
. . . X X X X X X
. O . X X X X . X
. . . X X X X X X
dead b2
seki none
japanese W+1.0
chinese B+7.0

# A neutral point beside a living group.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X . X X X
X X X X X X X . X
X X X X X X X X X
O O O O O X X . X
. . . . O X X X X
dead none
seki none
japanese W+15.0
chinese W+12.0

# Seki: two chains without eyes share two liberties (colours exchanged, board turned).
. X O O O X . X .
O X O O O X X X X
O X O O O X . X .
O X O O O X . X X
. X O O O X . X .
X X O O O X . X X
O O O O O X . X .
O . O . O X . X X
O O O O O X . X .
dead none
seki a4 a6 a7 a8 b4 b5 b6 b7 b8 b9
japanese B+11.0
chinese B+7.0

# Seki: one eye each, and one liberty in common (colours exchanged, board turned).
X . X O O X . X .
. X X O O X X X X
O O X O O X . X .
. O X O O X . X X
O O X O O X . X .
X X X O O X . X X
O O O O O X . X .
O . O . O X . X X
O O O O O X . X .
dead none
seki a4 a5 a7 a9 b4 b5 b6 b7 b8 c4 c5 c6 c7 c8 c9
japanese B+11.0
chinese B+14.0

# Three in a row with a stone on the vital point (colours exchanged, board turned).
. X O O O X . X .
O X O O O X X X X
. X O O O X . X .
X X O O O X . X X
O O O O O X . X .
O O O O O X . X X
O O O O O X . X .
O . O . O X . X X
O O O O O X . X .
dead a6 b6 b7 b8 b9
seki none
japanese W+1.0
chinese W+9.0

# A bulky five with a stone on the vital point (colours exchanged, board turned).
. . X O O X . X .
O . X O O X X X X
. X X O O X . X .
X X O O O X . X X
O O O O O X . X .
O O O O O X . X X
O O O O O X . X .
O . O . O X . X X
O O O O O X . X .
dead a6 b6 b7 c7 c8 c9
seki none
japanese W+5.0
chinese W+9.0

# Four in a row live, with a dead stone inside (colours exchanged, board turned).
O X O O O X . X .
. X O O O X X X X
. X O O O X . X .
. X O O O X . X X
X X O O O X . X .
O O O O O X . X X
O O O O O X . X .
O . O . O X . X X
O O O O O X . X .
dead a9
seki none
japanese B+16.0
chinese B+11.0

# Bent four in the corner: White cannot begin, and Black need not (colours exchanged, board turned).
O . X O O X . X .
O X X O O X X X X
O X O O O X . X .
. X O O O X . X X
X X O O O X . X .
O O O O O X . X X
O O O O O X . X .
O . O . O X . X X
O O O O O X . X .
dead a5 b5 b6 b7 b8 c8 c9
seki none
japanese W+5.0
chinese W+9.0

# Bent three with a stone inside (colours exchanged, board turned).
. O X O O X . X .
X . X O O X X X X
X X X O O X . X .
O O O O O X . X X
O O O O O X . X .
O O O O O X . X X
O O O O O X . X .
O . O . O X . X X
O O O O O X . X .
dead a7 a8 b7 c7 c8 c9
seki none
japanese W+3.0
chinese W+9.0

# Two kos do not make an eye: while White takes one, Black ends the other (colours exchanged, board turned).
. X . X O X . X .
X X X O O X X X X
. X O O O X . X .
X O O O O X . X X
O O O O O X . X .
O O O O O X . X X
O O O O O X . X .
O . O . O X . X X
O O O O O X . X .
dead a6 a8 b7 b8 b9 c8 d9
seki none
japanese W+6.0
chinese W+9.0

# A snapback: who takes Black's stone loses three, so White is dead (colours exchanged, board turned).
O O O O O X . X .
. X X O O X X X X
X O X O O X . X .
X . X O O X . X X
O O O O O X . X .
O O O O O X . X X
O O O O O X . X .
O . O . O X . X X
O O O O O X . X .
dead a6 a7 b8 c6 c7 c8
seki none
japanese W+3.0
chinese W+9.0

# Two neutral points side by side (colours exchanged, board turned).
O O O O O X . X .
O O . O O X X X X
O O O O O X . X .
O O O O . X . X X
. O O O . X . X .
O O O O O X . X X
O O O O O X . X .
O . O . O X . X X
O O O O O X . X .
dead none
seki none
japanese B+9.0
chinese W+7.0

# A false eye: Black can capture a2, so White has only one eye.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O O O O O O
X X X X X X X X X
X X X X X X X . X
X X O O O X X X X
O X O . O X X . X
. O O O O X X X X
dead a2 b1 c1 c2 c3 d1 d3 e1 e2 e3
seki none
japanese B+11.0
chinese B+9.0

# A false eye: Black can capture a2, so White has only one eye (colours exchanged, board turned).
O O O O X X X X .
O . O O X . X O X
O O O O X X X O O
O . O O O O O O O
O O O O O O O O O
X X X X X X X X X
. . . . . . . X .
X X X X X X X X X
. X . X . X . X .
dead e7 e8 e9 f7 f9 g7 g8 g9 h9 j8
seki none
japanese W+11.0
chinese W+9.0

# A one-sided neutral point: White cannot fill it, and must connect once Black has.
. O . O . O . O .
O O O O O O O O O
. O . . . . . . .
O O O O . O O O O
X X X X O X X X X
X X X X O . X . X
X . X X X X X X X
X X X X X X X . X
X X X X . X X X X
dead none
seki none
japanese W+9.0
chinese B+4.0

# A one-sided neutral point: Black cannot fill it, and must connect once White has (colours exchanged, board turned).
O O O O O X . X .
O O . O O X X X X
O O O O O X . X .
O O O O O X . X X
. O O X X . . X .
O O O . O X . X X
O O O O O X . X .
O . O . O X . X X
O O O O O X . X .
dead none
seki none
japanese B+9.0
chinese W+4.0
