// All that the page knows from the server: the last messages, and nothing that is derived from them.

import type {
  Analysis,
  Answer,
  Count,
  EnginePlayed,
  GameFile,
  GameLine,
  GameView,
  HintMove,
  Matches,
  MatchTable,
  NodeView,
  Playout,
  PositionView,
  Preparation,
  Problem,
  ReviewProgress,
  ScoreEstimate,
  SetupDescription,
  Thinking,
  Welcome,
} from "./messages";

/** What there is for each of the two setups of an analysis, side by side. */
export type Slots<T> = readonly [T, T];

export interface State {
  welcome: Welcome | null;
  problem: Problem | null;
  /** How far the engine is, by board size. */
  preparations: Readonly<Record<number, Preparation>>;
  /** The open game; its nodes are in `nodes`. */
  game: GameView | null;
  /** The record's nodes by number; parents come before their children, siblings in the order of the record. */
  nodes: ReadonlyMap<number, NodeView>;
  position: PositionView | null;
  /** What the engine is busy with. */
  thinking: readonly Thinking["what"][];
  enginePlayed: EnginePlayed | null;
  hint: HintMove | null;
  estimate: ScoreEstimate | null;
  count: Count | null;
  file: GameFile | null;
  games: readonly GameLine[];
  analysis: Slots<Analysis | null>;
  /** Why an analysis ended, if the person did not end it. */
  analysisEnd: Slots<string | null>;
  playout: Slots<Playout | null>;
  description: Slots<SetupDescription | null>;
  review: ReviewProgress | null;
  matches: Matches | null;
  matchTable: MatchTable | null;
}

export const EMPTY: State = {
  welcome: null,
  problem: null,
  preparations: {},
  game: null,
  nodes: new Map(),
  position: null,
  thinking: [],
  enginePlayed: null,
  hint: null,
  estimate: null,
  count: null,
  file: null,
  games: [],
  analysis: [null, null],
  analysisEnd: [null, null],
  playout: [null, null],
  description: [null, null],
  review: null,
  matches: null,
  matchTable: null,
};

/** What belongs to one position, and goes when another is shown. */
const OF_POSITION = { hint: null, estimate: null, playout: [null, null] } as const;

/** What belongs to one game, and goes when another is opened. */
const OF_GAME = { ...OF_POSITION, count: null, position: null, thinking: [], enginePlayed: null, analysis: [null, null], review: null } as const;

/** Returns the state after a message of the server. */
export function reduce(state: State, answer: Answer): State {
  switch (answer.type) {
    case "welcome":
      return { ...state, welcome: answer, games: answer.games, problem: null };
    case "problem":
      return { ...state, problem: answer };
    case "preparation":
      return { ...state, preparations: { ...state.preparations, [answer.size]: answer } };
    case "game_view": {
      const isSame = state.game?.game === answer.game;
      const nodes = new Map(answer.nodes.map((node) => [node.node, node]));
      return { ...state, ...(isSame ? {} : OF_GAME), game: answer, nodes };
    }
    case "nodes_changed":
      return answer.game === state.game?.game ? { ...state, nodes: changedNodes(state.nodes, answer.nodes, answer.removed) } : state;
    case "position_view": {
      const isSame = state.position?.node === answer.node && state.position.game === answer.game;
      return { ...state, ...(isSame ? {} : OF_POSITION), position: answer };
    }
    case "thinking": {
      const others = state.thinking.filter((what) => what !== answer.what);
      return { ...state, thinking: answer.is_busy ? [...others, answer.what] : others };
    }
    case "engine_played":
      return { ...state, enginePlayed: answer };
    case "hint_move":
      return answer.node === state.position?.node ? { ...state, hint: answer, estimate: null } : state;
    case "score_estimate":
      return answer.node === state.position?.node ? { ...state, estimate: answer, hint: null } : state;
    case "count":
      return { ...state, count: answer };
    case "game_file":
      return { ...state, file: answer };
    case "games":
      return { ...state, games: answer.games };
    case "analysis":
      return {
        ...state,
        analysis: inSlot(state.analysis, answer.slot, answer),
        analysisEnd: inSlot(state.analysisEnd, answer.slot, null),
      };
    case "analysis_ended":
      return { ...state, analysisEnd: inSlot(state.analysisEnd, answer.slot, answer.text) };
    case "playout":
      return { ...state, playout: inSlot(state.playout, answer.slot, answer) };
    case "setup_description":
      return { ...state, description: inSlot(state.description, answer.slot, answer) };
    case "review_progress":
      return answer.game === state.game?.game ? { ...state, review: answer } : state;
    case "matches":
      return { ...state, matches: answer };
    case "match_table":
      return { ...state, matchTable: answer };
    default:
      return unknown(answer);
  }
}

/** Fails to compile when a kind of message is not handled. */
function unknown(answer: never): never {
  throw new Error(`unknown message: ${JSON.stringify(answer)}`);
}

function inSlot<T>(slots: Slots<T>, slot: number, value: T): Slots<T> {
  return slot === 0 ? [value, slots[1]] : [slots[0], value];
}

/** Returns the nodes after a change. New nodes come last, so parents still come before their children. */
function changedNodes(nodes: ReadonlyMap<number, NodeView>, changed: readonly NodeView[], removed: readonly number[]): ReadonlyMap<number, NodeView> {
  const result = new Map(nodes);
  for (const node of removed) result.delete(node);
  for (const node of changed) result.set(node.node, node);
  return result;
}
