import assert from "node:assert/strict";
import { test } from "node:test";
import { Going } from "../src/going";

/** Returns a `Going`, and the list of the nodes that it has asked the server for. */
function recorded(isOpen = true): { going: Going; asked: number[] } {
  const asked: number[] = [];
  return { asked, going: new Going((node) => (isOpen ? asked.push(node) : 0)) };
}

test("while an answer is awaited, only the newest node is kept, and asked for when the answer comes", () => {
  const { going, asked } = recorded();
  for (const node of [1, 2, 3]) going.go(node);
  assert.deepEqual([asked, going.target], [[1], 3]);
  going.arrived(7); // the position of another move, as the engine's
  assert.deepEqual(asked, [1]);
  going.arrived(1);
  assert.deepEqual([asked, going.target], [[1, 3], 3]);
  going.arrived(3);
  assert.deepEqual([asked, going.target], [[1, 3], null]);
});

test("going back to the node that was asked for needs no second request", () => {
  const { going, asked } = recorded();
  for (const node of [1, 2, 1]) going.go(node);
  going.arrived(1);
  assert.deepEqual([asked, going.target], [[1], null]);
});

test("another request sends what is held back first", () => {
  const { going, asked } = recorded();
  going.go(1);
  going.flush();
  going.go(2);
  going.flush();
  assert.deepEqual([asked, going.target], [[1, 2], 2]);
});

test("a refusal, another game and a lost connection end the wait", () => {
  const { going, asked } = recorded();
  going.go(5);
  going.refused(77);
  assert.equal(going.target, 5);
  going.refused(asked.length);
  assert.equal(going.target, null);
  going.go(6);
  going.forget();
  assert.equal(going.target, null);
  const { going: closed } = recorded(false);
  assert.equal(closed.go(1), 0);
  assert.equal(closed.target, null);
});
