# Atari from the open side: the stone is pushed to the edge. It runs; on a3 it would be in atari itself.
. . . . .
. . . . .
. O . . .
O X . . .
. . . . .
attack_two b2 c2
defend_two b2 b1 c2

# Even from the side of its friend: it extends to three liberties, and the atari was for nothing.
. . . . . . .
. . . . . . .
. . . . . . .
. . O . . . .
. O X . X . .
. . . . . . .
. . . . . . .
attack_two c3 none

# Either atari lets it get three liberties: it cannot be caught.
. . . . . . .
. . . . . . .
. . . . . . .
. . O . . . .
. O X . . . .
. . . . . . .
. . . . . . .
can_be_caught c3 no
attack_two c3 none
defend_two c3 none

# On the first line it can.
. . . . .
. . . . .
. . . . .
. O . . .
. X . . .
can_be_caught b1 yes

# A stone in the corner is caught from either side.
. . . . .
. . . . .
. . . . .
. . . . .
X . . . .
can_be_caught a1 yes
attack_two a1 a2 b1
defend_two a1 a2 b1

# From above, not from the end of the line.
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
O O . . . . .
X X X . . . .
attack_two c1 c2
defend_two c1 c2 d1

# Between two walls both ataris catch it, and it has nowhere to go.
. . . . . . .
. . . . . . .
. . O O . . .
. O X . . O .
. O . . O . .
. . O O . . .
. . . . . . .
can_be_caught c4 yes

# One of the points is suicide for the attacker: he must take the other.
. . . . .
. . . . .
O O O . .
X X O . .
. X . O .
attack_two b2 c1
can_be_caught b2 yes

# Both are: an eye and a point that is safe to nobody else.
. . . . .
. . . . .
O O O O .
X X X O .
. X . X .
attack_two b2 none
can_be_caught b2 no

# One atari would be a self-atari, and after the other it connects: nothing to gain.
. . . . . . .
. . . . . . .
. . X O . . .
. X O . O . .
. X O . . . .
. . X . . . .
. . . . . . .
attack_two c4 none

# Extending takes a stone of the attacker: that atari is the worse one.
. . . . . . .
. . . . . . .
. . O X . . .
. O X O X . .
. O X . . . .
. O . . . . .
. . . . . . .
attack_two c4 d3

# Atari on the cutting stone is the answer, or on the two above.
. . . . .
. . . . .
O O X . .
X X O . .
. . . . .
defend_two b2 b4 d2

# Run where three liberties are.
. . . . . . .
. . . . . . .
. . . . . . .
. O O . . . .
. O X . . . .
. O . O . . .
. . O . . . .
defend_two c3 d3

# Nowhere to run, nothing to attack.
. . . . .
. . . . .
O O O O .
X X X . O
. O O O .
can_be_caught c2 yes
defend_two c2 none

# Join the friend on either side.
. . . . . . .
. . . . . . .
. O O O . . .
X . X . X . .
. O O O . . .
. . . . . . .
. . . . . . .
defend_two c4 b4 d4

# White runs as Black does.
. . . . . . .
. . . . . . .
. . . . . . .
. X X . . . .
. X O . . . .
. X . X . . .
. . X . . . .
defend_two c3 d3

# A chain with an outlet at each end: atari where it would get more.
. . . . . . .
. . . . . . .
. O O O . . .
. . X X . . .
. O O O O . .
. . . . . . .
. . . . . . .
attack_two c4 e4

# On the edge, with a way up and a way along.
. . . . .
. . . . .
X . . . .
X O . . .
X O . . .
attack_two a3 b3

# A friend within reach on both sides: no reason to run.
. . . . . . .
. . . . . . .
. . . . . . .
. . O . . . .
. O X . . . .
. . . X . . .
. . . . . . .
can_be_caught c3 no
defend_two c3 none
