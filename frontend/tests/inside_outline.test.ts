import assert from "node:assert/strict";
import { test } from "node:test";
import { keyStep, visibleRows, wantedPaths, withStep } from "../src/inside/outline";
import type { OutlineLevel, OutlineNode } from "../src/messages";

function node(move: string, visits: number, children: number): OutlineNode {
  return { move, colour: "black", visits, win_rate: 0.5, prior: null, amaf: null, children };
}

const levels: OutlineLevel[] = [
  { path: [], nodes: [node("D4", 75, 2), node("E5", 25, 0)] },
  { path: ["D4"], nodes: [node("C3", 40, 1), node("pass", 10, 0)] },
  { path: ["D4", "C3"], nodes: [node("F6", 9, 0)] },
];

test("only children of unfolded nodes are visible, below their parents", () => {
  const keys = (unfolded: string[]) => visibleRows(levels, new Set(unfolded)).map((row) => row.key);
  assert.deepEqual(keys([]), ["D4", "E5"]);
  assert.deepEqual(keys(["D4"]), ["D4", "D4 C3", "D4 pass", "E5"]);
  assert.deepEqual(keys(["D4", "D4 C3"]), ["D4", "D4 C3", "D4 C3 F6", "D4 pass", "E5"]);
  assert.deepEqual(keys(["D4 C3"]), ["D4", "E5"]);
  assert.deepEqual(keys(["E5"]), ["D4", "E5"]);
});

test("a row knows its level, its place among its siblings and its share", () => {
  const rows = visibleRows(levels, new Set(["D4"]));
  assert.deepEqual(
    rows.map(({ level, place, siblings, share }) => [level, place, siblings, share]),
    [
      [1, 1, 2, 0.75],
      [2, 1, 2, 0.8],
      [2, 2, 2, 0.2],
      [1, 2, 2, 0.25],
    ],
  );
});

test("the server is asked for the root and for what can be seen", () => {
  assert.deepEqual(wantedPaths(new Set()), [[]]);
  assert.deepEqual(wantedPaths(new Set(["D4 C3", "D4", "E5 A1"])), [[], ["D4"], ["D4", "C3"]]);
  assert.equal(wantedPaths(new Set(Array.from({ length: 200 }, (_, index) => `A${index}`))).length, 100);
});

test("the arrow keys go, unfold and fold as in a tree widget", () => {
  const unfolded = new Set(["D4"]);
  const rows = visibleRows(levels, unfolded);
  assert.deepEqual(keyStep("ArrowDown", rows, "D4"), { select: "D4 C3" });
  assert.deepEqual(keyStep("ArrowUp", rows, "D4"), { select: "D4" });
  assert.deepEqual(keyStep("End", rows, "D4"), { select: "E5" });
  assert.deepEqual(keyStep("Home", rows, "E5"), { select: "D4" });
  assert.deepEqual(keyStep("ArrowRight", rows, "D4"), { select: "D4 C3" });
  assert.deepEqual(keyStep("ArrowRight", rows, "D4 C3"), { unfold: "D4 C3" });
  assert.deepEqual(keyStep("ArrowLeft", rows, "D4 pass"), { select: "D4" });
  assert.deepEqual(keyStep("ArrowLeft", rows, "D4"), { fold: "D4" });
  assert.equal(keyStep("ArrowRight", rows, "E5"), null);
  assert.equal(keyStep("ArrowLeft", rows, "E5"), null);
  assert.deepEqual(keyStep("ArrowDown", rows, null), { select: "D4" });
  assert.equal(keyStep("ArrowDown", [], null), null);
});

test("folding a node folds all below it", () => {
  const unfolded = new Set(["D4", "D4 C3", "D41"]);
  assert.deepEqual([...withStep(unfolded, { fold: "D4" })], ["D41"]);
  assert.deepEqual([...withStep(unfolded, { unfold: "E5" })], ["D4", "D4 C3", "D41", "E5"]);
});
