"""What the page and the server say to each other, each message declared once.

``tengen.web.typescript`` renders these classes as the types of the front end (``frontend/src/messages.ts``). A page
opens one WebSocket. Every message is a JSON object with the field ``type``.

- A move is a name: ``E5``, ``pass`` or ``resign``. A list with a value for each point goes row by row from the top left
  corner. Stones are 1 for Black, -1 for White and 0 for none, as in the board of the page.
- Numbers of a report are from the view of the side to move, as in ``tengen.Report``. Evaluations of nodes and scores
  are from Black's view.
- A node is a position of the game record, and has a number that never changes. Number 0 is the start.
- A **setup** says how an engine plays. An analysis has one or two, side by side: slot 0 and slot 1.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Colour = Literal["black", "white"]
Number = Annotated[int, Meta(ge=0, le=10**9)]
Slot = Annotated[int, Meta(ge=0, le=1)]
Name = Annotated[str, Meta(max_length=100)]
Text = Annotated[str, Meta(max_length=100_000)]
Size = Annotated[int, Meta(ge=2, le=25)]
Path = Annotated[list[Name], Meta(max_length=200)]
"""A node of the search tree, as the moves that lead to it from the root."""


def _tag(name: str) -> str:
    """Return the ``type`` of a message: ``NewGame`` is ``new_game``."""
    return "".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name).removeprefix("_")


class Message(msgspec.Struct, tag_field="type", tag=_tag, forbid_unknown_fields=True):
    """Base of all messages in both directions."""


class Part(msgspec.Struct, forbid_unknown_fields=True):
    """Base of what messages are made of."""


# What both sides say


class Setup(Part, kw_only=True):
    """How an engine plays: a preset, perhaps weakened to a level, with changed options."""

    preset: Name = "tengen"
    level: Name | None = None
    options: Annotated[dict[Name, Annotated[str, Meta(max_length=1000)]], Meta(max_length=200)] = {}
    """Options by dotted name, as on the command line: ``{"tree.terms": "-rave", "tree.rave.equivalence": "3000"}``."""


class GameSetup(Part, kw_only=True):
    """What a new game is played with."""

    size: Size = 9
    komi: Annotated[float, Meta(ge=-400, le=400)] | None = None
    """None is the usual komi of the rules; 0.5 with handicap stones."""
    rules: Name = "chinese"
    handicap: Annotated[int, Meta(ge=0, le=9)] = 0
    human: Literal["black", "white", "both"] = "black"
    """The side that the person plays; ``both`` is a board to try moves on, without an opponent."""
    opponent: Setup = msgspec.field(default_factory=Setup)
    time: Name | None = None
    """Time of each side, as for ``tengen play --time``: ``5m+3s``, ``10m+5x30s``; None is no clock."""
    name: Name = ""
    """The person's name in the record."""


# From the page to the server


class Request(Message, kw_only=True):
    """Base of what the page says. A ``Problem`` that answers a request repeats its number."""

    request: Number = 0


class Hello(Request, kw_only=True):
    """The first message of a page. The game of an earlier visit is opened again, or else the last game."""

    token: Name = ""
    """The word that ``--token`` demands."""
    game: Name | None = None


class NewGame(Request, kw_only=True):
    """Start a game."""

    setup: GameSetup


class OpenGame(Request, kw_only=True):
    """Open an earlier game."""

    game: Name


class DeleteGame(Request, kw_only=True):
    """Delete a game for ever."""

    game: Name


class ListGames(Request, kw_only=True):
    """Ask for the list of games."""


class ImportGame(Request, kw_only=True):
    """Open a game record as a new game for review."""

    name: Name
    """Name of the file, for the title; nothing is read from there."""
    sgf: Annotated[bytes, Meta(max_length=4_000_000)]
    """The file, in base64."""


class ExportGame(Request, kw_only=True):
    """Ask for the game as SGF; ``GameFile`` answers."""


