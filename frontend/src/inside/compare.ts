// Two searches of the same position, move by move.

import type { Analysis, Candidate } from "../messages";

/** A move as two searches see it. */
export interface ComparedMove {
  move: string;
  /** The candidate in each search; null if that search has not visited the move. */
  first: Candidate | null;
  second: Candidate | null;
  /** Its share of all visits in each search. */
  firstShare: number;
  secondShare: number;
  /** The share that the second search gives it more. */
  shareDifference: number;
  /** The win rate that the second search gives it more; null if one has not visited it. */
  valueDifference: number | null;
  isBestOfFirst: boolean;
  isBestOfSecond: boolean;
  /** Parts whose addend only one of the two searches has. */
  onlyFirstParts: string[];
  onlySecondParts: string[];
}

/** Share of visits, and win rate, by which a difference is worth pointing out. */
export const NOTABLE_SHARE = 0.05;
export const NOTABLE_VALUE = 0.03;

function totalVisits(analysis: Analysis): number {
  return Math.max(1, analysis.moves.reduce((sum, move) => sum + move.visits, 0));
}

/** Returns the most visited move. */
export function bestMove(analysis: Analysis | null): Candidate | null {
  let best: Candidate | null = null;
  for (const move of analysis?.moves ?? []) if (best === null || move.visits > best.visits) best = move;
  return best;
}

function missing(from: Candidate | null, other: Candidate | null): string[] {
  if (!from || !other) return [];
  const parts = new Set(other.addends.map((addend) => addend.part));
  return from.addends.map((addend) => addend.part).filter((part) => !parts.has(part));
}

/** Returns the moves of both searches, those with most visits in either first. */
export function compareMoves(first: Analysis, second: Analysis): ComparedMove[] {
  const [firstVisits, secondVisits] = [totalVisits(first), totalVisits(second)];
  const [firstMoves, secondMoves] = [first, second].map((side) => new Map(side.moves.map((move) => [move.move, move])));
  const [firstBest, secondBest] = [bestMove(first)?.move, bestMove(second)?.move];
  const names = new Set([...(firstMoves?.keys() ?? []), ...(secondMoves?.keys() ?? [])]);
  const rows = [...names].map((move): ComparedMove => {
    const a = firstMoves?.get(move) ?? null;
    const b = secondMoves?.get(move) ?? null;
    const firstShare = (a?.visits ?? 0) / firstVisits;
    const secondShare = (b?.visits ?? 0) / secondVisits;
    return {
      move,
      first: a,
      second: b,
      firstShare,
      secondShare,
      shareDifference: secondShare - firstShare,
      valueDifference: a && b && a.visits > 0 && b.visits > 0 ? b.win_rate - a.win_rate : null,
      isBestOfFirst: move === firstBest,
      isBestOfSecond: move === secondBest,
      onlyFirstParts: missing(a, b),
      onlySecondParts: missing(b, a),
    };
  });
  return rows.sort((x, y) => Math.max(y.firstShare, y.secondShare) - Math.max(x.firstShare, x.secondShare));
}

/** Returns whether the two searches disagree enough about a move to point it out. */
export function isNotable(row: ComparedMove): boolean {
  return (
    row.isBestOfFirst !== row.isBestOfSecond ||
    Math.abs(row.shareDifference) >= NOTABLE_SHARE ||
    Math.abs(row.valueDifference ?? 0) >= NOTABLE_VALUE
  );
}

/** Says in a sentence where the two searches agree and where not. */
export function summary(first: Analysis, second: Analysis): string {
  const [a, b] = [bestMove(first), bestMove(second)];
  if (!a || !b) return "One of the two has no moves yet.";
  const difference = Math.abs(second.win_rate - first.win_rate);
  const values =
    difference < 0.01
      ? "They judge the position alike."
      : `${second.win_rate > first.win_rate ? "B" : "A"} is more hopeful by ${(100 * difference).toFixed(1)} percentage points.`;
  return `${a.move === b.move ? `Both prefer ${a.move}.` : `A prefers ${a.move}, B prefers ${b.move}.`} ${values}`;
}
