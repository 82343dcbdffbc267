// What can be drawn on the board besides stones and marks. A view makes an `Overlay` and gives it to `Board`; the board
// decides how it looks. Lists with a value for each point go row by row from the top left corner.

import type { Colour } from "../colour";

/** A value for each point, as coloured squares. */
export interface HeatMap {
  /** From 0, nothing, to 1, the strongest colour; with `diverging` from -1 to 1. Null draws nothing. */
  values: readonly (number | null)[];
  /** `single` goes from transparent to one colour; `diverging` from blue (-1) over transparent to red (1). */
  scale: "single" | "diverging";
  /** Short texts in the squares, for some points. */
  texts?: readonly (string | null)[];
}

/** A move that is worth considering, as a disc with two lines of text. */
export interface CandidateMark {
  /** A point, as "E5". Passes are not drawn. */
  move: string;
  /** Decides the disc's colour: 1 for the best move, 0 for the least interesting one. */
  strength: number;
  isBest: boolean;
  /** A colour of its own: for the best moves of two searches, A and B. */
  tone?: "a" | "b";
  /** The large text, as "54". */
  title: string;
  /** The small text below, as "1.2k". */
  detail?: string;
}

/** A stone of a sequence, half transparent, with its number. */
export interface SequenceStone {
  move: string;
  colour: Colour;
  /** The text on the stone; usually its number from 1. */
  label: string;
}

export interface Overlay {
  /** Who owns each point: from 1, Black's, to -1, White's. */
  ownership?: readonly number[] | null;
  /** Who owns each point in a count: 1, -1 or 0; as full squares. */
  territory?: readonly number[] | null;
  heat?: HeatMap | null;
  candidates?: readonly CandidateMark[];
  sequence?: readonly SequenceStone[];
  /** Points with a ring, as the move of a hint. */
  rings?: readonly string[];
  /** Stones that are dead, by point. */
  dead?: readonly string[];
}
