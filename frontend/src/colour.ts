// The two sides.

export type Colour = "black" | "white";

/** 1 for Black, -1 for White, 0 for none: as the board shows stones. */
export type Sign = 0 | 1 | -1;

export function signOf(colour: Colour): Sign {
  return colour === "black" ? 1 : -1;
}

export function other(colour: Colour): Colour {
  return colour === "black" ? "white" : "black";
}

export function sideName(colour: Colour): string {
  return colour === "black" ? "Black" : "White";
}
