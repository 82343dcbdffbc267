// Which moves were mistakes, by the win rate that they lost.

import type { NodeView } from "../messages";

export type Mistake = "doubtful" | "mistake" | "blunder";

const LIMITS: readonly (readonly [number, Mistake])[] = [
  [0.2, "blunder"],
  [0.1, "mistake"],
  [0.05, "doubtful"],
];

/** Returns how bad a move was; null if it was not. */
export function mistakeOf(node: NodeView): Mistake | null {
  const lost = node.lost ?? 0;
  return LIMITS.find(([limit]) => lost >= limit)?.[1] ?? null;
}

/** Returns the mistakes of a line, the worst first. */
export function mistakesOf(line: readonly NodeView[]): NodeView[] {
  return worstFirst(line).filter((node) => mistakeOf(node) !== null);
}

const NOTICEABLE = 0.01;
const WORST = 3;

/** Returns the few moves that lost most, mistakes or not: a game may be lost bit by bit. */
export function worstOf(line: readonly NodeView[]): NodeView[] {
  return worstFirst(line)
    .filter((node) => (node.lost ?? 0) >= NOTICEABLE)
    .slice(0, WORST);
}

function worstFirst(line: readonly NodeView[]): NodeView[] {
  return [...line].sort((a, b) => (b.lost ?? 0) - (a.lost ?? 0));
}
