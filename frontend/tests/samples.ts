// Messages for tests.

import type { GameView, NodeView, PositionView } from "../src/messages";

export function node(number: number, parent: number | null, more: Partial<NodeView> = {}): NodeView {
  return { node: number, parent, colour: null, move: null, number, comment: "", win_rate: null, score: null, lost: null, better: null, marks: {}, ...more };
}

export function gameView(name: string, nodes: NodeView[]): GameView {
  return { type: "game_view", game: name, is_kept: true, title: "", setup: {}, komi: 7, black: "", white: "", date: "", nodes, engine_ready: true };
}

export function positionView(game: string, number: number, more: Partial<PositionView> = {}): PositionView {
  return {
    type: "position_view",
    game,
    node: number,
    live: number,
    stones: [],
    to_play: "black",
    last: null,
    ko: null,
    illegal: [],
    captured_black: 0,
    captured_white: 0,
    phase: "playing",
    turn: "you",
    result: null,
    clock_black: null,
    clock_white: null,
    ...more,
  };
}
