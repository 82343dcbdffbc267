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

# Three liberties at once.
. . . . .
. . . . .
. O . . .
O X . . .
. O . . .
ladder b2 no

# The ladder runs into the far corner.
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . O . . . . . .
. O X . . . . . .
. . O O . . . . .
ladder c2 yes

# A friend on its way, in the middle,
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . X . . .
. . . . . . . . .
. . . . . . . . .
. . O . . . . . .
. O X . . . . . .
. . O O . . . . .
ladder c2 no

# where the ladder ends,
. . . . . . . . .
. . . . . . . . .
. . . . . . . X .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . O . . . . . .
. O X . . . . . .
. . O O . . . . .
ladder c2 no

# below it where he still helps,
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . X
. . . . . . . . .
. . O . . . . . .
. O X . . . . . .
. . O O . . . . .
ladder c2 no

# above it where he is one line too far off,
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . X . . . . .
. . . . . . . . .
. . . . . . . . .
. . O . . . . . .
. O X . . . . . .
. . O O . . . . .
ladder c2 yes

# and behind its end.
. . . . . . . . .
. . . . . . . X .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . O . . . . . .
. O X . . . . . .
. . O O . . . . .
ladder c2 yes

# An enemy on the way is no help.
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . O . . .
. . . . . . . . .
. . O . . . . . .
. O X . . . . . .
. . O O . . . . .
ladder c2 yes

# The friend at the end is in atari himself when the ladder arrives.
. . . . . . . . .
. . . . . . . . .
. . . . . . O O .
. . . . . O X O .
. . . . . . . . .
. . . . . . . . .
. . O . . . . . .
. O X . . . . . .
. . O O . . . . .
ladder c2 yes

# White runs from Black.
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
. . X . . . . . .
. X O . . . . . .
. . X X . . . . .
ladder c2 yes

# Along the edge into a wall.
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
O O . . . O .
O X . . . . .
ladder b1 yes

# Along the edge to a friend on the first line, who is as short of liberties.
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
O O . . . . .
O X . . . . X
ladder b1 yes

# Along the edge to a friend on the second line.
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
O O . . . X .
O X . . . . .
ladder b1 no

# Towards the edge, where it ends at once.
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . O .
. . . . O X .
. . . . . O .
ladder f2 yes

# One step from the edge, pushed along it.
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . O . .
. . . O X . .
. . . . O O .
ladder e2 yes

# Two stones are longer but no freer.
. . . . . . .
. . . . . . .
. . . . . . .
. . O O . . .
. O X X . . .
. . O O O . .
. . . . . . .
ladder c3 yes

# A stone of the wall can be taken at once.
. . . . . . .
. . . . . . .
. . . X . . .
. . X O . . .
. O O X . . .
. . . O O . .
. . . . . . .
ladder d3 no

# The stone of the wall has one liberty more, but not for long.
. . . . . . .
. . . . . . .
. . . . . . .
. . X O . . .
. O O X . . .
. . . O O . .
. . . . . . .
ladder d3 no

# The attacker's own stone gets into atari as he chases.
. . . . . . .
. . . . . . .
. . . X . . .
. . O . X . .
. O X . . . .
. . O O . . .
. . . . . . .
ladder c3 no

# Capturing first does not help, extending does.
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. X . . . . .
X O . . . . .
ladder b1 no

# Neither helps: the stone in the corner can be taken, but the chain dies.
. . . . .
. . . . .
. . . . .
. X X X .
X O . . .
ladder b1 yes

# Snapback: taking the throw-in leaves the chain in atari.
. . . . .
. . . . .
O O O . .
X X O . .
O . O . .
ladder a2 yes

# Taking two stones gives a single eye of two points.
. . . . .
. . . . .
O O O O .
X X X O .
O O . O .
ladder a2 yes

# Taking them where there is a liberty outside as well gives three.
. . . . .
. . . . .
O O O O .
X X X O .
O O . . .
ladder a2 no
save a2 c1

# Upwards, the wall on the other side.
. . . . . . .
. . . . . . .
. . O . . . .
. O X . . . .
. . O O . . .
. . . . . . .
. . . . . . .
ladder c4 yes

# The first extension has three liberties at once.
. . . . . . .
. . . . . . .
. . . . X . .
. . O . . . .
. O X . . . .
. . O . O . .
. . . . . . .
ladder c3 no

# The attacker has two ways, and either works.
. . . . . . .
. . . . . . .
. . . . . . .
. . O . . . .
. O X . O . .
. . O . . . .
. . . . . . .
ladder c3 yes

