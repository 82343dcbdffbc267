import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, HintMove, ScoreEstimate } from "../src/messages";
import { EMPTY, reduce } from "../src/state";
import { gameView, node, positionView } from "./samples";

function after(...answers: Answer[]) {
  return answers.reduce(reduce, EMPTY);
}

const HINT: HintMove = { type: "hint_move", node: 1, move: "E5", win_rate: 0.5, sequence: ["E5"] };
const ESTIMATE: ScoreEstimate = { type: "score_estimate", node: 1, text: "B+1.5", lead: 1.5, win_rate: 0.6, ownership: [] };

test("a game brings its nodes, and changes are applied to them", () => {
  const state = after(gameView("a", [node(0, null), node(1, 0), node(2, 1)]), {
    type: "nodes_changed",
    game: "a",
    nodes: [node(1, 0, { comment: "good" }), node(3, 1)],
    removed: [2],
  });
  assert.deepEqual([...state.nodes.keys()], [0, 1, 3]);
  assert.equal(state.nodes.get(1)?.comment, "good");
});

test("changes of another game are ignored", () => {
  const state = after(gameView("a", [node(0, null)]), { type: "nodes_changed", game: "b", nodes: [node(1, 0)], removed: [0] });
  assert.deepEqual([...state.nodes.keys()], [0]);
});

test("a hint goes when another node is shown, and stays when the same one is sent again", () => {
  const shown = after(gameView("a", []), positionView("a", 1), HINT);
  assert.equal(reduce(shown, positionView("a", 1)).hint, HINT);
  assert.equal(reduce(shown, positionView("a", 2)).hint, null);
});

test("a hint for a node that is no longer shown is ignored", () => {
  assert.equal(after(positionView("a", 2), HINT).hint, null);
});

test("the latest of hint and estimate is kept alone", () => {
  const state = after(positionView("a", 1), HINT, ESTIMATE);
  assert.deepEqual([state.hint, state.estimate], [null, ESTIMATE]);
  assert.deepEqual([reduce(state, HINT).hint, reduce(state, HINT).estimate], [HINT, null]);
});

test("opening another game forgets the old one; the same game again does not", () => {
  const old = after(gameView("a", []), positionView("a", 1), { type: "thinking", what: "move", is_busy: true });
  assert.equal(reduce(old, gameView("a", [])).position?.node, 1);
  const other = reduce(old, gameView("b", []));
  assert.equal(other.position, null);
  assert.deepEqual(other.thinking, []);
});

test("the engine may be busy with several things", () => {
  const busy = after({ type: "thinking", what: "move", is_busy: true }, { type: "thinking", what: "score", is_busy: true });
  assert.deepEqual(busy.thinking, ["move", "score"]);
  assert.deepEqual(reduce(busy, { type: "thinking", what: "move", is_busy: false }).thinking, ["score"]);
});

test("preparations are kept for each board size", () => {
  const part = { type: "preparation", text: "", seconds_left: null } as const;
  const state = after({ ...part, size: 9, share: 0.5 }, { ...part, size: 19, share: 0.1 }, { ...part, size: 9, share: 1 });
  assert.deepEqual(Object.values(state.preparations).map((one) => [one.size, one.share]), [[9, 1], [19, 0.1]]);
});

test("the two slots of an analysis do not touch each other", () => {
  const state = after({ type: "analysis_ended", slot: 1, text: "memory" });
  assert.deepEqual(state.analysisEnd, [null, "memory"]);
});

test("a field that a message does not touch stays the same object", () => {
  const before = after(gameView("a", [node(0, null)]), positionView("a", 0));
  const now = reduce(before, { type: "thinking", what: "move", is_busy: true });
  assert.equal(now.nodes, before.nodes);
  assert.equal(now.position, before.position);
});
