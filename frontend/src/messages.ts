// What the page and the server say to each other. Rendered from src/tengen/web/messages.py by
// `python -m tengen.web.typescript`: change that file, not this one.

/** How an engine plays: a preset, perhaps weakened to a level, with changed options. */
export interface Setup {
  preset?: string;
  level?: string | null;
  options?: Record<string, string>;
}

/** What a new game is played with. */
export interface GameSetup {
  size?: number;
  komi?: number | null;
  rules?: string;
  handicap?: number;
  human?: "black" | "both" | "white";
  opponent?: Setup;
  time?: string | null;
  name?: string;
}

/** The first message of a page. The game of an earlier visit is opened again, or else the last game. */
export interface Hello {
  type: "hello";
  request?: number;
  token?: string;
  game?: string | null;
}

/** Start a game. */
export interface NewGame {
  type: "new_game";
  request?: number;
  setup: GameSetup;
}

/** Open an earlier game. */
export interface OpenGame {
  type: "open_game";
  request?: number;
  game: string;
}

/** Delete a game for ever. */
export interface DeleteGame {
  type: "delete_game";
  request?: number;
  game: string;
}

/** Ask for the list of games. */
export interface ListGames {
  type: "list_games";
  request?: number;
}

/** Open a game record as a new game for review. */
export interface ImportGame {
  type: "import_game";
  request?: number;
  name: string;
  sgf: string;
}

/** Ask for the game as SGF; ``GameFile`` answers. */
export interface ExportGame {
  type: "export_game";
  request?: number;
}

/** Play at the current node. A move that is in the record already only goes there. */
export interface Play {
  type: "play";
  request?: number;
  move: string;
}

/** Give up the game. */
export interface Resign {
  type: "resign";
  request?: number;
}

/** Take back the person's last move and the answer to it; on a board without opponent the last move. */
export interface Undo {
  type: "undo";
  request?: number;
}

/** Show another node of the record. In a game with an opponent the game itself stays where it is. */
export interface Go {
  type: "go";
  request?: number;
  node: number;
}

/** Change the comment of a node. */
export interface Annotate {
  type: "annotate";
  request?: number;
  node: number;
  comment: string;
}

/** Remove a node and all that follows it. */
export interface RemoveNode {
  type: "remove_node";
  request?: number;
  node: number;
}

/** Make the variation of a node the main line. */
export interface PromoteNode {
  type: "promote_node";
  request?: number;
  node: number;
}

/** Go on against another opponent, or with the other colour, or without an opponent. */
export interface ChangeOpponent {
  type: "change_opponent";
  request?: number;
  human: "black" | "both" | "white";
  opponent: Setup;
}

/** Ask for a good move in the shown position; ``HintMove`` answers. */
export interface Hint {
  type: "hint";
  request?: number;
}

/** Ask for the likely score of the shown position; ``ScoreEstimate`` answers. */
export interface EstimateScore {
  type: "estimate_score";
  request?: number;
}

/** Call a chain dead, or alive again, while the game is counted; ``Count`` answers. */
export interface ToggleDead {
  type: "toggle_dead";
  request?: number;
  point: string;
}

/** Agree with the count: the game is over. */
export interface AcceptCount {
  type: "accept_count";
  request?: number;
}

/** Play on instead of counting: the passes are taken back. */
export interface ResumeGame {
  type: "resume_game";
  request?: number;
}

/** Search the shown position, and every one that is shown later, until ``StopAnalysis``; ``Analysis`` answers. */
export interface Analyse {
  type: "analyse";
  request?: number;
  setups: Setup[];
}

/** End the analysis. */
export interface StopAnalysis {
  type: "stop_analysis";
  request?: number;
}

/** Say which nodes of the search tree are unfolded. Each later ``Analysis`` has their children. */
export interface ShowOutline {
  type: "show_outline";
  request?: number;
  slot: number;
  paths: string[][];
}

/** Ask for one playout from the shown position, by the playout policy of a slot; ``Playout`` answers. */
export interface RunPlayout {
  type: "run_playout";
  request?: number;
  slot: number;
  seed?: number | null;
}

/** Ask which parts a setup uses; ``SetupDescription`` answers. */
export interface DescribeSetup {
  type: "describe_setup";
  request?: number;
  slot: number;
  setup: Setup;
}

/** Search every position of the shown line in the background; ``Evaluations`` and ``ReviewProgress`` answer. */
export interface ReviewGame {
  type: "review_game";
  request?: number;
  simulations?: number;
}

