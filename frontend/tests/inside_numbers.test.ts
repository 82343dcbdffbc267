import assert from "node:assert/strict";
import { test } from "node:test";
import { cellText, clicked, FIRST_ORDER, filledColumns, sorted } from "../src/inside/candidates";
import { duration, exact, lead, NONE, partTitle, percent, points, signed } from "../src/inside/format";
import { drawnHeat, heatOf, heatValues } from "../src/inside/heat";
import { analysis, candidate } from "./inside_samples";

test("numbers are written with their real sign and unit", () => {
  assert.equal(percent(0.5341), "53.4 %");
  assert.equal(percent(null), NONE);
  assert.equal(points(-0.012), "−1.2");
  assert.equal(signed(0.0314), "+0.031");
  assert.equal(signed(-0.0001), "0.000");
  assert.equal(exact(1234567), "1 234 567");
  assert.equal(duration(3.21), "3.2 s");
  assert.equal(duration(125), "2 min 5 s");
  assert.equal(partTitle("./my/two_liberties.py"), "two liberties");
});

test("a lead names the side that leads, whoever is to move", () => {
  assert.equal(lead(3.5, "black"), "B+3.5");
  assert.equal(lead(3.5, "white"), "W+3.5");
  assert.equal(lead(-3.5, "white"), "B+3.5");
  assert.equal(lead(0.01, "white"), "even");
});

test("the table sorts by any column, and moves without a number come last in both directions", () => {
  const moves = [candidate("A1", 5, { amaf: 0.2 }), candidate("B1", 9), candidate("C1", 7, { amaf: 0.6 })];
  const names = (order: Parameters<typeof sorted>[1]) => sorted(moves, order).map((move) => move.move).join(" ");
  assert.equal(names(FIRST_ORDER), "B1 C1 A1");
  assert.equal(names({ column: "amaf", isDescending: true }), "C1 A1 B1");
  assert.equal(names({ column: "amaf", isDescending: false }), "A1 C1 B1");
  assert.deepEqual(clicked(FIRST_ORDER, "visits"), { column: "visits", isDescending: false });
  assert.deepEqual(clicked({ column: "visits", isDescending: false }, "amaf"), { column: "amaf", isDescending: true });
});

test("a column without numbers is not filled", () => {
  assert.deepEqual(filledColumns([candidate("A1", 5, { amaf: 0.2 })]), ["visits", "value", "amaf"]);
  assert.equal(cellText(candidate("A1", 5, { urgency: 0.61234 }), "urgency", "black"), "0.612");
});

test("ownership is shown from Black's view", () => {
  const ownership = [1, 0.5, 0, 0, 0, 0, 0, 0, -1];
  const black = heatOf("ownership", heatValues(analysis([], { ownership }), "ownership", 3));
  const white = heatOf("ownership", heatValues(analysis([], { ownership, colour: "white" }), "ownership", 3));
  assert.ok(black && white);
  assert.deepEqual(black.strengths, ownership);
  assert.deepEqual(white.strengths.map((value) => -value + 0), ownership);
  assert.equal(black.labels[0], "+1.0");
  assert.equal(black.labels[3], "");
});

test("visits are scaled by their root, from nothing to the most visited move", () => {
  const moves = [candidate("A3", 100), candidate("B3", 25), candidate("pass", 1)];
  const heat = heatOf("visits", heatValues(analysis(moves), "visits", 3));
  assert.ok(heat);
  assert.equal(heat.strengths[0], 1);
  assert.ok(Math.abs((heat.strengths[1] ?? 0) - (0.12 + 0.88 * 0.5)) < 1e-9);
  assert.equal(heat.strengths[2], 0);
  assert.equal(heat.labels[1], "25");
  assert.equal(heat.high, "100");
});

test("the smallest of a one-sided map is still visible, and equal numbers have full strength", () => {
  const values = [candidate("A3", 9, { win_rate: 0.4 }), candidate("B3", 9, { win_rate: 0.6 }), candidate("C3", 0)];
  const heat = heatOf("value", heatValues(analysis(values), "value", 3));
  assert.deepEqual(heat?.strengths.slice(0, 3), [0.12, 1, 0]);
  assert.equal(heatOf("value", [0.5, 0.5, null])?.strengths[0], 1);
  assert.equal(heatOf("amaf", [null, null]), null);
});

test("the prior of the whole board is used where the server sends it", () => {
  const prior = [0.2, 0, 0, 0, 0.8, 0, 0, 0, 0];
  const values = heatValues(analysis([candidate("A3", 5, { prior: 0.5 })], { prior }), "prior", 3);
  assert.equal(values[0], 0.2);
  assert.equal(values[1], null);
  assert.equal(heatValues(analysis([candidate("A3", 5, { prior: 0.5 })]), "prior", 3)[0], 0.5);
});

test("only the strongest points of a large board have their number written, and none with a stone", () => {
  const values = Array.from({ length: 100 }, (_, index) => index / 100);
  const heat = heatOf("value", values);
  assert.ok(heat);
  const stones = values.map((_, index) => (index === 99 ? 1 : 0));
  const { labels, strengths } = drawnHeat(heat, stones);
  assert.equal(labels.filter((label) => label !== null).length, 60);
  assert.equal(labels[99], null);
  assert.equal(labels[98], "98");
  assert.equal(labels[38], null);
  assert.equal(strengths[99], 1);
  assert.ok(strengths.every((strength) => Number.isInteger(Math.round(strength * 25 * 1e6) / 1e6)));
});
