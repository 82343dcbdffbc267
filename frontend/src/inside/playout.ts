// One playout: which rules chose its moves, and how each of them is coloured.

import { sideName } from "../colour";
import type { Playout, PlayoutMove } from "../messages";
import { indexOfMove } from "../points";
import type { ShownMove } from "./stones";

/** Rules that always have the same colour; the others get the free ones in the order in which they appear. */
const FIXED: Record<string, number> = { uniform: 0 };

/** How many colours the style sheet has for rules: `--rule-0` to `--rule-8`; 0 is the grey of chance. */
export const RULE_COLOURS = 9;

/** How often a rule chose a move. */
export interface RuleCount {
  rule: string;
  moves: number;
  /** The number of its colour. */
  colour: number;
}

/** Returns the rules of a playout, the most frequent first, each with a colour of its own. */
export function ruleCounts(moves: readonly PlayoutMove[]): RuleCount[] {
  const counts = new Map<string, number>();
  for (const { rule } of moves) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  // Colours go by name, so that a rule keeps its colour from one playout to the next.
  const names = [...counts.keys()].sort();
  const free = names.filter((name) => !(name in FIXED));
  const colour = (name: string): number => FIXED[name] ?? 1 + (free.indexOf(name) % (RULE_COLOURS - 1));
  return names
    .map((rule) => ({ rule, moves: counts.get(rule) ?? 0, colour: colour(rule) }))
    .sort((a, b) => b.moves - a.moves || (a.rule < b.rule ? -1 : 1));
}

/** Returns the moves of a playout as moves to show. */
export function shownMoves(playout: Playout, size: number): ShownMove[] {
  return playout.moves.map(({ move, colour, captured }) => ({
    index: indexOfMove(move, size),
    sign: colour === "black" ? 1 : -1,
    captured: captured.map((name) => indexOfMove(name, size)).filter((index): index is number => index !== null),
  }));
}

/** Says what one move of a playout was: `12. White E5, by the rule atari; captures 2 stones`. */
export function moveText(move: PlayoutMove, number: number): string {
  const chosen = move.rule === "uniform" ? "at random" : `by the rule ${move.rule.replace(/_/g, " ")}`;
  const taken = move.captured.length;
  const capture = taken === 0 ? "" : `; captures ${taken} stone${taken === 1 ? "" : "s"}`;
  return `${number}. ${sideName(move.colour)} ${move.move === "pass" ? "passes" : move.move}, ${chosen}${capture}`;
}