class Play(Request, kw_only=True):
    """Play at the current node. A move that is in the record already only goes there."""

    move: Name


class Resign(Request, kw_only=True):
    """Give up the game."""


class Undo(Request, kw_only=True):
    """Take back the person's last move and the answer to it; on a board without opponent the last move."""


class Go(Request, kw_only=True):
    """Show another node of the record. In a game with an opponent the game itself stays where it is."""

    node: Number


class Annotate(Request, kw_only=True):
    """Change the comment of a node."""

    node: Number
    comment: Text


class RemoveNode(Request, kw_only=True):
    """Remove a node and all that follows it."""

    node: Number


class PromoteNode(Request, kw_only=True):
    """Make the variation of a node the main line."""

    node: Number


class ChangeOpponent(Request, kw_only=True):
    """Go on against another opponent, or with the other colour, or without an opponent."""

    human: Literal["black", "white", "both"]
    opponent: Setup


class Hint(Request, kw_only=True):
    """Ask for a good move in the shown position; ``HintMove`` answers."""


class EstimateScore(Request, kw_only=True):
    """Ask for the likely score of the shown position; ``ScoreEstimate`` answers."""


class ToggleDead(Request, kw_only=True):
    """Call a chain dead, or alive again, while the game is counted; ``Count`` answers."""

    point: Name


class AcceptCount(Request, kw_only=True):
    """Agree with the count: the game is over."""


class ResumeGame(Request, kw_only=True):
    """Play on instead of counting: the passes are taken back."""


class Analyse(Request, kw_only=True):
    """Search the shown position, and every one that is shown later, until ``StopAnalysis``; ``Analysis`` answers."""

    setups: Annotated[list[Setup], Meta(min_length=1, max_length=2)]


class StopAnalysis(Request, kw_only=True):
    """End the analysis."""


class ShowOutline(Request, kw_only=True):
    """Say which nodes of the search tree are unfolded. Each later ``Analysis`` has their children."""

    slot: Slot
    paths: Annotated[list[Path], Meta(max_length=100)]


class RunPlayout(Request, kw_only=True):
    """Ask for one playout from the shown position, by the playout policy of a slot; ``Playout`` answers."""

    slot: Slot
    seed: Number | None = None


class DescribeSetup(Request, kw_only=True):
    """Ask which parts a setup uses; ``SetupDescription`` answers."""

    slot: Slot
    setup: Setup


class ReviewGame(Request, kw_only=True):
    """Search every position of the shown line in the background; ``Evaluations`` and ``ReviewProgress`` answer."""

    simulations: Annotated[int, Meta(ge=1, le=1_000_000)] = 2000


class StopReview(Request, kw_only=True):
    """End the review; what was found is kept."""


class ListMatches(Request, kw_only=True):
    """Ask for the matches and the rows of experiments; ``Matches`` answers."""


class StartMatch(Request, kw_only=True):
    """Start a match between two setups or engines, or go on with it."""

    name: Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._-]*$")]
    first: Setup
    second: Setup | Annotated[str, Meta(pattern=r"^gnugo:[0-9]{1,2}$")]
    """Another setup, or GNU Go at a level: ``gnugo:10``."""
    size: Size = 9
    komi: Annotated[float, Meta(ge=-400, le=400)] | None = None
    rules: Name = "chinese"
    games: Annotated[int, Meta(ge=1, le=100_000)] = 100
    simulations: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None
    seconds: Annotated[float, Meta(ge=0.05, le=3600)] | None = None
    """Seconds for each move, if ``simulations`` is None."""


class StartExperiment(Request, kw_only=True):
    """Play games of a row of published results, or go on with it."""

    row: Name
    cells: list[Name] = []
    """Names of the cells; an empty list is all."""
    games: Annotated[int, Meta(ge=1, le=100_000)] = 10


class StopMatch(Request, kw_only=True):
    """Stop a match after the games that are being played; ``ResumeMatch`` goes on with it."""

    match: Name


