// The click of a stone, made of filtered noise, so that no file is needed.

import { effect } from "@preact/signals";
import { hasSound } from "./preferences";
import { position } from "./store";

let context: AudioContext | null = null;

/** Plays the click of a stone; `strength` from 0 to 1. */
export function playClick(strength = 1): void {
  context ??= new AudioContext();
  const now = context.currentTime;
  const length = Math.round(context.sampleRate * 0.06);
  const buffer = context.createBuffer(1, length, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index += 1) samples[index] = (Math.random() * 2 - 1) * Math.exp((-9 * index) / length);
  const noise = new AudioBufferSourceNode(context, { buffer });
  const wood = new BiquadFilterNode(context, { type: "bandpass", frequency: 1900, Q: 1.4 });
  const volume = new GainNode(context, { gain: 0.7 * strength });
  noise.connect(wood).connect(volume).connect(context.destination);
  noise.start(now);
}

/** Plays a click whenever a stone is put. */
export function followStones(): void {
  let stones = 0;
  let shown = "";
  effect(() => {
    const now = position.value;
    const count = now?.stones.reduce((sum, stone) => sum + Math.abs(stone), 0) ?? 0;
    const isNew = now !== null && now.game === shown && now.last !== null && count > stones;
    stones = count;
    shown = now?.game ?? "";
    if (isNew && hasSound.peek()) playClick();
  });
}