# With a friend above only the way down works,
. . . . . . .
. . . . . X .
. . . . . . .
. . O . . . .
. O X . O . .
. . O . . . .
. . . . . . .
ladder c3 yes

# with one below only the way up,
. . . . . . .
. . . . . . .
. . O . . . .
. O X . O . .
. . O . . . .
. . . . . . .
. . . . . X .
ladder c4 yes

# and with both none.
. . . . . . . . .
. . . . . . . . .
. . . . . X . . .
. . . . . . . . .
. . . O . . . . .
. . O X . O . . .
. . . O . . . . .
. . . . . . . . .
. . . . . X . . .
ladder d4 no

# The exit is suicide: nothing to read.
. . . . .
. . . . .
. O O . .
O X . O .
. O O . .
ladder b2 yes

# The exit takes a stone that does not touch the chain.
. . . . .
. . . . .
. O . X .
O X . O X
. O O X .
ladder b2 no

# The attacker must put a stone in atari: taken, it leaves the chain as short as before.
. . . . .
. . . . .
O . . . .
. O O . .
O X . X .
ladder b1 yes

# In the corner: White takes a liberty where he can be taken himself.
. . . . .
. . . . .
. . . . .
. X O . .
X O . O .
ladder a1 yes

# The same on the edge.
O X . . .
. O . . .
O . . . .
. . . . .
. . . . .
ladder b5 yes

# Friends that are in atari themselves are taken on the way.
O . . . .
X O . . .
. . . . .
X O . . .
O . . . .
ladder a4 yes

# So is the friend in the other corner.
O X . . X
. O . . O
. . . . .
. . . . .
. . . . .
ladder b5 yes

# And the friend in the middle.
. . . . .
. O . . .
. X O . .
X O . O .
. X O . .
ladder b3 yes

# Extending threatens a stone of the attacker, and it is taken in time.
. . . . .
. . . . .
. . O O .
. O X . .
. . O . X
ladder c2 no

# So on the first line between two attackers.
. . . . .
. . . . .
. . O . .
. . . . .
. O X O .
ladder c1 no

# And in the corner.
. . . . .
. . . . X
. . . . .
. . . . .
. . . O X
ladder e1 no

# A stone in atari that is better left alone: it is extending that saves the chain,
. . . . .
. . . . .
. . . . O
. . . . X
. . . . O
ladder e2 no

# also in the middle,
. . . . X
. . . O .
. . O X O
. . . . X
. . . . .
ladder d3 no

# and on the first line.
. . O X O
. . . . .
. . . . .
. . . . .
. . . . .
ladder d5 no

# Across the whole board, and into the corner.
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . O . . . . . . . . . .
. O X . . . . . . . . . .
. . O O . . . . . . . . .
ladder c2 yes

# A stone near the far corner breaks it.
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . X . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . O . . . . . . . . . .
. O X . . . . . . . . . .
. . O O . . . . . . . . .
ladder c2 no

# One line higher it does not.
. . . . . . . . . . . . .
. . . . . . . . . . X . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . O . . . . . . . . . .
. O X . . . . . . . . . .
. . O O . . . . . . . . .
ladder c2 yes

# With an enemy at each shoulder he does not break it.
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . O . . . . . .
. . . . . . . X . . . . .
. . . . . . . . O . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . O . . . . . . . . . .
. O X . . . . . . . . . .
. . O O . . . . . . . . .
ladder c2 yes

# The attacker's stone on the other side of the breaker catches both.
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . O O . . . . .
. . . . . O X O . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . O . . . . . . . . . .
. O X . . . . . . . . . .
. . O O . . . . . . . . .
ladder c2 yes

# From the other corner downwards.
. . . . . . . . . . . . .
. . . . . . . . . O O . .
. . . . . . . . . . X O .
. . . . . . . . . . O . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
ladder l11 yes

# The whole first line of the board is not long enough to get away.
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
. . . . . . . . . . . . .
O O . . . . . . . . . . .
O X . . . . . . . . . . .
ladder b1 yes

# An atari begins a ladder, or lets the stone out.
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. X O . . . .
. . X X . . .
. . . . . . .
atari_catches c3 c4 yes
atari_catches c3 d3 no

# A friend in the way.
. . . . . . .
. . . . . O .
. . . . . . .
. . . . . . .
. X O . . . .
. . X X . . .
. . . . . . .
atari_catches c3 c4 no
