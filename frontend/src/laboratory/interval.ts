// A win rate with its 95 % interval, as a bar with a whisker.

import type { MatchLine, PairingView } from "../messages";

/** What is drawn of a pairing, in shares of the width. */
export interface IntervalShape {
  rate: number;
  low: number;
  high: number;
  /** Whether the interval lies on one side of one half. */
  verdict: "better" | "worse" | "open";
}

/** Returns the drawing of a pairing; null before its first game. */
export function intervalShape({ win_rate, low, high }: PairingView): IntervalShape | null {
  if (win_rate === null || low === null || high === null) return null;
  return { rate: win_rate, low, high, verdict: low > 0.5 ? "better" : high < 0.5 ? "worse" : "open" };
}

/** Says what a pairing's numbers mean. */
export function verdictText(pairing: PairingView): string {
  const shape = intervalShape(pairing);
  if (shape === null) return "No games yet.";
  const range = `${(100 * shape.low).toFixed(1)} to ${(100 * shape.high).toFixed(1)} %`;
  switch (shape.verdict) {
    case "better":
      return `The first player is stronger: 95 % interval ${range}.`;
    case "worse":
      return `The second player is stronger: 95 % interval ${range}.`;
    case "open":
      return `Not decided yet: 95 % interval ${range}.`;
  }
}

/** Says how far a match is. */
export function progressText({ games, wanted, is_running }: MatchLine): string {
  const played = `${games} of ${wanted} games`;
  if (is_running) return `${played}, running`;
  return games >= wanted ? `${played}, finished` : `${played}, stopped`;
}
