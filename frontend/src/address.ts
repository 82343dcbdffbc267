// Where the page is: the view and the game, in the fragment of its address: #view=review&game=20260801-1.

import { signal } from "@preact/signals";

export const VIEWS = ["play", "review", "inside", "laboratory"] as const;
export type View = (typeof VIEWS)[number];

export interface Address {
  view: View;
  game: string | null;
  /** The word that the server demands; removed from the address at once, so that nobody reads it from the screen. */
  token: string | null;
}

/** Reads a fragment as "#view=review&game=1&token=x". */
export function parseFragment(fragment: string): Address {
  const words = new URLSearchParams(fragment.replace(/^#/, ""));
  const view = VIEWS.find((name) => name === words.get("view")) ?? "play";
  return { view, game: words.get("game"), token: words.get("token") };
}

export function formatFragment(view: View, game: string | null): string {
  const words = new URLSearchParams({ view });
  if (game !== null) words.set("game", game);
  return `#${words}`;
}

/** The view that is shown. */
export const view = signal<View>("play");

/** The game that the address names. */
export const addressedGame = signal<string | null>(null);

let token = "";

/** Returns the token for the server, which the browser keeps until the tab is closed. */
export function currentToken(): string {
  return token;
}

function readAddress(): void {
  const address = parseFragment(location.hash);
  view.value = address.view;
  addressedGame.value = address.game;
  try {
    if (address.token !== null) sessionStorage.setItem("tengen.token", address.token);
    token = address.token ?? sessionStorage.getItem("tengen.token") ?? "";
  } catch {
    token = address.token ?? token;
  }
  if (address.token !== null) history.replaceState(null, "", formatFragment(address.view, address.game));
}

/** Reads the address now and whenever it changes. `onGame` is called when a person's step names another game. */
export function followAddress(onGame: (game: string) => void): void {
  readAddress();
  addEventListener("hashchange", () => {
    const old = addressedGame.peek();
    readAddress();
    if (addressedGame.value !== null && addressedGame.value !== old) onGame(addressedGame.value);
  });
}

/** Shows another view. */
export function showView(name: View): void {
  view.value = name;
  history.pushState(null, "", formatFragment(name, addressedGame.peek()));
}

/** Writes the open game into the address. */
export function addressGame(game: string | null): void {
  if (addressedGame.peek() === game) return;
  addressedGame.value = game;
  history.replaceState(null, "", formatFragment(view.peek(), game));
}
