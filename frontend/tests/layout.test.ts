import assert from "node:assert/strict";
import { test } from "node:test";
import { treeLayout } from "../src/review/layout";

type Children = Map<number, number[]>;

/** Draws a layout as rows of node numbers, with dots where nothing is. */
function drawn(children: Children): string[] {
  const layout = treeLayout(0, children);
  return layout.rows.map((row) => {
    const cells = Array.from({ length: layout.columns }, () => ".");
    for (const place of row) cells[place.column] = String(place.node);
    return cells.join(" ");
  });
}

test("a line without variations has one column", () => {
  assert.deepEqual(drawn(new Map([[0, [1]], [1, [2]]])), ["0", "1", "2"]);
});

test("variations are in the columns to the right", () => {
  const children: Children = new Map([
    [0, [1, 4]],
    [1, [2, 3]],
  ]);
  assert.deepEqual(drawn(children), ["0 .", "1 4", "2 3"]);
});

test("a later variation is nearer to the main line than an earlier one that runs beside it", () => {
  const children: Children = new Map([
    [0, [1, 10]],
    [1, [2]],
    [2, [3, 20]],
    [10, [11]],
    [11, [12]],
  ]);
  assert.deepEqual(drawn(children), ["0 . .", "1 . 10", "2 . 11", "3 20 12"]);
});

test("a variation below another takes its column again", () => {
  const children: Children = new Map([
    [0, [1, 9]],
    [1, [2]],
    [2, [3]],
    [3, [4, 8]],
  ]);
  assert.deepEqual(drawn(children), ["0 .", "1 9", "2 .", "3 .", "4 8"]);
});

/** Returns the children of a random tree, by a small generator of its own. */
function randomTree(size: number, seed: number): Children {
  const children: Children = new Map();
  let state = seed;
  for (let node = 1; node < size; node += 1) {
    state = (state * 1103515245 + 12345) % 2147483648;
    const parent = state % 3 === 0 ? state % node : node - 1;
    children.set(parent, [...(children.get(parent) ?? []), node]);
  }
  return children;
}

test("no two nodes of a thousand share a place, and every stroke leads one row down", () => {
  for (const seed of [1, 2, 3]) {
    const children = randomTree(1000, seed);
    const { places } = treeLayout(0, children);
    assert.equal(places.size, 1000);
    assert.equal(new Set([...places.values()].map((place) => `${place.row} ${place.column}`)).size, 1000);
    for (const [parent, nodes] of children) {
      for (const node of nodes) {
        const [above, below] = [places.get(parent), places.get(node)];
        assert.ok(above && below);
        assert.equal(below.row, above.row + 1);
        assert.equal(below.parentColumn, above.column);
      }
    }
  }
});

test("a stroke crosses no node", () => {
  const { places, rows } = treeLayout(0, randomTree(400, 7));
  for (const place of places.values()) {
    if (place.parentColumn === null || place.parentColumn === place.column) continue;
    // It runs along the row above up to the column before its own.
    const crossed = (rows[place.row - 1] ?? []).filter((other) => other.column > (place.parentColumn ?? 0) && other.column < place.column);
    assert.deepEqual(crossed.map((other) => other.node), [], `the stroke to ${place.node}`);
  }
});
