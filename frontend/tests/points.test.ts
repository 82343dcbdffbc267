import assert from "node:assert/strict";
import { test } from "node:test";
import { indexOfMove, moveInWords, placeAt, placeOf, pointName, sizeOf } from "../src/points";

test("the letter I is no column", () => {
  assert.equal(pointName({ x: 8, y: 0 }, 9), "J9");
  assert.equal(placeOf("I5", 9), null);
});

test("names and places are each other's inverse on every point", () => {
  for (const size of [2, 9, 13, 19, 25]) {
    for (let index = 0; index < size * size; index += 1) {
      const name = pointName(placeAt(index, size), size);
      assert.equal(indexOfMove(name, size), index, `${name} on ${size}`);
    }
  }
});

test("rows are counted from the bottom, indices from the top left corner", () => {
  assert.deepEqual(placeOf("A1", 9), { x: 0, y: 8 });
  assert.equal(indexOfMove("A9", 9), 0);
  assert.equal(indexOfMove("c3", 5), 12);
});

test("what is no point of the board has no place", () => {
  for (const move of ["pass", "resign", "K1", "A10", "A0", "", "5E", "A1B"]) assert.equal(placeOf(move, 9), null, move);
});

test("the size follows from the number of points", () => {
  assert.equal(sizeOf(new Array(361).fill(0)), 19);
});

test("moves are told in words", () => {
  assert.equal(moveInWords("white", "D4"), "White plays D4");
  assert.equal(moveInWords("black", "pass"), "Black passes");
});
