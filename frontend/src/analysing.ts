// The person's wish to see an analysis. All views share it: what one view starts goes on in the others.

import { effect, signal } from "@preact/signals";
import type { Setup } from "./messages";
import { link, send } from "./store";

/** The setups that are to be searched, one or two; null for no analysis. */
export const wantedSetups = signal<readonly Setup[] | null>(null);

/** Starts an analysis of the shown position, or goes on with other setups. */
export function startAnalysis(setups: readonly Setup[]): void {
  wantedSetups.value = setups;
}

export function stopAnalysis(): void {
  wantedSetups.value = null;
}

/** Tells the server whenever the wish changes, and again after the connection was lost. */
export function followAnalysis(): void {
  let wasWanted = false;
  effect(() => {
    const setups = wantedSetups.value;
    if (link.value.kind !== "open") {
      wasWanted = false;
      return;
    }
    if (setups) send({ type: "analyse", setups: [...setups] });
    else if (wasWanted) send({ type: "stop_analysis" });
    wasWanted = setups !== null;
  });
}
