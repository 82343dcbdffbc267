// Buttons and a slider that go through a sequence move by move, by hand or by themselves.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";

interface Props {
  /** The step that is shown, from 0, the start, to `last`. */
  step: Signal<number>;
  last: number;
  /** What is stepped through, for screen readers. */
  label: string;
  /** The step in words. */
  text: string;
}

const PACE = 450; // milliseconds for each move

export function Stepper({ step, last, label, text }: Props) {
  const isPlaying = useSignal(false);
  const shown = Math.min(step.value, last);
  const go = (to: number) => {
    step.value = Math.max(0, Math.min(last, to));
  };
  useEffect(() => {
    if (!isPlaying.value) return undefined;
    const timer = setInterval(() => {
      if (step.peek() >= last) isPlaying.value = false;
      else step.value = step.peek() + 1;
    }, PACE);
    return () => clearInterval(timer);
  }, [isPlaying.value, last, step]);

  const toggle = () => {
    if (!isPlaying.value && shown >= last) step.value = 0;
    isPlaying.value = !isPlaying.value;
  };
  return (
    <fieldset class="stepper" aria-label={label}>
      <button type="button" class="button icon" aria-label="To the start" disabled={shown === 0} onClick={() => go(0)}>
        «
      </button>
      <button type="button" class="button icon" aria-label="One move back" disabled={shown === 0} onClick={() => go(shown - 1)}>
        ‹
      </button>
      <button type="button" class="button icon" aria-label={isPlaying.value ? "Pause" : "Play the moves one after another"} onClick={toggle}>
        {isPlaying.value ? "❚❚" : "▶"}
      </button>
      <button type="button" class="button icon" aria-label="One move on" disabled={shown >= last} onClick={() => go(shown + 1)}>
        ›
      </button>
      <button type="button" class="button icon" aria-label="To the end" disabled={shown >= last} onClick={() => go(last)}>
        »
      </button>
      <input
        type="range"
        min={0}
        max={last}
        value={shown}
        aria-label={label}
        aria-valuetext={text}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
      <output class="numbers">
        {shown}/{last}
      </output>
    </fieldset>
  );
}
