# A capture is never refused. After this one White takes three stones back.
. . . . .
. . . . .
O O O . .
X X O . .
O . O . .
bad_self_atari b b1 yes

# Seki with an eye each: the four stones are a pyramid, but White has an eye beside it.
. . . . .
X X X X X
O O O O X
X X . O O
. X O O .
bad_self_atari b c2 yes
