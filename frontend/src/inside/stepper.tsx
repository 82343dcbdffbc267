// Buttons and a slider that go through a sequence move by move, by hand or by themselves.

import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button } from "../shell/button";

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
      <Button icon="first" text="To the start" isIconOnly isSmall disabled={shown === 0} onClick={() => go(0)} />
      <Button icon="back" text="One move back" isIconOnly isSmall disabled={shown === 0} onClick={() => go(shown - 1)} />
      <Button icon={isPlaying.value ? "stop" : "play"} text={isPlaying.value ? "Pause" : "Play move by move"} isIconOnly isSmall onClick={toggle} />
      <Button icon="forward" text="One move on" isIconOnly isSmall disabled={shown >= last} onClick={() => go(shown + 1)} />
      <Button icon="last" text="To the end" isIconOnly isSmall disabled={shown >= last} onClick={() => go(last)} />
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
