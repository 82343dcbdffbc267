// Doing something whenever signals change.

import { effect, type ReadonlySignal, untracked } from "@preact/signals";

/** Calls a function now and whenever one of the signals changes, whatever else it reads. Returns a function that ends it. */
export function subscribe(signals: readonly ReadonlySignal<unknown>[], run: () => void): () => void {
  return effect(() => {
    signals.forEach((each) => each.value);
    untracked(run);
  });
}
