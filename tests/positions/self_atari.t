# A lone stone that is left one liberty.
. O . . .
. X . . .
O . . . .
. O . . .
. . . . .
self_atari b a4 no
self_atari b a5 yes
self_atari b a2 yes
bad_self_atari b a2 yes

# A capture is none.
X O . . .
. O . . .
O O . . .
. . . . .
. . . . .
self_atari w a4 no

# A capture that leaves the stone with one liberty is a ko, and none either.
. . . . .
. X O . .
X O . O .
. X O . .
. . . . .
self_atari b c3 no

# A friend with liberties to spare.
. . . . .
. O O . .
O . X X .
. O O . .
. . . . .
self_atari b b3 no

# A friend without.
. . . . .
. O O O .
O . X X O
. O O . .
. . . . .
self_atari b b3 yes
bad_self_atari b b3 yes
other_liberty b b3 d2

# Into the tiger's mouth.
. . . . .
. . O . .
. O . O .
. . . . .
. . . . .
bad_self_atari b c3 yes
other_liberty b c3 none

# Two stones at its shoulders change nothing while the mouth is open.
. . . . .
. X O X .
. O . O .
. . . . .
. . . . .
bad_self_atari b c3 yes

# A throw-in: the mouth is closed, and what is taken is no eye with two enemies at its shoulders.
. . . . .
. X O X .
. O . O .
. O . O .
. . O . .
self_atari b c3 yes
bad_self_atari b c3 no

# One is not enough in the middle.
. . . . .
. X O . .
. O . O .
. O . O .
. . O . .
bad_self_atari b c3 yes

# It is on the edge.
. . . . .
. . . . .
X X X . .
. X O O O
. O . . O
self_atari b c1 yes
bad_self_atari b c1 no

# There without it the eye is a real one.
. . . . .
. . . . .
X X . . .
. O O O O
. O . . O
bad_self_atari b c1 yes

# One point takes the stone in the corner, the other gives one away.
. . . . .
. . . . .
. X . . .
X O O O .
O . . O .
self_atari b b1 no
bad_self_atari b c1 yes

# A stone under the enemy on the first line, with the other side open.
. . . . .
. . . . .
. X O . .
. X O O .
. . . O .
self_atari b c1 yes
bad_self_atari b c1 yes

# Snapback in the corner.
. . . . .
. . . . .
X X . . .
O O X . .
. . O X .
self_atari b a1 yes
bad_self_atari b a1 no

# No snapback: White takes another stone as well.
. . . . .
. . . . .
X X X . .
O O O X .
. . X O .
bad_self_atari b a1 yes

# Snapback in an eye of two points,
. . . . . . .
. . . . . . .
. X X X X . .
X O O O O X .
X O . . O X .
X O O O O X .
. X X X X . .
bad_self_atari b c3 no
bad_self_atari b d3 no

# but not while White has a liberty outside.
. . . . . . .
. . . . . . .
. X X . X . .
X O O O O X .
X O . . O X .
X O O O O X .
. X X X X . .
bad_self_atari b c3 yes

# Beside the own wall: whoever takes it is taken back.
. . . . .
. . . . .
. . . . .
X X O O .
X . . O .
self_atari b c1 yes
bad_self_atari b c1 no

# Nakade: the second stone in a space of three.
. . . . .
. . . . .
. . . . .
O O O O .
. X . O .
self_atari b a1 yes
bad_self_atari b a1 no
bad_self_atari b c1 no

# The first one at its end lets White make two eyes.
. . . . .
. . . . .
. . . . .
O O O O .
. . . O .
bad_self_atari b a1 yes
bad_self_atari b c1 yes
self_atari b b1 no

# Three stones in a space of four.
. . . . .
. . . . .
. . . . .
O O O O O
. X X . O
bad_self_atari b a1 no
bad_self_atari b d1 no

# Four in a row leave two eyes: seki is better.
. . . . .
. . . . .
X X X X X
O O O O O
. X X X .
bad_self_atari b a1 yes
bad_self_atari b e1 yes
other_liberty b a1 none

# Three stones of a bulky five: the square is dead, the zigzag lives.
. . . . .
O . . . .
. O . . .
X X O . .
. X O . .
bad_self_atari b a1 no
bad_self_atari b a3 yes

# The pyramid four in a crossed five.
. . . . . . .
. . O O O . .
. O O . O O .
. O X X X O .
. O O . O O .
. . O O O . .
. . . . . . .
bad_self_atari b d5 no
bad_self_atari b d3 no

# The bulky five in a rabbity six.
. . . . . . .
. . O O O . .
. O O X O O .
. O . X . O .
. O X X O O .
. O O O O . .
. . . . . . .
bad_self_atari b c4 no
bad_self_atari b e4 yes

# The rabbity six in a space of seven.
. . . . . . .
. O O O O O .
. O . X O O .
. O X X X O .
. O X . O O .
. O O O O . .
. . . . . . .
bad_self_atari b d3 no
bad_self_atari b c5 yes

# Seven stones are too many.
. . . . .
. . . . .
O O O O O
X X X X X
. X . O O
bad_self_atari b a1 yes

# The last liberty joins friends: that is where to play.
. . . . .
O O O X X
. X X . X
O O O O X
. . . . .
self_atari b a3 yes
bad_self_atari b a3 yes
other_liberty b a3 d3

# A liberty in the corner is the worse of two.
. . . . .
. . . . .
O O O . .
X X . . .
. O . . .
self_atari b a1 yes
bad_self_atari b a1 yes
other_liberty b a1 c2

# An eye of two points: neither may be filled.
. . . . .
. . . . .
O O O O .
X X X X O
. . O O .
bad_self_atari b a1 yes
bad_self_atari b b1 yes
other_liberty b a1 none

# Joining two chains that are short of liberties.
. . . . .
. O . O .
O X . X O
. O . O .
. . . . .
self_atari b c3 no

# The same below a wall.
. . . . .
. O O O .
O X . X O
. O . O .
. . . . .
self_atari b c3 yes
bad_self_atari b c3 yes
other_liberty b c3 none

# A chain in atari that extends and stays in it.
. . . . .
. . . . .
. O O . .
O X . . O
. O O . .
self_atari b c2 yes
bad_self_atari b c2 yes
other_liberty b c2 none

# White throws in as Black does.
. . . . .
. O X O .
. X . X .
. X . X .
. . X . .
bad_self_atari w c3 no

# Two empty neighbours are enough.
. . . . .
. . . . .
. . . . .
. . . . .
. . . . .
self_atari b a1 no

# With the wall closed below, the three stones are inside an eye space: nakade.
. . . . .
. O O O .
O X . X O
. O . O .
. . O . .
self_atari b c3 yes
bad_self_atari b c3 no

# Seki: filling the shared liberty kills oneself.
. . . . . . .
. . . . . . .
X X X X X X X
O O O O O O X
O X X X X O X
O X . . X O X
O X X X X O .
bad_self_atari b c2 yes
bad_self_atari b d2 yes

# Seki in the corner with liberties shared.
. . . . . . .
. X X X X X .
X X O O O X .
X O O X O X .
X O X X O X .
X O X . O X .
X O X . O X .
bad_self_atari b d1 yes
bad_self_atari b d2 yes
