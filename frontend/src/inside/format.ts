// Numbers as the panels write them. A minus sign is the real one, so that signed columns line up.

import type { Colour } from "../colour";

/** What is shown where there is no number. */
export const NONE = "–";

function withMinus(text: string): string {
  return text.replace("-", "−");
}

/** A share as a percentage with one digit: `0.534` is `53.4 %`. */
export function percent(share: number | null, digits = 1): string {
  return share === null ? NONE : `${withMinus((100 * share).toFixed(digits))} %`;
}

/** A difference of two shares in percentage points: `+1.2`. */
export function points(difference: number | null): string {
  return difference === null ? NONE : signed(100 * difference, 1);
}

/** A number with its sign: `+0.031`, `−0.4`; zero has none. */
export function signed(value: number, digits = 3): string {
  const text = Math.abs(value).toFixed(digits);
  if (Number(text) === 0) return text;
  return `${value > 0 ? "+" : "−"}${text}`;
}

/** A number without a sign, or the mark for none. */
export function decimal(value: number | null, digits = 3): string {
  return value === null ? NONE : withMinus(value.toFixed(digits));
}

/** A whole count with groups of digits: `12 345`. */
export function exact(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+(?!\d))/g, " ");
}

/** A lead in points as a result: `B+3.5`, from the view of the side to move. */
export function lead(score: number | null, colour: Colour): string {
  if (score === null) return NONE;
  const text = Math.abs(score).toFixed(1);
  if (Number(text) === 0) return "even";
  return `${score > 0 === (colour === "black") ? "B" : "W"}+${text}`;
}

/** Seconds as people say them: `3.2 s`, `2 min 5 s`. */
export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** The name of a part for people: `two_liberties` is `two liberties`. */
export function partTitle(name: string): string {
  const file = name.split("/").pop() ?? name;
  return file.replace(/\.py$/, "").replace(/_/g, " ");
}
