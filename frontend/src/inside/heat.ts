// Heat maps: a number for each point of the board, as a strength of colour, with a legend.

import type { Analysis, Candidate } from "../messages";
import { indexOfMove } from "../points";
import { ownersOf } from "../review/live";
import { brief } from "../words";
import { decimal, percent, signed } from "./format";

export type HeatKind = "visits" | "value" | "prior" | "amaf" | "criticality" | "urgency" | "ownership";

/** What a heat map shows, and how its numbers are written. */
export interface HeatChoice {
  kind: HeatKind;
  title: string;
  summary: string;
}

export const HEAT_CHOICES: readonly HeatChoice[] = [
  { kind: "visits", title: "Visits", summary: "How often the search has tried each move." },
  { kind: "value", title: "Win rate", summary: "Share of the simulations through a move that its side won." },
  { kind: "prior", title: "Prior", summary: "What the search believed of a move before it tried it." },
  { kind: "amaf", title: "AMAF", summary: "Win rate of the simulations in which the move was played at any later time." },
  { kind: "criticality", title: "Criticality", summary: "How much owning the point goes together with winning the game." },
  { kind: "urgency", title: "Urgency", summary: "The number that decides where the next simulation goes." },
  { kind: "ownership", title: "Ownership", summary: "Who owns each point at the end of the simulations." },
];

/** A heat map, ready to be drawn. */
export interface Heat {
  kind: HeatKind;
  /** For each point from -1 to 1; 0 draws nothing. Negative strengths have the second colour. */
  strengths: number[];
  /** What is written on each point; empty for nothing. */
  labels: string[];
  /** The ends of the legend, with the middle if the colours meet there. */
  low: string;
  middle: string | null;
  high: string;
}

const WRITE: Record<HeatKind, (value: number) => string> = {
  visits: brief,
  value: (value) => percent(value, 0),
  prior: (value) => percent(value, 0),
  amaf: (value) => percent(value, 0),
  criticality: (value) => signed(value, 2),
  urgency: (value) => decimal(value, 2),
  ownership: (value) => signed(value, 1),
};

function fromMoves(analysis: Analysis, size: number, pick: (move: Candidate) => number | null): (number | null)[] {
  const values: (number | null)[] = new Array<number | null>(size * size).fill(null);
  for (const move of analysis.moves) {
    const index = indexOfMove(move.move, size);
    if (index !== null) values[index] = pick(move);
  }
  return values;
}

/** Returns the number of each point, and null where there is none. Ownership is from Black's view. */
export function heatValues(analysis: Analysis, kind: HeatKind, size: number): (number | null)[] {
  switch (kind) {
    case "ownership":
      return ownersOf(analysis);
    case "criticality":
      return analysis.criticality ?? fromMoves(analysis, size, (move) => move.criticality);
    case "prior":
      if (analysis.prior) return analysis.prior.map((value) => (value === 0 ? null : value));
      return fromMoves(analysis, size, (move) => move.prior);
    case "visits":
      return fromMoves(analysis, size, (move) => (move.visits > 0 ? move.visits : null));
    case "value":
      return fromMoves(analysis, size, (move) => (move.visits > 0 ? move.win_rate : null));
    case "amaf":
      return fromMoves(analysis, size, (move) => move.amaf);
    case "urgency":
      return fromMoves(analysis, size, (move) => move.urgency);
  }
}

/** How many points have their number written, so that a large board stays readable and quick to draw. */
const LABELS = 60;

/** The steps of strength that are drawn: smaller changes cannot be seen, and need no drawing. */
const STEPS = 25;

/** A heat map as it is drawn. */
export interface DrawnHeat {
  strengths: number[];
  labels: (string | null)[];
}

/** Returns what is drawn of a heat map: strengths in steps, and the numbers of the strongest points without a stone. */
export function drawnHeat(heat: Heat, stones: readonly number[]): DrawnHeat {
  const free = heat.strengths.flatMap((strength, index) => (stones[index] === 0 && heat.labels[index] !== "" ? [Math.abs(strength)] : []));
  const weakest = free.length <= LABELS ? 0 : (free.sort((a, b) => b - a)[LABELS - 1] ?? 0);
  return {
    strengths: heat.strengths.map((strength) => Math.round(strength * STEPS) / STEPS),
    labels: heat.labels.map((label, index) =>
      label !== "" && stones[index] === 0 && Math.abs(heat.strengths[index] ?? 0) >= weakest ? label.replace(" %", "") : null,
    ),
  };
}

/** Numbers that have two sides, and so two colours that meet at zero. */
const TWO_SIDED: ReadonlySet<HeatKind> = new Set<HeatKind>(["ownership", "criticality"]);

/** The part of a number's range that the weakest value still gets, so that it can be told from nothing. */
const FAINTEST = 0.12;

/** Returns the numbers as strengths of colour with a legend; null if no point has a number. */
export function heatOf(kind: HeatKind, values: readonly (number | null)[]): Heat | null {
  const known = values.filter((value): value is number => value !== null && Number.isFinite(value));
  if (known.length === 0) return null;
  const write = WRITE[kind];
  if (TWO_SIDED.has(kind)) {
    const most = kind === "ownership" ? 1 : Math.max(...known.map(Math.abs), 0.01);
    const strengths = values.map((value) => (value === null ? 0 : value / most));
    return {
      kind,
      strengths,
      labels: values.map((value, index) => (value === null || Math.abs(strengths[index] ?? 0) < 0.3 ? "" : write(value))),
      low: kind === "ownership" ? "White" : write(-most),
      middle: kind === "ownership" ? "open" : "0",
      high: kind === "ownership" ? "Black" : write(most),
    };
  }
  const low = kind === "visits" ? 0 : Math.min(...known);
  const high = Math.max(...known);
  const spread = high - low;
  // Most visits go to a few moves: the square root keeps the others visible.
  const shape = (share: number): number => (kind === "visits" ? Math.sqrt(share) : share);
  const strengths = values.map((value) =>
    value === null ? 0 : spread <= 0 ? 1 : FAINTEST + (1 - FAINTEST) * shape((value - low) / spread),
  );
  return {
    kind,
    strengths,
    labels: values.map((value) => (value === null ? "" : write(value))),
    low: write(low),
    middle: null,
    high: write(high),
  };
}