class ResumeMatch(Request, kw_only=True):
    """Go on with a match, or a row of experiments, that was stopped, until it has all games that were wanted."""

    match: Name


class WatchMatch(Request, kw_only=True):
    """Ask for the table of a match, now and after every game; None ends that. ``MatchTable`` answers."""

    match: Name | None


class OpenMatchGame(Request, kw_only=True):
    """Open a game of a match for review. It is not added to the games of the person."""

    match: Name
    pairing: Name
    number: Number


REQUESTS = (
    Hello
    | NewGame
    | OpenGame
    | DeleteGame
    | ListGames
    | ImportGame
    | ExportGame
    | Play
    | Resign
    | Undo
    | Go
    | Annotate
    | RemoveNode
    | PromoteNode
    | ChangeOpponent
    | Hint
    | EstimateScore
    | ToggleDead
    | AcceptCount
    | ResumeGame
    | Analyse
    | StopAnalysis
    | ShowOutline
    | RunPlayout
    | DescribeSetup
    | ReviewGame
    | StopReview
    | ListMatches
    | StartMatch
    | StartExperiment
    | StopMatch
    | ResumeMatch
    | WatchMatch
    | OpenMatchGame
)


# From the server to the page: what there is to choose from


class Choice(Part, kw_only=True):
    """Something to choose, with a sentence about it."""

    name: str
    summary: str


class RulesChoice(Choice, kw_only=True):
    """A rule set."""

    komi: float
    scoring: Literal["area", "territory"]


class OptionView(Part, kw_only=True):
    """An option of a part."""

    name: str
    """Its dotted name."""
    description: str
    kind: str
    """What it takes: ``number, 0 to 1``."""
    choices: list[str] | None
    """The values, if there are only some."""
    default: str


class PartView(Part, kw_only=True):
    """A technique that can be switched on and off."""

    name: str
    family: str
    """``terms``, ``priors``, ``rules``, ..."""
    switch: str
    """The option that lists the parts in use: ``tree.terms``."""
    summary: str
    options: list[OptionView]
    page: str | None
    """Address of its page on this server."""


class GameLine(Part, kw_only=True):
    """A game in the list of games."""

    game: str
    title: str
    """Who plays whom."""
    size: int
    moves: int
    result: str | None
    changed: float
    """When it was last changed, in seconds since 1970."""


class ExperimentCell(Part, kw_only=True):
    """One result of a row."""

    name: str
    conditions: str
    """Opponent, board and limit, in a few words."""
    published: str | None = None
    """What the paper has; None for a row of our own."""


class ExperimentRow(Part, kw_only=True):
    """A row of published results."""

    row: str
    title: str
    source: str
    """The paper and its table."""
    cells: list[ExperimentCell]


class Welcome(Message, kw_only=True):
    """The answer to ``Hello``.

    While the engine's code is still being loaded ``parts`` is empty; the message comes again when they are known.
    """

    version: str
    session: str
    presets: list[Choice]
    levels: list[str]
    rules: list[RulesChoice]
    parts: list[PartView]
    games: list[GameLine]
    cores: int
    new_game: GameSetup
    """What a new game is at first, as the command line says."""


class Problem(Message, kw_only=True):
    """A request could not be carried out, or something went wrong. The text is for people."""

    text: str
    request: int = 0
    is_fatal: bool = False
    """Whether the server closes the connection: a wrong token, or too many pages."""


class Preparation(Message, kw_only=True):
    """How far the engine is with compiling or loading its code for a board size."""

    size: int
    share: float
    """From 0 to 1, which is ready."""
    text: str
    """What is being done."""
    seconds_left: float | None = None


# The game


