// What the person has chosen in the laboratory.

import { effect, signal, untracked } from "@preact/signals";
import { showView } from "../address";
import type { MatchGameLine } from "../messages";
import { game, matches, matchTable, problem, send, welcome } from "../store";
import { FIRST_FORM, faults, type MatchForm, matchRequest } from "./form";

/** What the large pane shows: a match, or one of the two forms. */
export type Pane = { kind: "match"; match: string } | { kind: "new match" } | { kind: "new experiment" };

export const pane = signal<Pane>({ kind: "new match" });
export const form = signal<MatchForm>(FIRST_FORM);
/** Whether faults of the form are shown: only after the person has tried to send it. */
export const hasTried = signal(false);
/** Why the server refused the last request of the laboratory. */
export const refusal = signal<string | null>(null);

let lastRequest = 0;
/** The matches that were there when a match or an experiment was started; the new one is not among them. */
let known: ReadonlySet<string> | null = null;
let opening: string | null = null;

/** Shows a match, and follows it. */
export function watch(match: string): void {
  pane.value = { kind: "match", match };
  refusal.value = null;
  send({ type: "watch_match", match });
}

/** Shows one of the forms. */
export function showForm(kind: "new match" | "new experiment"): void {
  pane.value = { kind };
  refusal.value = null;
}

/** Starts the match of the form, if nothing is wrong with it. */
export function startMatch(): void {
  hasTried.value = true;
  if (faults(form.value).length > 0) return;
  begin(send(matchRequest(form.value)));
  hasTried.value = false;
}

export function startExperiment(row: string, cells: string[], games: number): void {
  begin(send({ type: "start_experiment", row, cells, games }));
}

function begin(request: number): void {
  refusal.value = null;
  lastRequest = request;
  known = new Set((matches.peek()?.matches ?? []).filter((line) => !line.is_running).map((line) => line.match));
  for (const line of matches.peek()?.matches ?? []) if (line.is_running) (known as Set<string>).add(line.match);
  send({ type: "list_matches" });
}

/** Stops a match after the games that are being played. */
export function stopMatch(match: string): void {
  lastRequest = send({ type: "stop_match", match });
  send({ type: "list_matches" });
}

/** Opens a game of a match in the view "Review". */
export function openGame(match: string, line: MatchGameLine): void {
  opening = game.peek()?.game ?? "";
  lastRequest = send({ type: "open_match_game", match, pairing: line.pairing, number: line.number });
}