/** End the review; what was found is kept. */
export interface StopReview {
  type: "stop_review";
  request?: number;
}

/** Ask for the matches and the rows of experiments; ``Matches`` answers. */
export interface ListMatches {
  type: "list_matches";
  request?: number;
}

/** Start a match between two setups or engines, or go on with it. */
export interface StartMatch {
  type: "start_match";
  request?: number;
  name: string;
  first: Setup;
  second: Setup | string;
  size?: number;
  komi?: number | null;
  rules?: string;
  games?: number;
  simulations?: number | null;
  seconds?: number | null;
}

/** Play games of a row of published results, or go on with it. */
export interface StartExperiment {
  type: "start_experiment";
  request?: number;
  row: string;
  cells?: string[];
  games?: number;
}

/** Stop a match after the games that are being played; ``ResumeMatch`` goes on with it. */
export interface StopMatch {
  type: "stop_match";
  request?: number;
  match: string;
}

/** Go on with a match, or a row of experiments, that was stopped, until it has all games that were wanted. */
export interface ResumeMatch {
  type: "resume_match";
  request?: number;
  match: string;
}

/** Ask for the table of a match, now and after every game; None ends that. ``MatchTable`` answers. */
export interface WatchMatch {
  type: "watch_match";
  request?: number;
  match: string | null;
}

/** Open a game of a match for review. It is not added to the games of the person. */
export interface OpenMatchGame {
  type: "open_match_game";
  request?: number;
  match: string;
  pairing: string;
  number: number;
}

/** Something to choose, with a sentence about it. */
export interface Choice {
  name: string;
  summary: string;
}

/** A rule set. */
export interface RulesChoice {
  name: string;
  summary: string;
  komi: number;
  scoring: "area" | "territory";
}

/** An option of a part. */
export interface OptionView {
  name: string;
  description: string;
  kind: string;
  choices: string[] | null;
  default: string;
}

/** A technique that can be switched on and off. */
export interface PartView {
  name: string;
  family: string;
  switch: string;
  summary: string;
  options: OptionView[];
  page: string | null;
}

/** A game in the list of games. */
export interface GameLine {
  game: string;
  title: string;
  size: number;
  moves: number;
  result: string | null;
  changed: number;
}

/** One result of a row. */
export interface ExperimentCell {
  name: string;
  conditions: string;
  published: string | null;
}

/** A row of published results. */
export interface ExperimentRow {
  row: string;
  title: string;
  source: string;
  cells: ExperimentCell[];
}

/** The answer to ``Hello``. */
export interface Welcome {
  type: "welcome";
  version: string;
  session: string;
  presets: Choice[];
  levels: string[];
  rules: RulesChoice[];
  parts: PartView[];
  games: GameLine[];
  cores: number;
  new_game: GameSetup;
}

/** A request could not be carried out, or something went wrong. The text is for people. */
export interface Problem {
  type: "problem";
  text: string;
  request: number;
  is_fatal: boolean;
}

/** How far the engine is with compiling or loading its code for a board size. */
export interface Preparation {
  type: "preparation";
  size: number;
  share: number;
  text: string;
  seconds_left: number | null;
}

/** A node of the game record. */
export interface NodeView {
  node: number;
  parent: number | null;
  colour: "black" | "white" | null;
  move: string | null;
  number: number;
  comment: string;
  win_rate: number | null;
  score: number | null;
  lost: number | null;
  better: string | null;
  marks: Record<string, string>;
}

/** The whole game; sent when it is opened, and when much has changed. */
export interface GameView {
  type: "game_view";
  game: string;
  is_kept: boolean;
  title: string;
  setup: GameSetup;
  komi: number;
  black: string;
  white: string;
  date: string;
  nodes: NodeView[];
  engine_ready: boolean;
}

/** Nodes that are new or have changed, and nodes that are gone. */
export interface NodesChanged {
  type: "nodes_changed";
  game: string;
  nodes: NodeView[];
  removed: number[];
}

/** The time of one side. */
export interface ClockView {
  seconds: number;
  periods: number;
  stones: number;
  is_running: boolean;
}

/** The shown position; sent after every change of it. */
export interface PositionView {
  type: "position_view";
  game: string;
  node: number;
  live: number;
  stones: number[];
  to_play: "black" | "white";
  last: string | null;
  ko: string | null;
  illegal: string[];
  captured_black: number;
  captured_white: number;
  phase: "counting" | "over" | "playing";
  turn: "engine" | "nobody" | "you";
  result: string | null;
  clock_black: ClockView | null;
  clock_white: ClockView | null;
}

