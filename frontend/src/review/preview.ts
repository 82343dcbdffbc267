// What a game record holds, found out before it is sent to the server.

import { parse } from "@sabaki/sgf";

export const LARGEST_RECORD = 3_000_000; // bytes; the server takes 4 million characters of base64

export interface Preview {
  name: string;
  /** The record as it is: the server reads its encoding. */
  bytes: Uint8Array;
  black: string;
  white: string;
  size: number;
  moves: number;
  variations: number;
  date: string;
  result: string;
}

/** Describes a record; raises an error with a sentence for people if it is none. */
export function previewOf(name: string, bytes: Uint8Array): Preview {
  if (bytes.length > LARGEST_RECORD) throw new Error("This file is too large for a game record.");
  const text = new TextDecoder().decode(bytes);
  if (!/\(\s*;/.test(text)) throw new Error("This is not a game record in SGF.");
  const root = parse(text)[0];
  if (!root) throw new Error("This is not a game record in SGF.");
  const value = (key: string) => root.data[key]?.[0]?.trim() ?? "";
  const game = value("GM");
  if (game !== "" && game !== "1") throw new Error("This is a record of another game than Go.");
  let [moves, ends] = [0, 0];
  for (let node: typeof root | undefined = root; node; node = node.children[0]) if (node.data.B ?? node.data.W) moves += 1;
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.children.length === 0) ends += 1;
    waiting.push(...node.children);
  }
  return {
    name,
    bytes,
    black: value("PB"),
    white: value("PW"),
    size: Number(/^\d+/.exec(value("SZ"))?.[0] ?? 19),
    moves,
    variations: ends - 1,
    date: value("DT"),
    result: value("RE"),
  };
}

/** Returns bytes in base64. */
export function base64(bytes: Uint8Array): string {
  let text = "";
  for (let start = 0; start < bytes.length; start += 0x8000) text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  return btoa(text);
}

/** Returns the bytes of a text in base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
