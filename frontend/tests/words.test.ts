import assert from "node:assert/strict";
import { test } from "node:test";
import { formatFragment, parseFragment } from "../src/address";
import { delayBefore, socketAddress } from "../src/connection";
import { type Choices, choicesOf, komiOf, setupOf, usualKomi } from "../src/play/choices";
import { base64, fromBase64, previewOf } from "../src/review/preview";
import { brief, clockText, dateInWords, leadInWords, levelInWords, resultInWords } from "../src/words";

test("clocks", () => {
  assert.deepEqual([9.87, 10, 65, 3725, -1].map(clockText), ["0:09.8", "0:10", "1:05", "1:02:05", "0:00.0"]);
});

test("results", () => {
  assert.deepEqual(["B+3.5", "W+R", "W+Time", "B+1", "0", "Void", "B+"].map(resultInWords), [
    "Black wins by 3.5 points",
    "White wins by resignation",
    "White wins on time",
    "Black wins by 1 point",
    "Draw",
    "Void",
    "Black wins",
  ]);
});

test("leads, levels and large numbers", () => {
  assert.deepEqual([2.04, -0.5, 0.1].map(leadInWords), ["Black leads by 2", "White leads by 0.5", "The game is even"]);
  assert.deepEqual(["20k", "1d", "odd"].map(levelInWords), ["20 kyu", "1 dan", "odd"]);
  assert.deepEqual([7, 999, 1000, 9949, 9951, 34_200, 999_600].map(brief), ["7", "999", "1.0k", "9.9k", "10k", "34k", "1.0M"]);
});

test("dates are told from now", () => {
  const now = new Date(2026, 4, 12, 18, 0);
  const seconds = (...when: [number, number, number, number, number]) => new Date(...when).getTime() / 1000;
  assert.equal(dateInWords(seconds(2026, 4, 12, 9, 5), now), "today, 09:05");
  assert.equal(dateInWords(seconds(2026, 1, 3, 9, 5), now), "3 Feb");
  assert.equal(dateInWords(seconds(2025, 1, 3, 9, 5), now), "3 Feb 2025");
});

test("the fragment holds view, game and token", () => {
  assert.deepEqual(parseFragment("#view=review&game=a%20b&token=x"), { view: "review", game: "a b", token: "x" });
  assert.deepEqual(parseFragment("#view=nonsense"), { view: "play", game: null, token: null });
  assert.deepEqual(parseFragment(formatFragment("inside", "ä&=")), { view: "inside", game: "ä&=", token: null });
});

test("the socket is beside the page", () => {
  assert.equal(socketAddress("http://127.0.0.1:8000/#token=x"), "ws://127.0.0.1:8000/socket");
  assert.equal(socketAddress("https://example.org/go/?a=1"), "wss://example.org/go/socket");
});

test("attempts to connect become rarer, up to ten seconds", () => {
  assert.deepEqual([0, 1, 2, 10].map(delayBefore), [500, 1000, 2000, 10_000]);
});

const CHOICES: Choices = { size: 9, strength: 1, human: "black", handicap: 0, rules: "japanese", komi: "", time: "5m+3s", name: " Me " };
const LEVELS = ["20k", "10k", "1d"];

test("the form becomes a setup", () => {
  assert.deepEqual(setupOf(CHOICES, LEVELS), {
    size: 9,
    komi: null,
    rules: "japanese",
    handicap: 0,
    human: "black",
    opponent: { level: "10k" },
    time: "5m+3s",
    name: "Me",
  });
  assert.equal(setupOf({ ...CHOICES, strength: 3 }, LEVELS).opponent?.level, null);
  assert.equal(setupOf({ ...CHOICES, human: "both" }, LEVELS).time, null);
});

test("a setup becomes the form again", () => {
  assert.deepEqual(choicesOf(setupOf(CHOICES, LEVELS), LEVELS, ""), { ...CHOICES, name: "Me" });
});

test("komi is a multiple of a half, or the usual one", () => {
  const komi = (text: string) => komiOf({ ...CHOICES, komi: text });
  assert.deepEqual(["", " 6,5", "-3", "6.3", "x", "1e9"].map(komi), [null, 6.5, -3, undefined, undefined, undefined]);
  const rules = [{ name: "japanese", summary: "", komi: 6.5, scoring: "territory" as const }];
  assert.equal(usualKomi(rules, CHOICES), 6.5);
  assert.equal(usualKomi(rules, { ...CHOICES, handicap: 2 }), 0.5);
});

const encode = (text: string) => new TextEncoder().encode(text);

test("a record is looked at before it is sent", () => {
  const found = previewOf("a.sgf", encode("(;GM[1]SZ[13]PB[A]PW[B]RE[B+R];B[aa];W[bb](;B[cc])(;B[dd];W[ee]))"));
  assert.deepEqual([found.black, found.white, found.size, found.moves, found.variations, found.result], ["A", "B", 13, 3, 1, "B+R"]);
});

test("what is no Go record is refused with a sentence", () => {
  assert.throws(() => previewOf("a", encode("hello")), /not a game record/);
  assert.throws(() => previewOf("a", encode("(;GM[2]SZ[8])")), /another game/);
  assert.throws(() => previewOf("a", new Uint8Array(3_000_001)), /too large/);
});

test("base64 keeps every byte", () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256);
  assert.deepEqual(fromBase64(base64(bytes)), bytes);
});
