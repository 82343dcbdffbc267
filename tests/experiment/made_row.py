"""A row that is played in seconds."""

from tengen.experiment.row import Row, parse_row

TEXT = """
title = "Random against random"
source = "nobody (2026), table 0"

[setting]
preset = "random"
size = 9
komi = 7.5
opponent = { preset = "random" }
games = 1000

[[cells]]
name = "even"
published = 50

[[cells]]
name = "as White"
colour = "white"
published = 60
margin = 3.5

[[cells]]
name = "with a limit"
preset = "montecarlo"
set = { playout.policy = "random" }
simulations = 70000

[[cells]]
name = "of the future"
preset = "montecarlo"
set = { tree.terms = ["rave"], simulations = 10 }
opponent = { preset = "nonesuch" }
"""


def made_row() -> Row:
    return parse_row("made", TEXT)