class NodeView(Part, kw_only=True):
    """A node of the game record."""

    node: int
    parent: int | None
    colour: Colour | None
    """None for the start and for nodes that only set up stones."""
    move: str | None
    number: int
    """How many moves lead to it."""
    comment: str = ""
    win_rate: float | None = None
    """What a search thought of it: probability that Black wins."""
    score: float | None = None
    """Black's expected lead."""
    lost: float | None = None
    """The win rate that the move lost for its own side, compared with the node before."""
    better: str | None = None
    """The move that the search prefers, where this one was a mistake."""
    marks: dict[str, str] = {}
    """Marks of the record by point: ``triangle``, ``square``, ``circle``, ``cross``, or a label as ``=A``."""


class GameView(Message, kw_only=True):
    """The whole game; sent when it is opened, and when much has changed."""

    game: str
    is_kept: bool
    """Whether it is in the list of games; a game of a match is not."""
    title: str
    setup: GameSetup
    komi: float
    black: str
    white: str
    date: str
    nodes: list[NodeView]
    """Parents come before their children; siblings in the order of the record, the main line first."""
    engine_ready: bool


class NodesChanged(Message, kw_only=True):
    """Nodes that are new or have changed, and nodes that are gone."""

    game: str
    nodes: list[NodeView] = []
    removed: list[int] = []


class ClockView(Part, kw_only=True):
    """The time of one side."""

    seconds: float
    """Seconds left, of the main time or of the period."""
    periods: int
    """Byoyomi periods left; 0 in main time, or without overtime."""
    stones: int
    """Stones to play in the period."""
    is_running: bool


class PositionView(Message, kw_only=True):
    """The shown position; sent after every change of it."""

    game: str
    node: int
    """The node that is shown."""
    live: int
    """The node that the game has reached. With an opponent, moves are played only where both are the same."""
    stones: list[int]
    to_play: Colour
    last: str | None
    ko: str | None
    illegal: list[str]
    """Empty points where the side to play may not move."""
    captured_black: int
    """Black stones that were captured."""
    captured_white: int
    phase: Literal["playing", "counting", "over"]
    turn: Literal["you", "engine", "nobody"]
    result: str | None
    clock_black: ClockView | None = None
    clock_white: ClockView | None = None


class Thinking(Message, kw_only=True):
    """Whether the engine is choosing a move, giving a hint or counting."""

    what: Literal["move", "hint", "score", "count"]
    is_busy: bool


class EnginePlayed(Message, kw_only=True):
    """The engine has made a move or resigned."""

    node: int
    move: str
    win_rate: float | None
    """The engine's own chances."""
    simulations: int


class HintMove(Message, kw_only=True):
    """The move that the engine would play."""

    node: int
    move: str
    win_rate: float | None
    sequence: list[str]


class ScoreEstimate(Message, kw_only=True):
    """The likely score of a position."""

    node: int
    text: str
    """``B+3.5``."""
    lead: float
    """Black's expected lead."""
    win_rate: float
    """Probability that Black wins."""
    ownership: list[float]
    """From 1, Black's, to -1, White's."""


class Count(Message, kw_only=True):
    """The count of a finished game, which the person may change."""

    node: int
    dead: list[str]
    owners: list[int]
    text: str
    black: float
    white: float


class GameFile(Message, kw_only=True):
    """The game as SGF."""

    name: str
    sgf: bytes


class Games(Message, kw_only=True):
    """The list of games, the last changed first."""

    games: list[GameLine]


# Analysis


class Addend(Part, kw_only=True):
    """What one part adds to the urgency of a move."""

    part: str
    value: float


class Candidate(Part, kw_only=True):
    """A move at the root of a search."""

    move: str
    visits: int
    win_rate: float
    score: float | None
    lower_bound: float
    prior: float | None
    amaf: float | None
    criticality: float | None
    urgency: float | None
    """The number by which the search compares moves: the sum of the addends."""
    addends: list[Addend]
    sequence: list[str]
    sequence_visits: list[int]


class OutlineNode(Part, kw_only=True):
    """A node of the search tree. Numbers are from the view of the side that moves there."""

    move: str
    colour: Colour
    visits: int
    win_rate: float
    prior: float | None
    amaf: float | None
    children: int
    """How many children have been visited."""


