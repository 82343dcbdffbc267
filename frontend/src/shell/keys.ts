// Keys that work everywhere on the page, except while a text is typed.

import { showView, VIEWS, view } from "../address";
import { toggleAnalysis as toggleInside } from "../inside/model";
import { showsCoordinates } from "../preferences";
import { step, stepVariation } from "../record";
import { askToResign, canAdvise, canPass, canUndo, pass, showEstimate, showHint, undo } from "../play/moves";
import { startAnalysis, stopAnalysis, wantedSetups } from "../analysing";
import { closeWindow, openWindow } from "./windows";

/** A key, what it does, and where. */
interface Key {
  keys: readonly string[];
  text: string;
  act: () => void;
}

export const KEYS: readonly Key[] = [
  { keys: ["ArrowLeft"], text: "one move back", act: () => step(-1) },
  { keys: ["ArrowRight"], text: "one move forward", act: () => step(1) },
  { keys: ["PageUp"], text: "ten moves back", act: () => step(-10) },
  { keys: ["PageDown"], text: "ten moves forward", act: () => step(10) },
  { keys: ["Home"], text: "to the start of the game", act: () => step(-Infinity) },
  { keys: ["End"], text: "to the end of the line", act: () => step(Infinity) },
  { keys: ["ArrowUp"], text: "the variation before", act: () => stepVariation(-1) },
  { keys: ["ArrowDown"], text: "the next variation", act: () => stepVariation(1) },
  { keys: ["b"], text: "to the board: arrow keys or W A S D move the cursor, Enter plays, Escape leaves", act: focusBoard },
  { keys: ["p"], text: "pass", act: () => canPass() && pass() },
  { keys: ["u"], text: "take back", act: () => canUndo() && undo() },
  { keys: ["h"], text: "hint", act: () => canAdvise() && showHint() },
  { keys: ["e"], text: "estimate the score", act: () => canAdvise() && showEstimate() },
  { keys: ["r"], text: "resign, after a question", act: askToResign },
  { keys: [" "], text: "start or stop the analysis, in Review and Inside", act: toggleAnalysis },
  { keys: ["n"], text: "new game", act: () => (openWindow.value = "new-game") },
  { keys: ["g"], text: "list of games", act: () => (openWindow.value = "games") },
  { keys: ["o"], text: "open a record", act: () => (openWindow.value = "open-record") },
  { keys: ["c"], text: "coordinates on or off", act: () => (showsCoordinates.value = !showsCoordinates.value) },
  { keys: ["1", "2", "3", "4"], text: "Play, Review, Inside, Laboratory", act: () => undefined },
  { keys: ["?"], text: "this list", act: () => (openWindow.value = "help") },
];

function focusBoard(): void {
  document.querySelector<HTMLElement>(".board")?.focus();
}

function toggleAnalysis(): void {
  if (view.peek() === "inside") toggleInside();
  if (view.peek() !== "review") return;
  if (wantedSetups.peek()) stopAnalysis();
  else startAnalysis([{}]);
}

/** Returns whether a key press belongs to what has the focus. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (target.closest("input, textarea, select, dialog, [role=tree], [role=treeitem]")) return true;
  const isButton = target.closest("button, a, summary") !== null;
  return isButton && (event.key === " " || event.key === "Enter");
}

export function press(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTaken(event)) return;
  if (openWindow.peek() !== null) {
    if (event.key === "Escape") closeWindow();
    return;
  }
  const number = Number(event.key);
  const name = event.key.length === 1 ? VIEWS[number - 1] : undefined;
  const found = KEYS.find((key) => key.keys.includes(event.key));
  // The laboratory has no board to step through.
  if (!found || (view.peek() === "laboratory" && !["?", "n", "g", "o", "1", "2", "3", "4"].includes(event.key))) return;
  event.preventDefault();
  if (name) showView(name);
  else found.act();
}

/** Listens to the keyboard. */
export function followKeys(): void {
  addEventListener("keydown", press);
}