/** Whether the engine is choosing a move, giving a hint or counting. */
export interface Thinking {
  type: "thinking";
  what: "count" | "hint" | "move" | "score";
  is_busy: boolean;
}

/** The engine has made a move or resigned. */
export interface EnginePlayed {
  type: "engine_played";
  node: number;
  move: string;
  win_rate: number | null;
  simulations: number;
}

/** The move that the engine would play. */
export interface HintMove {
  type: "hint_move";
  node: number;
  move: string;
  win_rate: number | null;
  sequence: string[];
}

/** The likely score of a position. */
export interface ScoreEstimate {
  type: "score_estimate";
  node: number;
  text: string;
  lead: number;
  win_rate: number;
  ownership: number[];
}

/** The count of a finished game, which the person may change. */
export interface Count {
  type: "count";
  node: number;
  dead: string[];
  owners: number[];
  text: string;
  black: number;
  white: number;
}

/** The game as SGF. */
export interface GameFile {
  type: "game_file";
  name: string;
  sgf: string;
}

/** The list of games, the last changed first. */
export interface Games {
  type: "games";
  games: GameLine[];
}

/** What one part adds to the urgency of a move. */
export interface Addend {
  part: string;
  value: number;
}

/** A move at the root of a search. */
export interface Candidate {
  move: string;
  visits: number;
  win_rate: number;
  score: number | null;
  lower_bound: number;
  prior: number | null;
  amaf: number | null;
  criticality: number | null;
  urgency: number | null;
  addends: Addend[];
  sequence: string[];
  sequence_visits: number[];
}

/** A node of the search tree. Numbers are from the view of the side that moves there. */
export interface OutlineNode {
  move: string;
  colour: "black" | "white";
  visits: number;
  win_rate: number;
  prior: number | null;
  amaf: number | null;
  children: number;
}

/** The most visited children of an unfolded node of the search tree. */
export interface OutlineLevel {
  path: string[];
  nodes: OutlineNode[];
}

/** What the search of a slot has found so far. */
export interface Analysis {
  type: "analysis";
  slot: number;
  node: number;
  colour: "black" | "white";
  is_final: boolean;
  visits: number;
  simulations: number;
  seconds: number;
  win_rate: number;
  score: number;
  depth: number;
  tree_nodes: number;
  memory_used: number;
  moves: Candidate[];
  ownership: number[];
  criticality: number[] | null;
  prior: number[] | null;
  outline: OutlineLevel[];
}

/** The analysis of a slot has ended. */
export interface AnalysisEnded {
  type: "analysis_ended";
  slot: number;
  text: string | null;
}

/** A move of a playout. */
export interface PlayoutMove {
  move: string;
  colour: "black" | "white";
  rule: string;
  captured: string[];
}

/** One playout. */
export interface Playout {
  type: "playout";
  slot: number;
  node: number;
  seed: number;
  moves: PlayoutMove[];
  score: string;
}

/** The value of an option in a setup. */
export interface OptionValue {
  name: string;
  value: string;
  is_changed: boolean;
}

/** Which parts a setup uses. */
export interface SetupDescription {
  type: "setup_description";
  slot: number;
  setup: Setup;
  on: string[];
  needed: string[];
  values: OptionValue[];
  level_options: OptionValue[];
}

/** How far a review is. */
export interface ReviewProgress {
  type: "review_progress";
  game: string;
  done: number;
  total: number;
  is_running: boolean;
}

/** A match in the list of matches. */
export interface MatchLine {
  match: string;
  title: string;
  games: number;
  wanted: number;
  is_running: boolean;
}

/** The matches, and the rows of experiments that can be started. */
export interface Matches {
  type: "matches";
  matches: MatchLine[];
  rows: ExperimentRow[];
}

/** A pairing of a match. */
export interface PairingView {
  pairing: string;
  first: string;
  second: string;
  conditions: string;
  wins: number;
  losses: number;
  draws: number;
  void: number;
  win_rate: number | null;
  low: number | null;
  high: number | null;
  elo: number | null;
  published: string | null;
}

/** A game of a match. */
export interface MatchGameLine {
  pairing: string;
  number: number;
  black: string;
  white: string;
  result: string;
  reason: string;
  moves: number;
}

/** A match as it stands. */
export interface MatchTable {
  type: "match_table";
  match: string;
  title: string;
  is_running: boolean;
  pairings: PairingView[];
  games: MatchGameLine[];
  messages: string[];
}

export type Request =
  | Hello
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
  | OpenMatchGame;

export type Answer =
  | Welcome
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
  | MatchTable;
