import assert from "node:assert/strict";
import { test } from "node:test";
import { FIRST_FORM, faults, matchName, matchRequest, optionLines, parseOptions } from "../src/laboratory/form";
import { intervalShape, progressText, verdictText } from "../src/laboratory/interval";
import type { PairingView } from "../src/messages";

function pairing(others: Partial<PairingView>): PairingView {
  return {
    pairing: "p",
    first: "tengen",
    second: "pachi",
    conditions: "9x9",
    wins: 0,
    losses: 0,
    draws: 0,
    void: 0,
    win_rate: null,
    low: null,
    high: null,
    elo: null,
    published: null,
    ...others,
  };
}

test("an interval decides only if it lies on one side of one half", () => {
  assert.equal(intervalShape(pairing({})), null);
  assert.equal(intervalShape(pairing({ win_rate: 0.6, low: 0.51, high: 0.7 }))?.verdict, "better");
  assert.equal(intervalShape(pairing({ win_rate: 0.6, low: 0.45, high: 0.7 }))?.verdict, "open");
  assert.equal(intervalShape(pairing({ win_rate: 0.2, low: 0.1, high: 0.4 }))?.verdict, "worse");
  assert.equal(verdictText(pairing({ win_rate: 0.2, low: 0.1, high: 0.4 })), "The second player is stronger: 95 % interval 10.0 to 40.0 %.");
});

test("the progress of a match is told in words", () => {
  const line = { match: "m", title: "m", games: 3, wanted: 10, is_running: true };
  assert.equal(progressText(line), "3 of 10 games, running");
  assert.equal(progressText({ ...line, is_running: false }), "3 of 10 games, stopped");
  assert.equal(progressText({ ...line, games: 10, is_running: false }), "10 of 10 games, finished");
});

test("the form as it opens can be sent", () => {
  assert.deepEqual(faults(FIRST_FORM), []);
  assert.deepEqual(matchRequest(FIRST_FORM), {
    type: "start_match",
    name: "tengen - pachi 9x9",
    first: { preset: "tengen" },
    second: { preset: "pachi" },
    size: 9,
    komi: null,
    rules: "chinese",
    games: 100,
    simulations: 1000,
    seconds: null,
  });
});

test("only the fields that are used are checked", () => {
  const fields = (changes: Partial<typeof FIRST_FORM>) => faults({ ...FIRST_FORM, ...changes }).map((fault) => fault.field);
  assert.deepEqual(fields({ gnugoLevel: "99" }), []);
  assert.deepEqual(fields({ opponent: "gnugo", gnugoLevel: "99" }), ["gnugoLevel"]);
  assert.deepEqual(fields({ seconds: "x" }), []);
  assert.deepEqual(fields({ limit: "seconds", seconds: "x" }), ["seconds"]);
  assert.deepEqual(fields({ name: "../x", size: "9.5", komi: "six", games: "0" }), ["name", "size", "komi", "games"]);
});

test("a match with GNU Go by seconds asks for that", () => {
  const request = matchRequest({ ...FIRST_FORM, opponent: "gnugo", gnugoLevel: "08", limit: "seconds", seconds: "0.5", komi: "6.5" });
  assert.equal(request.second, "gnugo:8");
  assert.equal(request.seconds, 0.5);
  assert.equal(request.simulations, null);
  assert.equal(request.komi, 6.5);
  assert.equal(matchName({ ...FIRST_FORM, opponent: "gnugo" }), "tengen - gnugo 10 9x9");
});

test("options are read line by line, and written the same way", () => {
  const options = parseOptions(" tree.terms = -rave,+ucb1\n\nnonsense\ntree.expand-visits=4");
  assert.deepEqual(options, { "tree.terms": "-rave,+ucb1", "tree.expand-visits": "4" });
  assert.deepEqual(parseOptions(optionLines({ options })), options);
});
