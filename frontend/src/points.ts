// Points of the board: names as "E5", and numbers row by row from the top left corner.

import type { Colour } from "./colour";

const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** A point as column and row, both from 0, from the top left corner. */
export interface Place {
  x: number;
  y: number;
}

/** Returns the letter of a column; the letter I is left out. */
export function columnName(x: number): string {
  return LETTERS[x] ?? "?";
}

/** Returns the name of a point: "E5". */
export function pointName(place: Place, size: number): string {
  return `${columnName(place.x)}${size - place.y}`;
}

/** Returns the place of a move; null for "pass", "resign" and what is not on the board. */
export function placeOf(move: string, size: number): Place | null {
  const found = /^([A-HJ-Z])([1-9][0-9]?)$/.exec(move.toUpperCase());
  if (!found) return null;
  const x = LETTERS.indexOf(found[1] ?? "");
  const y = size - Number(found[2]);
  return x >= 0 && x < size && y >= 0 && y < size ? { x, y } : null;
}

/** Returns the index of a place in a list with a value for each point. */
export function indexOf(place: Place, size: number): number {
  return place.y * size + place.x;
}

/** Returns the place of an index. */
export function placeAt(index: number, size: number): Place {
  return { x: index % size, y: Math.floor(index / size) };
}

/** Returns the index of a move; null for "pass", "resign" and what is not on the board. */
export function indexOfMove(move: string, size: number): number | null {
  const place = placeOf(move, size);
  return place && indexOf(place, size);
}

/** Returns the size of the board that a list with a value for each point belongs to. */
export function sizeOf(values: readonly unknown[]): number {
  return Math.round(Math.sqrt(values.length));
}

/** Returns a move in words: "White plays D4", "Black passes". */
export function moveInWords(colour: Colour, move: string): string {
  const side = colour === "black" ? "Black" : "White";
  if (move === "pass") return `${side} passes`;
  if (move === "resign") return `${side} resigns`;
  return `${side} plays ${move}`;
}
