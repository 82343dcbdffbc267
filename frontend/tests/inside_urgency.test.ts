import assert from "node:assert/strict";
import { test } from "node:test";
import { commonRange, explain, pairAddends, place, runnerUp, waterfall } from "../src/inside/urgency";
import { candidate } from "./inside_samples";

const first = candidate("D4", 90, {
  urgency: 0.56,
  addends: [
    { part: "value", value: 0.52 },
    { part: "prior", value: 0.01 },
    { part: "rave", value: 0.03 },
  ],
});
const second = candidate("E5", 50, {
  urgency: 0.55,
  addends: [
    { part: "value", value: 0.54 },
    { part: "rave", value: 0.01 },
  ],
});

test("the written addends add up to the written sum", () => {
  const addends = [0.3484, 0.0004, 0.0004, 0.0004].map((value, index) => ({ part: `part ${index}`, value }));
  const fall = waterfall(candidate("A1", 3, { urgency: 0.3496, addends }));
  assert.ok(fall);
  const sum = fall.bars.reduce((before, bar) => before + Number(bar.written.toFixed(3)), 0);
  assert.equal(sum.toFixed(3), fall.total.toFixed(3));
});

test("each bar begins where the one before it ended, and the last one ends at the total", () => {
  const fall = waterfall(first);
  assert.ok(fall);
  assert.deepEqual(fall.bars.map((bar) => bar.part), ["value", "prior", "rave"]);
  for (const [index, bar] of fall.bars.entries()) {
    assert.equal(bar.from, index === 0 ? 0 : fall.bars[index - 1]?.to);
    assert.ok(Math.abs(bar.to - bar.from - bar.value) < 1e-12);
  }
  assert.ok(Math.abs((fall.bars[2]?.to ?? 0) - fall.total) < 1e-12);
  assert.equal(waterfall(candidate("A1", 3)), null);
});

test("the common range holds every sum, and leaves out zero if all sums are far from it", () => {
  const falls = [first, second].flatMap((move) => waterfall(move) ?? []);
  const range = commonRange(falls);
  assert.ok(range.low > 0.4 && range.low < 0.52 && range.high > 0.56);
  const below = { part: "value", value: -0.2, from: 0, to: -0.2, written: -0.2 };
  const wide = commonRange([{ move: "A1", bars: [below], total: 0.3 }]);
  assert.ok(wide.low < -0.2 && wide.high > 0.3);
  assert.equal(place(range.low, range), 0);
  assert.equal(place(range.high + 1, range), 1);
});

test("the runner-up is the most visited other move that has an urgency", () => {
  const moves = [first, candidate("A1", 80), second];
  assert.equal(runnerUp(moves, "D4")?.move, "E5");
  assert.equal(runnerUp(moves, "E5")?.move, "D4");
  assert.equal(runnerUp([first], "D4"), null);
});

test("addends of two moves stand beside each other; a missing one counts as nothing", () => {
  const pairs = pairAddends(first.addends, second.addends);
  assert.deepEqual(pairs.map((pair) => pair.part), ["value", "prior", "rave"]);
  const [, prior] = pairs;
  assert.ok(prior);
  assert.equal(prior.second, null);
  assert.ok(Math.abs(prior.difference - 0.01) < 1e-12);
  assert.deepEqual(pairAddends([], [{ part: "ucb1", value: 0.2 }]), [{ part: "ucb1", first: null, second: 0.2, difference: -0.2 }]);
});

test("the explanation names the addend that leads, and the one that speaks against it", () => {
  assert.equal(
    explain(first, second),
    "D4 is ahead of E5 by 0.010. Most of the lead comes from rave (+0.020). The win rate so far speaks for E5 (−0.020).",
  );
  assert.match(explain(second, first), /^D4 is ahead of E5 by 0.010\..* The next simulation is likely to go to D4\.$/);
});
