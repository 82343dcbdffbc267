import assert from "node:assert/strict";
import { test } from "node:test";
import type { NodeView } from "../src/messages";
import { lineAfter, pathTo } from "../src/record";
import { heightOf, pieces, scoreRange } from "../src/review/graph";
import { mistakeOf, mistakesOf, worstOf } from "../src/review/mistakes";
import { node } from "./samples";

const NODES = new Map<number, NodeView>([0, 1, 2, 3, 4].map((number) => [number, node(number, number === 0 ? null : number === 4 ? 1 : number - 1)]));
const CHILDREN = new Map([[0, [1]], [1, [2, 4]], [2, [3]]]);
const numbers = (nodes: readonly NodeView[]) => nodes.map((one) => one.node);

test("the path leads from the start to a node", () => {
  assert.deepEqual(numbers(pathTo(NODES, 4)), [0, 1, 4]);
  assert.deepEqual(numbers(pathTo(NODES, 99)), []);
});

test("the line goes on with the first child, or with the one that was shown last", () => {
  assert.deepEqual(numbers(lineAfter(NODES, CHILDREN, 0, new Map())), [1, 2, 3]);
  assert.deepEqual(numbers(lineAfter(NODES, CHILDREN, 0, new Map([[1, 4]]))), [1, 4]);
  assert.deepEqual(numbers(lineAfter(NODES, CHILDREN, 0, new Map([[1, 77]]))), [1, 2, 3]);
});

test("mistakes are sorted by what they lost", () => {
  const line = [0.01, 0.05, 0.3, 0.12].map((lost, index) => node(index, null, { lost }));
  assert.deepEqual(line.map(mistakeOf), [null, "doubtful", "blunder", "mistake"]);
  assert.deepEqual(numbers(mistakesOf(line)), [2, 3, 1]);
});

test("where a game was lost bit by bit, the few moves that lost most are known", () => {
  const line = [0.01, 0.005, 0.04, 0.02, 0.03, null].map((lost, index) => node(index, null, { lost }));
  assert.deepEqual(mistakesOf(line), []);
  assert.deepEqual(numbers(worstOf(line)), [2, 4, 3]);
  assert.deepEqual(numbers(worstOf(line.slice(0, 2))), [0]);
});

test("the graph is broken where nodes have no value", () => {
  const line = [0.5, null, 0.25, 1].map((win_rate, index) => node(index, null, { win_rate }));
  assert.deepEqual(pieces(line, "win_rate", 5), [[[0, 0.5]], [[2, 0.25], [3, 1]]]);
});

test("leads are cut at the range of the score graph", () => {
  const line = [3, -12].map((score, index) => node(index, null, { score }));
  assert.equal(scoreRange(line), 15);
  assert.deepEqual([15, 0, -30].map((score) => heightOf(node(0, null, { score }), "score", 15)), [1, 0.5, 0]);
});
