// What the person chose about the page's looks; kept by the browser.

import { effect, type Signal, signal } from "@preact/signals";
import type { Choices } from "./play/choices";

export type Theme = "auto" | "light" | "dark";

function stored<T>(name: string, fallback: T): Signal<T> {
  const key = `tengen.${name}`;
  const result = signal<T>(read(key, fallback));
  effect(() => write(key, result.value));
  return result;
}

function read<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : (JSON.parse(text) as T);
  } catch {
    return fallback;
  }
}

/** The browser may refuse to keep anything; the page works without it. */
function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {}
}

export const theme = stored<Theme>("theme", "auto");
export const hasSound = stored("sound", false);
export const showsCoordinates = stored("coordinates", true);
/** Whether Review shows who owns each point, under the candidates of an analysis. */
export const showsTerritory = stored("territory", false);
/** The game that was last open in this browser. */
export const lastGame = stored<string | null>("game", null);
/** What the last game was played with; the level by its name. */
export const gameChoices = stored<(Choices & { level: string | null }) | null>("choices", null);
/** The name of the person in new records. */
export const personName = stored("name", "");

effect(() => {
  if (typeof document !== "undefined") document.documentElement.dataset.theme = theme.value;
});