class OutlineLevel(Part, kw_only=True):
    """The most visited children of an unfolded node of the search tree."""

    path: list[str]
    nodes: list[OutlineNode]


class Analysis(Message, kw_only=True):
    """What the search of a slot has found so far."""

    slot: int
    node: int
    colour: Colour
    """The side to move."""
    is_final: bool
    """Whether the search has ended by itself, at its limits."""
    visits: int
    simulations: int
    seconds: float
    win_rate: float
    score: float
    depth: float
    tree_nodes: int
    memory_used: float
    """Share of the tree's memory, from 0 to 1."""
    moves: list[Candidate]
    ownership: list[float]
    """From 1, the side to move, to -1, the opponent."""
    criticality: list[float] | None
    prior: list[float] | None
    """Prior win rate of a move at each point; 0 where there is none."""
    outline: list[OutlineLevel]


class AnalysisEnded(Message, kw_only=True):
    """The analysis of a slot has ended."""

    slot: int
    text: str | None = None
    """Why, if the person did not end it."""


class PlayoutMove(Part, kw_only=True):
    """A move of a playout."""

    move: str
    colour: Colour
    rule: str
    """The rule that chose it; ``uniform`` where none did."""
    captured: list[str]
    """The points of the stones that it captured."""


class Playout(Message, kw_only=True):
    """One playout."""

    slot: int
    node: int
    seed: int
    moves: list[PlayoutMove]
    score: str
    """``B+3.5``."""


class OptionValue(Part, kw_only=True):
    """The value of an option in a setup."""

    name: str
    value: str
    is_changed: bool
    """Whether it differs from the preset's."""


class SetupDescription(Message, kw_only=True):
    """Which parts a setup uses."""

    slot: int
    setup: Setup
    on: list[str]
    """The parts in use, as ``family/name``; parts that others need are among them."""
    needed: list[str]
    """Those in use only because another part needs them."""
    values: list[OptionValue]
    """The options of the parts in use."""
    level_options: list[OptionValue] = []
    """What the level sets on the board of the open game. It is changed where the setup has another value."""


class ReviewProgress(Message, kw_only=True):
    """How far a review is."""

    game: str
    done: int
    total: int
    is_running: bool


# Laboratory


class MatchLine(Part, kw_only=True):
    """A match in the list of matches."""

    match: str
    title: str
    games: int
    wanted: int
    is_running: bool


class Matches(Message, kw_only=True):
    """The matches, and the rows of experiments that can be started."""

    matches: list[MatchLine]
    rows: list[ExperimentRow]


class PairingView(Part, kw_only=True):
    """A pairing of a match."""

    pairing: str
    first: str
    second: str
    conditions: str
    """Board, komi, rules and limit, in a few words."""
    wins: int
    losses: int
    draws: int
    void: int
    win_rate: float | None
    """Win rate of the first player."""
    low: float | None
    high: float | None
    """The ends of its 95 % interval."""
    elo: float | None
    published: str | None = None
    """What the paper has, for a row of published results."""


class MatchGameLine(Part, kw_only=True):
    """A game of a match."""

    pairing: str
    number: int
    black: str
    white: str
    result: str
    reason: str
    moves: int


class MatchTable(Message, kw_only=True):
    """A match as it stands."""

    match: str
    title: str
    is_running: bool
    pairings: list[PairingView]
    games: list[MatchGameLine]
    """The last games, the newest first."""
    messages: list[str]
    """What the runner has to say, the newest last."""


ANSWERS = (
    Welcome
    | Problem
    | Preparation
    | GameView
    | NodesChanged
    | PositionView
    | Thinking
    | EnginePlayed
    | HintMove
    | ScoreEstimate
    | Count
    | GameFile
    | Games
    | Analysis
    | AnalysisEnded
    | Playout
    | SetupDescription
    | ReviewProgress
    | Matches
    | MatchTable
)
