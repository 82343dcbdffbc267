// The table of candidates: its columns, and the order of its rows.

import type { Colour } from "../colour";
import type { Candidate } from "../messages";
import { brief } from "../words";
import { decimal, lead, percent, signed } from "./format";

export type Column = "visits" | "value" | "score" | "prior" | "amaf" | "criticality" | "urgency";

/** A column of the table. */
export interface ColumnChoice {
  name: Column;
  title: string;
  summary: string;
}

export const COLUMNS: readonly ColumnChoice[] = [
  { name: "visits", title: "Visits", summary: "Simulations that went through the move." },
  { name: "value", title: "Win rate", summary: "Share of them that the side to move won." },
  { name: "score", title: "Score", summary: "Expected lead at the end of the game." },
  { name: "prior", title: "Prior", summary: "Win rate that the search assumed before it tried the move." },
  { name: "amaf", title: "AMAF", summary: "Win rate of all simulations in which the move was played at any later time." },
  { name: "criticality", title: "Critical", summary: "How much owning the point goes together with winning." },
  { name: "urgency", title: "Urgency", summary: "The number that decides where the next simulation goes." },
];

/** By which column the table is sorted, and which end comes first. */
export interface Order {
  column: Column;
  isDescending: boolean;
}

export const FIRST_ORDER: Order = { column: "visits", isDescending: true };

/** Returns the number of a column. */
export function cellValue(move: Candidate, column: Column): number | null {
  return column === "value" ? move.win_rate : move[column];
}

/** Returns the text of a column. */
export function cellText(move: Candidate, column: Column, colour: Colour): string {
  const value = cellValue(move, column);
  switch (column) {
    case "visits":
      return brief(move.visits);
    case "score":
      return lead(value, colour);
    case "urgency":
      return decimal(value, 3);
    case "criticality":
      return value === null ? decimal(null) : signed(value, 2);
    case "value":
    case "prior":
    case "amaf":
      return percent(value);
  }
}

/** Returns the rows in order; rows without a number come last, and equal ones are ordered by visits. */
export function sorted(moves: readonly Candidate[], { column, isDescending }: Order): Candidate[] {
  const sign = isDescending ? -1 : 1;
  return [...moves].sort((a, b) => {
    const [x, y] = [cellValue(a, column), cellValue(b, column)];
    if (x === null || y === null) return Number(x === null) - Number(y === null) || b.visits - a.visits;
    return sign * (x - y) || b.visits - a.visits;
  });
}

/** Returns the order after a click on a column's head. */
export function clicked(order: Order, column: Column): Order {
  return { column, isDescending: order.column === column ? !order.isDescending : true };
}

/** Returns the columns that have a number for some move. */
export function filledColumns(moves: readonly Candidate[]): Column[] {
  return COLUMNS.map(({ name }) => name).filter((name) => moves.some((move) => cellValue(move, name) !== null));
}
