import assert from "node:assert/strict";
import { test } from "node:test";
import { moveText, ruleCounts, shownMoves } from "../src/inside/playout";
import { alternating, capturedBy, stoneNumbers, stonesAfter } from "../src/inside/stones";
import type { Playout, PlayoutMove } from "../src/messages";

/** Reads a board from a diagram: X is Black, O is White. */
function board(...rows: string[]): number[] {
  return rows.flatMap((row) => Array.from(row, (letter) => (letter === "X" ? 1 : letter === "O" ? -1 : 0)));
}

test("a stone captures the chains that it leaves without liberties", () => {
  const before = board(
    "OO.X",
    "XX..",
    "....",
    "....",
  );
  const after = stonesAfter(before, [{ index: 2, sign: 1 }], 4);
  assert.deepEqual(after, board(
    "..XX",
    "XX..",
    "....",
    "....",
  ));
});

test("a chain does not reach round the edge of the board", () => {
  const stones = board(
    "...X",
    "O...",
    "....",
    "....",
  );
  stones[7] = 1;
  assert.deepEqual(capturedBy(stones, 7, 4), []);
});

test("a stone without liberties that captures nothing is taken away itself", () => {
  const before = board(
    ".O",
    "O.",
  );
  assert.deepEqual(stonesAfter(before, [{ index: 0, sign: 1 }], 2), before);
});

test("numbers stand on stones that are still there, and a point played twice has the later one", () => {
  const moves = alternating(["A3", "pass", "C3", "B3"], "black", 3);
  assert.deepEqual(moves.map((move) => [move.index, move.sign]), [[0, 1], [null, -1], [2, 1], [1, -1]]);
  assert.deepEqual([...stoneNumbers(moves, stonesAfter(new Array<number>(9).fill(0), moves, 3))], [[0, "1"], [2, "3"], [1, "4"]]);
  const ko = [{ index: 0, sign: 1 as const }, { index: 0, sign: -1 as const }];
  assert.deepEqual([...stoneNumbers(ko, [-1])], [[0, "2"]]);
});

function move(rule: string, name: string, captured: string[] = []): PlayoutMove {
  return { move: name, colour: "white", rule, captured };
}

test("a playout uses the captures that the server tells", () => {
  const playout: Playout = { type: "playout", slot: 0, node: 0, seed: 1, score: "B+1", moves: [move("atari", "A1", ["B1"])] };
  assert.deepEqual(shownMoves(playout, 2), [{ index: 2, sign: -1, captured: [3] }]);
  assert.deepEqual(stonesAfter(board("..", ".X"), shownMoves(playout, 2), 2), board("..", "O."));
});

test("rules are counted, the most frequent first; chance is always grey", () => {
  const counts = ruleCounts([move("uniform", "A1"), move("pattern", "A2"), move("uniform", "B1"), move("atari", "B2")]);
  assert.deepEqual(counts, [
    { rule: "uniform", moves: 2, colour: 0 },
    { rule: "atari", moves: 1, colour: 1 },
    { rule: "pattern", moves: 1, colour: 2 },
  ]);
});

test("a move of a playout is told in words", () => {
  assert.equal(moveText(move("two_liberties", "E5", ["A1", "A2"]), 12), "12. White E5, by the rule two liberties; captures 2 stones");
  assert.equal(moveText(move("uniform", "pass"), 3), "3. White passes, at random");
});
