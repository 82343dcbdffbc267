// What the person can do in a game.

import { effect, signal } from "@preact/signals";
import { ask } from "../shell/dialog";
import { count, game, link, position, problem, send, thinking } from "../store";

/** Whether the person plays against the engine. */
export function hasOpponent(): boolean {
  return (game.value?.setup.human ?? "black") !== "both";
}

/** Whether the node that the game has reached is shown. */
export function isAtLive(): boolean {
  const now = position.value;
  return now !== null && (!hasOpponent() || now.node === now.live);
}

/** The move that the person has made and the server has not shown yet, with its request and the position before it. */
const asked = signal<{ move: string; request: number; game: string; node: number } | null>(null);

/** Returns the move that waits for the server, as while it is busy compiling; null if none does. */
export function awaitedMove(): string | null {
  return asked.value?.move ?? null;
}

function play(move: string): void {
  const now = position.peek();
  const request = send({ type: "play", move });
  if (now && request !== 0) asked.value = { move, request, game: now.game, node: now.node };
}

/** Forgets a move once the server has shown it or refused it, or the connection is lost. */
export function followMoves(): void {
  effect(() => {
    const open = asked.peek();
    const now = position.value;
    const isShown = now?.node !== open?.node || now?.game !== open?.game;
    const isRefused = problem.value !== null && problem.value.request === open?.request;
    const isLost = link.value.kind !== "open";
    if (open && (isShown || isRefused || isLost)) asked.value = null;
  });
}

export function canPlay(): boolean {
  const now = position.value;
  return now !== null && awaitedMove() === null && isAtLive() && now.phase === "playing" && now.turn === "you";
}

export const canPass = canPlay;

export function canUndo(): boolean {
  const now = position.value;
  return now !== null && isAtLive() && now.node !== 0;
}

/** Whether a hint or an estimate can be asked for. */
export function canAdvise(): boolean {
  return position.value?.phase === "playing" && !thinking.value.includes("hint") && !thinking.value.includes("score");
}

export function canResign(): boolean {
  return hasOpponent() && position.value?.phase === "playing" && position.value.result === null;
}

/** Whether dead stones are being marked. */
export function isCounting(): boolean {
  const now = position.value;
  return now?.phase === "counting" && count.value?.node === now.node;
}

/** Plays at a point; marks dead stones while the game is counted. */
export function playAt(point: string): void {
  if (isCounting()) send({ type: "toggle_dead", point });
  else if (canPlay()) play(point);
}

export function pass(): void {
  play("pass");
}

export function undo(): void {
  send({ type: "undo" });
}

export function showHint(): void {
  send({ type: "hint" });
}

export function showEstimate(): void {
  send({ type: "estimate_score" });
}

export function askToResign(): void {
  if (!canResign()) return;
  ask({ title: "Resign?", text: "The game ends, and your opponent wins.", action: "Resign", act: () => send({ type: "resign" }) });
}

/** Shows the node that the game has reached. */
export function backToGame(): void {
  const now = position.peek();
  if (now) send({ type: "go", node: now.live });
}
