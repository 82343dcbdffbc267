// What the person has chosen in the laboratory.

import { signal } from "@preact/signals";
import { showView } from "../address";
import type { MatchGameLine, Request } from "../messages";
import { dismissProblem, game, link, matches, problem, send } from "../store";
import { subscribe } from "../subscribe";
import { FIRST_FORM, faults, type MatchForm, matchRequest } from "./form";

/** What the large pane shows: a match, or one of the two forms. */
export type Pane = { kind: "match"; match: string } | { kind: "new match" } | { kind: "new experiment" };

export const pane = signal<Pane>({ kind: "new match" });
export const form = signal<MatchForm>(FIRST_FORM);

/** Whether faults of the form are shown: only after the person has tried to send it. */
export const hasTried = signal(false);

/** Why the server refused the last request of the laboratory. */
export const refusal = signal<string | null>(null);

/** The number of the last request, which a refusal repeats. */
const lastRequest = signal(0);

/** The match that was started last; it is shown as soon as it runs. A row of published results is a match of its name. */
const started = signal<string | null>(null);

/** The game that was open before a game of a match was asked for. */
const gameBefore = signal<string | null>(null);

const REFRESH = 4000; // milliseconds between two looks at the list while a match runs

function ask(request: Request): void {
  refusal.value = null;
  lastRequest.value = send(request);
}

/** Shows a match, and follows it. */
export function watch(match: string): void {
  pane.value = { kind: "match", match };
  ask({ type: "watch_match", match });
}

/** Shows one of the forms. */
export function showForm(kind: "new match" | "new experiment"): void {
  pane.value = { kind };
  ask({ type: "watch_match", match: null });
}

/** Starts the match of the form, if nothing is wrong with it. */
export function startMatch(): void {
  hasTried.value = true;
  if (faults(form.value).length > 0) return;
  hasTried.value = false;
  const request = matchRequest(form.value);
  started.value = request.name;
  ask(request);
}

/** Starts games of a row of published results. */
export function startExperiment(row: string, cells: string[], games: number): void {
  started.value = row;
  ask({ type: "start_experiment", row, cells, games });
}

/** Stops a match after the games that are being played. */
export function stopMatch(match: string): void {
  ask({ type: "stop_match", match });
}

/** Goes on with a match that was stopped. */
export function resumeMatch(match: string): void {
  ask({ type: "resume_match", match });
}

/** Opens a game of a match in the view "Review". */
export function openGame(match: string, line: MatchGameLine): void {
  gameBefore.value = game.peek()?.game ?? "";
  ask({ type: "open_match_game", match, pairing: line.pairing, number: line.number });
}

/** Starts to follow the store. Returns a function that ends it. */
export function followStore(): () => void {
  const ends = [
    subscribe([link], () => {
      if (link.value.kind !== "open") return;
      send({ type: "list_matches" });
      if (pane.value.kind === "match") send({ type: "watch_match", match: pane.value.match });
    }),
    subscribe([matches], () => {
      const found = matches.value?.matches.find((line) => line.is_running && line.match === started.value);
      if (!found) return;
      started.value = null;
      watch(found.match);
    }),
    subscribe([problem], () => {
      const found = problem.value;
      if (!found || found.request === 0 || found.request !== lastRequest.value) return;
      refusal.value = found.text;
      dismissProblem();
      started.value = null;
      gameBefore.value = null;
    }),
    subscribe([game], () => {
      const open = game.value?.game;
      if (gameBefore.value === null || open === undefined || open === gameBefore.value) return;
      gameBefore.value = null;
      showView("review");
    }),
  ];
  const timer = setInterval(() => {
    if (matches.peek()?.matches.some((line) => line.is_running)) send({ type: "list_matches" });
  }, REFRESH);
  return () => {
    clearInterval(timer);
    for (const end of ends) end();
    send({ type: "watch_match", match: null });
  };
}
