# The extension gets three liberties.
. . . . .
. . . . .
. O . . .
O X . . .
. O . . .
save b2 c2

# It joins a friend who has enough of them.
. . . . .
. . . . .
. O O . .
O X . X .
. O O . .
save b2 c2

# The friend is as short of liberties: together they are still in atari.
. . . . .
. . . O .
. O O X .
O X . X O
. O O O .
save b2 none

# The extension would be suicide.
. . . . .
. . . . .
. O O . .
O X . O .
. O O . .
save b2 none

# It gets one liberty for the other, and stays in atari.
. . . . .
. . . . .
. O O . .
O X . . O
. O O . .
save b2 none

# Two liberties and nobody near: the ladder works on a small board.
. . . . . . .
. . . . . . .
. . . . . . .
. . O . . . .
. O X . . . .
. . O O . . .
. . . . . . .
save c3 none

# The same with a friend in the way of the ladder.
. . . . . . .
. . . . . . .
. . . . . X .
. . O . . . .
. O X . . . .
. . O O . . .
. . . . . . .
save c3 d3

# Crawling on the first line leads into the corner.
. . . . .
. . . . .
. . . . .
O O . . .
O X . . .
save b1 none

# Crawling towards a friend on the second line.
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
. . . . . . .
O O . . X . .
O X . . . . .
save b1 c1

# Out of one corner into the next.
. . . . .
. . . . .
. . . . .
O . . . .
X . . . .
save a1 none

# Out of the corner along the edge, two stones at once.
. . . . .
. . . . .
. . . . .
O O O . .
X X . . .
save a1 none

# Two stones on the second line step down: the edge gives them too little.
. . . . .
. . . . .
. O O . .
O X X O .
. . O . .
save b2 none

# So does one.
. . . . .
. . . . .
. O . . .
O X O . .
. . . . .
save b2 none

# A false eye in the corner: filling it is suicide.
. . . . .
. . . . .
O . . . .
X O . . .
. X O . .
save a2 none

# Extend, or take the attacker: both work.
. . . . . . .
. . . . . . .
. . . . . . .
. . X O X . .
. O O X . . .
. . . O O . .
. . . . . . .
save d3 d5 e3

# Only the capture works.
. . . . . . .
. . . . . . .
. . . . . . .
. . X O X . .
. . O X O . .
. . O . O . .
. . . O . . .
save d3 d5

# Extending to two liberties would do as well, but the capture is better.
. . . . . . .
. . . . . . .
. . . . . . .
. . X O X . .
. O O X . O .
. . . O O . .
. . . . . . .
save d3 d5

# Two attackers can be taken.
. . . . .
. . . . .
X O X . .
O X O . .
. . O . .
save b2 a1 b4

# The attacker to take is at the other end of the chain.
. . . . . . .
X X . . . . .
X . . . . . .
X O O O O . .
O X X X X O .
. O O O . O .
. . . . O . .
save e3 a2

# The exit itself takes a stone that does not touch the chain.
. . . . .
. . . . .
. O . X .
O X . O X
. O O X .
save b2 c2

# Joining the friends on the edge leaves all with one liberty.
. . . . .
. . X X X
. O O O O
O X . X X
. O O O .
save b2 none

# Taking three stones on the exit.
. . . . .
X X X . .
O O O X .
X X . X .
O O O . .
save a2 c2

# Snapback: taking the stone leaves a single liberty.
. . . . .
. . . . .
O O O . .
X X O . .
O . O . .
save a2 none

# Joining the friend on the other side leaves both with one liberty.
. . . . . . .
. . O O . . .
. O X X O . .
. O X . X . .
. O X X O . .
. . O O . . .
. . . . . . .
save c4 none

# The ko may be taken,
. . . . . . .
. . . . . . .
. . X O . . .
. X O . O . .
. O X O . . .
. O . O . . .
. . O . . . .
save c3 d4

# but not if White has just taken it himself.
. . . . . . .
. . . . . . .
. . X O . . .
. X O . O . .
. O X O . . .
. O . O . . .
. . O . . . .
ko d4
save c3 none

# A ko elsewhere does not matter.
. . . . .
. O . . .
O X . . .
. O . . X
. . . X .
ko e1
save b3 c3

# White runs as Black does.
. . . . . . .
. . . . . . .
. . . . . O .
. . X . . . .
. X O . . . .
. . X X . . .
. . . . . . .
save c3 d3

# A long chain on the edge in atari: it joins the friend above.
. . . . .
X X . . .
. O . . .
X O . . .
X O . . .
save a1 a3

# The same without the friend.
. . . . .
. . . . .
. O . . .
X O . . .
X O . . .
save a1 none

# Two chains share their last liberty and live together.
. . . . . . .
. . . O . . .
. . O X O . .
. O X . . . .
. . O X . . .
. . . . . . .
. . . . . . .
save c4 d4
save d5 d4
