// The urgency of a move as a sum: bars that add up to the number by which the search compares moves.

import type { Addend, Candidate } from "../messages";
import { partTitle, signed } from "./format";

/** One addend as a bar that begins where the one before it ended. */
export interface Bar {
  part: string;
  value: number;
  /** The sum before this addend. */
  from: number;
  /** The sum after it. */
  to: number;
  /** The addend as it is written: rounded so that the written addends add up to the written sum. */
  written: number;
}

/** The range of numbers that a drawing shows. */
export interface Range {
  low: number;
  high: number;
}

/** A move's addends as bars, with the sum that the server compares. */
export interface Waterfall {
  move: string;
  bars: Bar[];
  total: number;
}

/** Returns a number as it is written with three digits. */
function rounded(value: number): number {
  return Math.round(1000 * value) / 1000;
}

/** Returns the bars of a candidate; null if the search has no urgency for it, as for a move that it does not consider. */
export function waterfall(candidate: Candidate): Waterfall | null {
  if (candidate.urgency === null || candidate.addends.length === 0) return null;
  let sum = 0;
  const bars = candidate.addends.map(({ part, value }) => {
    const to = sum + value;
    const bar = { part, value, from: sum, to, written: rounded(to) - rounded(sum) };
    sum = to;
    return bar;
  });
  return { move: candidate.move, bars, total: candidate.urgency };
}

/**
 * Returns the range that holds all bars. The first addend, the value of the move, is mostly far larger than the others:
 * if all sums lie far from zero, the range begins near the smallest one, so that small addends stay visible.
 */
export function commonRange(falls: readonly Waterfall[]): Range {
  const sums = falls.flatMap((fall) => [...fall.bars.map((bar) => bar.to), fall.total]);
  if (sums.length === 0) return { low: 0, high: 1 };
  const least = Math.min(...sums);
  const most = Math.max(...sums);
  const spread = Math.max(most - least, 0.01);
  const low = least > 2 * spread ? least - spread : Math.min(0, least);
  const high = Math.max(most, 0);
  const margin = 0.04 * Math.max(high - low, 0.01);
  return { low: low === 0 ? 0 : low - margin, high: high + margin };
}

/** Returns where a value lies in a range, from 0 to 1. */
export function place(value: number, { low, high }: Range): number {
  return Math.min(1, Math.max(0, (value - low) / (high - low)));
}

/** Returns the move that has most visits besides the chosen one; null if there is none with an urgency. */
export function runnerUp(moves: readonly Candidate[], chosen: string): Candidate | null {
  let best: Candidate | null = null;
  for (const move of moves) {
    if (move.move === chosen || move.urgency === null) continue;
    if (best === null || move.visits > best.visits) best = move;
  }
  return best;
}

/** An addend of two moves, beside each other. */
export interface AddendPair {
  part: string;
  /** Null if the part adds nothing to that move. */
  first: number | null;
  second: number | null;
  /** How much the part favours the first move. */
  difference: number;
}

/** Returns the addends of two moves part by part, in the order of the first; parts that only the second has come last. */
export function pairAddends(first: readonly Addend[], second: readonly Addend[]): AddendPair[] {
  const seconds = new Map(second.map(({ part, value }) => [part, value]));
  const pairs: AddendPair[] = first.map(({ part, value }) => {
    const other = seconds.get(part) ?? null;
    seconds.delete(part);
    return { part, first: value, second: other, difference: value - (other ?? 0) };
  });
  for (const [part, value] of seconds) pairs.push({ part, first: null, second: value, difference: -value });
  return pairs;
}

/** Says in a sentence or two which addends put one move before another. */
export function explain(first: Candidate, second: Candidate): string {
  if (first.urgency === null || second.urgency === null) return "";
  const gap = first.urgency - second.urgency;
  const ahead = gap >= 0 ? first : second;
  const behind = gap >= 0 ? second : first;
  const size = Math.abs(gap).toFixed(3);
  if (Number(size) === 0) return `${first.move} and ${second.move} are equally urgent.`;
  const pairs = pairAddends(ahead.addends, behind.addends).sort((a, b) => b.difference - a.difference);
  const most = pairs[0];
  const least = pairs[pairs.length - 1];
  const sentences = [`${ahead.move} is ahead of ${behind.move} by ${size}.`];
  if (most && most.difference > 0) {
    sentences.push(`Most of the lead comes from ${addendTitle(most.part)} (${signed(most.difference)}).`);
  }
  if (least && least !== most && least.difference < -0.0005) {
    sentences.push(`${capital(addendTitle(least.part))} speaks for ${behind.move} (${signed(least.difference)}).`);
  }
  if (gap < 0) sentences.push(`The next simulation is likely to go to ${ahead.move}.`);
  return sentences.join(" ");
}

/** Names of addends that are not parts. */
const BASE_TITLES: Record<string, string> = {
  value: "the win rate so far",
  base: "the win rate so far",
};

/** Returns what an addend is called in a sentence. */
export function addendTitle(part: string): string {
  return BASE_TITLES[part] ?? partTitle(part);
}

/** Returns a text with a capital first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
