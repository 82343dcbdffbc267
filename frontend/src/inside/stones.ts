// Stones on the board for a shown sequence. The server checks the rules; here stones are only put and taken away.

import type { Colour } from "../colour";
import { indexOfMove } from "../points";

/** A move to show: where, by which side, and which stones it captures, if that is known. */
export interface ShownMove {
  /** Index of the point, row by row from the top left corner; null for a pass. */
  index: number | null;
  sign: 1 | -1;
  /** Indices of the captured stones; undefined if they must be found. */
  captured?: number[];
}

function neighbours(index: number, size: number): number[] {
  const column = index % size;
  const found = [index - size, index + size].filter((other) => other >= 0 && other < size * size);
  if (column > 0) found.push(index - 1);
  if (column < size - 1) found.push(index + 1);
  return found;
}

/** Returns the stones of a chain if it has no liberties, or none if it has. */
function chainWithoutLiberties(stones: readonly number[], start: number, size: number): number[] {
  const sign = stones[start];
  const chain = [start];
  const seen = new Set(chain);
  for (const stone of chain) {
    for (const next of neighbours(stone, size)) {
      if (stones[next] === 0) return [];
      if (stones[next] === sign && !seen.has(next)) {
        seen.add(next);
        chain.push(next);
      }
    }
  }
  return chain;
}

/** Returns the stones that a stone, just put on the board, captures; its own chain if it has no liberties itself. */
export function capturedBy(stones: readonly number[], index: number, size: number): number[] {
  const sign = stones[index] ?? 0;
  const enemies = neighbours(index, size).filter((next) => stones[next] === -sign);
  const taken = new Set(enemies.flatMap((enemy) => chainWithoutLiberties(stones, enemy, size)));
  return taken.size > 0 ? [...taken] : chainWithoutLiberties(stones, index, size);
}

/** Returns the stones after some moves. */
export function stonesAfter(start: readonly number[], moves: readonly ShownMove[], size: number): number[] {
  const stones = [...start];
  for (const move of moves) {
    if (move.index === null) continue;
    stones[move.index] = move.sign;
    for (const taken of move.captured ?? capturedBy(stones, move.index, size)) stones[taken] = 0;
  }
  return stones;
}

/**
 * Returns the numbers to write on the stones of a sequence: the last move at each point whose stone is still there. The
 * first of `moves` has the number `first`.
 */
export function stoneNumbers(moves: readonly ShownMove[], stones: readonly number[], first = 1): Map<number, string> {
  const numbers = new Map<number, string>();
  moves.forEach((move, place) => {
    if (move.index !== null && stones[move.index] === move.sign) numbers.set(move.index, String(first + place));
  });
  return numbers;
}

/** Returns the moves of a sequence, which the sides play in turn, as moves to show. */
export function alternating(names: readonly string[], first: Colour, size: number): ShownMove[] {
  const sign = first === "black" ? 1 : -1;
  return names.map((name, place) => ({ index: indexOfMove(name, size), sign: place % 2 === 0 ? sign : sign === 1 ? -1 : 1 }));
}
