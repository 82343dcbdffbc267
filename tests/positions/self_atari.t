# A lone stone with one liberty.
. O . .
. X . .
O . . .
. O . .
self_atari b a3 no
self_atari b a4 yes
self_atari b a1 yes
bad_self_atari b a1 yes

# A capture is no self-atari.
X O . .
. O . .
O O . .
. . . .
self_atari w a3 no
