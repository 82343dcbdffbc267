import assert from "node:assert/strict";
import { test } from "node:test";
import { compareMoves, isNotable, summary } from "../src/inside/compare";
import { differenceOf, groupParts, isSameSetup, optionValue, partState, setupTitle, withOption, withSwitch } from "../src/inside/setup";
import type { PartView, SetupDescription } from "../src/messages";
import { analysis, candidate } from "./inside_samples";

const rave: PartView = {
  name: "rave",
  family: "terms",
  switch: "tree.terms",
  summary: "RAVE",
  options: [{ name: "tree.rave.equivalence", description: "", kind: "number", choices: null, default: "2500" }],
  page: null,
};
const ucb1: PartView = { ...rave, name: "ucb1", options: [] };

function description(others: Partial<SetupDescription> = {}): SetupDescription {
  return { type: "setup_description", slot: 0, setup: { preset: "tengen" }, on: [], needed: [], values: [], level_options: [], ...others };
}

test("switching a part changes the preset's list by a word, and switching back takes it out again", () => {
  const off = withSwitch({ preset: "tengen" }, rave, false);
  assert.deepEqual(off.options, { "tree.terms": "-rave" });
  const both = withSwitch(off, ucb1, true);
  assert.deepEqual(both.options, { "tree.terms": "-rave,+ucb1" });
  assert.deepEqual(withSwitch(both, rave, true).options, { "tree.terms": "+ucb1" });
  assert.deepEqual(withSwitch(off, rave, true).options, {});
  assert.deepEqual(withSwitch(off, rave, false).options, { "tree.terms": "-rave" });
});

test("an empty value of an option takes the change back", () => {
  const changed = withOption({ preset: "pachi" }, "tree.rave.equivalence", "3000");
  assert.deepEqual(changed, { preset: "pachi", options: { "tree.rave.equivalence": "3000" } });
  assert.deepEqual(withOption(changed, "tree.rave.equivalence", null), { preset: "pachi", options: {} });
});

test("setups are the same if they play the same, in whatever order they were made", () => {
  assert.ok(isSameSetup({}, { preset: "tengen", level: null, options: {} }));
  assert.ok(isSameSetup({ options: { a: "1", b: "2" } }, { options: { b: "2", a: "1" } }));
  assert.ok(!isSameSetup({}, { level: "10k" }));
});

test("a setup's title tells its changes", () => {
  assert.equal(setupTitle({}), "tengen");
  assert.equal(setupTitle({ preset: "pachi", options: { "tree.terms": "-rave" } }), "pachi −rave");
  assert.equal(setupTitle({ options: { "tree.rave.equivalence": "3000" } }), "tengen rave equivalence 3000");
  assert.equal(setupTitle({ options: { "tree.terms": "-rave,+ucb1", "prior.parts": "-even" } }), "tengen, 3 changes");
});

test("a part is on, needed or changed as the description says", () => {
  const given = description({ setup: { options: { "tree.terms": "+rave" } }, on: ["terms/rave"], needed: ["terms/rave"] });
  assert.deepEqual(partState(rave, given), { isOn: true, isNeeded: true, isChanged: true });
  assert.deepEqual(partState(ucb1, given), { isOn: false, isNeeded: false, isChanged: false });
  assert.deepEqual(partState(rave, null), { isOn: false, isNeeded: false, isChanged: false });
});

test("the value of an option is that of the setup, or else the default", () => {
  const [option] = rave.options;
  assert.ok(option);
  const values = [{ name: "tree.rave.equivalence", value: "3000", is_changed: true }];
  assert.deepEqual(optionValue(option, description({ values })), { value: "3000", isChanged: true });
  assert.deepEqual(optionValue(option, description()), { value: "2500", isChanged: false });
});

test("families come in their order, and unknown ones last", () => {
  const groups = groupParts([{ ...rave, family: "oracles" }, { ...rave, family: "rules" }, rave]);
  assert.deepEqual(groups.map((group) => group.name), ["terms", "rules", "oracles"]);
});

test("two setups differ by parts and by options of common parts", () => {
  const value = (name: string, text: string) => ({ name, value: text, is_changed: false });
  const first = description({ on: ["terms/rave", "priors/even"], values: [value("a", "1"), value("b", "2")] });
  const second = description({ on: ["terms/ucb1", "priors/even"], values: [value("a", "1"), value("b", "3"), value("c", "4")] });
  assert.deepEqual(differenceOf(first, second), {
    onlyFirst: ["terms/rave"],
    onlySecond: ["terms/ucb1"],
    options: [{ name: "b", first: "2", second: "3" }],
  });
});

test("two searches are compared move by move", () => {
  const addends = [{ part: "value", value: 0.5 }];
  const first = analysis([
    candidate("D4", 60, { win_rate: 0.55, addends: [...addends, { part: "rave", value: 0.1 }] }),
    candidate("E5", 40, { win_rate: 0.5 }),
  ]);
  const second = analysis([candidate("E5", 300, { win_rate: 0.51 }), candidate("D4", 100, { win_rate: 0.5, addends })]);
  const rows = compareMoves(first, second);
  assert.deepEqual(rows.map((row) => [row.move, row.firstShare, row.secondShare]), [["E5", 0.4, 0.75], ["D4", 0.6, 0.25]]);
  const [e5, d4] = rows;
  assert.ok(e5 && d4);
  assert.ok(e5.isBestOfSecond && !e5.isBestOfFirst && d4.isBestOfFirst);
  assert.deepEqual(d4.onlyFirstParts, ["rave"]);
  assert.deepEqual(d4.onlySecondParts, []);
  assert.ok(isNotable(e5) && isNotable(d4));
});

test("a move that one search has not tried has no difference of values", () => {
  const rows = compareMoves(analysis([candidate("D4", 98), candidate("E5", 2)]), analysis([candidate("D4", 100)]));
  const [, row] = rows;
  assert.ok(row);
  assert.equal(row.valueDifference, null);
  assert.equal(isNotable(row), false);
});

test("the summary tells whether both prefer the same move", () => {
  const [first, second] = [analysis([candidate("D4", 9)]), analysis([candidate("E5", 9)], { win_rate: 0.55 })];
  assert.equal(summary(first, second), "A prefers D4, B prefers E5. B is more hopeful by 5.0 percentage points.");
  assert.equal(summary(first, first), "Both prefer D4. They judge the position alike.");
  assert.equal(summary(first, analysis([])), "One of the two has no moves yet.");
});
