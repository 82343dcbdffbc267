// The analysis of the shown position, as marks on the board.

import type { CandidateMark } from "../board/overlay";
import type { Analysis } from "../messages";
import { brief } from "../words";

const LEAST_SHARE = 0.01; // of the best move's visits

/** Returns who owns each point: from 1, Black's, to -1, White's. */
export function ownersOf(analysis: Analysis): number[] {
  const sign = analysis.colour === "black" ? 1 : -1;
  return analysis.ownership.map((value) => sign * value);
}

/** Returns marks for the candidates that were visited often enough. */
export function candidateMarks(analysis: Analysis, most = 12): CandidateMark[] {
  const best = Math.max(1, ...analysis.moves.map((move) => move.visits));
  return analysis.moves
    .filter((move) => move.visits >= best * LEAST_SHARE && move.visits > 1)
    .slice(0, most)
    .map((move, index) => ({
      move: move.move,
      strength: Math.sqrt(move.visits / best),
      isBest: index === 0,
      title: (move.win_rate * 100).toFixed(0),
      detail: brief(move.visits),
    }));
}
