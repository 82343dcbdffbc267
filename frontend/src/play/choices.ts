// What a new game is played with, as the form has it, and as the server wants it.

import type { GameSetup, RulesChoice } from "../messages";

export const SIZES = [9, 13, 19] as const;

export const TIMES: readonly { value: string; text: string }[] = [
  { value: "", text: "No clock" },
  { value: "5m+3s", text: "5 minutes, 3 seconds more for each move" },
  { value: "10m+5s", text: "10 minutes, 5 seconds more for each move" },
  { value: "10m+5x30s", text: "10 minutes, then 5 periods of 30 seconds" },
  { value: "20m+5x30s", text: "20 minutes, then 5 periods of 30 seconds" },
  { value: "30m", text: "30 minutes" },
];

export interface Choices {
  size: number;
  /** An index into the levels; one more than the last is full strength. */
  strength: number;
  human: "black" | "white" | "both";
  handicap: number;
  rules: string;
  /** As typed; empty for the usual komi. */
  komi: string;
  time: string;
  name: string;
}

/** Returns a level for the first game of a newcomer: about a quarter of the way up. */
export function firstStrength(levels: readonly string[]): number {
  return Math.floor(levels.length / 4);
}

/** Returns the choices that a setup stands for; what it does not say is as for a newcomer. */
export function choicesOf(setup: GameSetup, levels: readonly string[], name: string): Choices {
  const level = setup.opponent?.level ?? null;
  return {
    size: setup.size ?? 9,
    strength: level === null ? firstStrength(levels) : levels.indexOf(level),
    human: setup.human ?? "black",
    handicap: setup.handicap ?? 0,
    rules: setup.rules ?? "chinese",
    komi: setup.komi === null || setup.komi === undefined ? "" : String(setup.komi),
    time: setup.time ?? "",
    name: setup.name || name,
  };
}

/** Returns the level at a position of the slider; null is full strength. */
export function levelAt(levels: readonly string[], strength: number): string | null {
  return levels[strength] ?? null;
}

/** Returns the usual komi: that of the rules, or 0.5 with handicap stones. */
export function usualKomi(rules: readonly RulesChoice[], choices: Choices): number {
  if (choices.handicap >= 2) return 0.5;
  return rules.find((one) => one.name === choices.rules)?.komi ?? 7.5;
}

/** Returns the komi that was typed; null for the usual one, and undefined for what is not a number. */
export function komiOf(choices: Choices): number | null | undefined {
  const text = choices.komi.trim().replace(",", ".");
  if (text === "") return null;
  const value = Number(text);
  return Number.isFinite(value) && Math.abs(value) <= 400 && Number.isInteger(value * 2) ? value : undefined;
}

/** Returns the largest handicap for a board: star points for all stones. */
export function largestHandicap(size: number): number {
  return size < 7 ? 0 : size < 9 ? 4 : size % 2 === 0 ? 4 : 9;
}

export function setupOf(choices: Choices, levels: readonly string[]): GameSetup {
  const level = levelAt(levels, choices.strength);
  return {
    size: choices.size,
    komi: komiOf(choices) ?? null,
    rules: choices.rules,
    handicap: Math.min(choices.handicap, largestHandicap(choices.size)),
    human: choices.human,
    opponent: { level },
    time: choices.human === "both" || choices.time === "" ? null : choices.time,
    name: choices.name.trim(),
  };
}
