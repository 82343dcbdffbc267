// What the page has to say besides the game: the connection, problems, preparation, and moves for screen readers.

import { useEffect, useState } from "preact/hooks";
import { sideName } from "../colour";
import { moveInWords } from "../points";
import { dismissProblem, link, position, preparations, problem, shownNode } from "../store";
import { aboutSeconds, resultInWords } from "../words";
import { Button } from "./button";
import { openWindow } from "./windows";

const SHOWN_FOR = 8000; // milliseconds

/** The connection, if there is something to say about it. A short interruption is not worth a word. */
export function LinkStatus() {
  const now = link.value;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (now.kind === "open") return undefined;
    const timer = setTimeout(() => setLate(true), 1200);
    return () => clearTimeout(timer);
  }, [now.kind === "open"]);
  if (now.kind === "open" || now.kind === "refused" || !isLate) return null;
  return (
    <div class="link-status" role="status" data-testid="link-status">
      <span class="spinner" aria-hidden="true" />
      No connection to tengen. Trying again…
    </div>
  );
}

/** A problem, until it is dismissed or some seconds have passed. */
export function ProblemStatus() {
  const now = problem.value;
  useEffect(() => {
    if (!now || now.is_fatal) return undefined;
    const timer = setTimeout(dismissProblem, SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <div class="toasts" role="alert">
      {now && !now.is_fatal && (
        <div class="toast" data-testid="problem">
          <span>{sentence(now.text)}</span>
          <Button text="Dismiss" icon="close" kind="plain" isIconOnly isSmall onClick={dismissProblem} />
        </div>
      )}
    </div>
  );
}

/** How far the engine is, for a board size or for all that are being prepared. */
export function PreparationBar({ size }: { size?: number }) {
  const running = Object.values(preparations.value).filter((one) => one.share < 1 && (size === undefined || one.size === size));
  const first = running[0];
  if (!first) return null;
  const text = `Preparing the engine for ${first.size}×${first.size}`;
  const left = first.seconds_left === null ? "" : `, ${aboutSeconds(first.seconds_left)} left`;
  return (
    <div class="preparation" data-testid="preparation">
      <div class="bar" role="progressbar" aria-label={text} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(first.share * 100)}>
        <span style={{ width: `${Math.round(first.share * 100)}%` }} />
      </div>
      <p class="quiet">
        {text}
        {left}. You can start now: it answers as soon as it is ready.
      </p>
    </div>
  );
}

/** Shown while a game is being opened: a board size that is new takes a moment. */
export function Opening() {
  return (
    <section class="view">
      <div class="card empty" data-testid="opening">
        <p>
          <span class="spinner" aria-hidden="true" /> Opening the game…
        </p>
        <PreparationBar />
        <div class="row wrap">
          <Button text="New game" icon="plus" shortcut="N" onClick={() => (openWindow.value = "new-game")} />
          <Button text="Games" icon="list" shortcut="G" onClick={() => (openWindow.value = "games")} />
        </div>
      </div>
    </section>
  );
}

/** Tells screen readers each move. */
export function Announcer() {
  const node = shownNode.value;
  const now = position.value;
  const words = [
    node?.colour && node.move ? moveInWords(node.colour, node.move) : "",
    now?.phase === "playing" && now.turn === "you" ? `${sideName(now.to_play)} to play` : "",
    now?.phase === "counting" ? "The game is being counted" : "",
    now?.phase === "over" && now.result ? resultInWords(now.result) : "",
  ];
  return (
    <div class="hidden" role="status" aria-live="polite" data-testid="announcer">
      {words.filter(Boolean).join(". ")}
    </div>
  );
}

/** Returns a message of the server as a sentence. */
export function sentence(text: string): string {
  const trimmed = text.trim();
  const start = trimmed.charAt(0).toUpperCase() + trimmed.slice(1);
  return /[.!?]$/.test(start) ? start : `${start}.`;
}
