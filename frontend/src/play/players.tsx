// The two players: stones, names, prisoners, clocks, and whose turn it is.

import { useEffect, useMemo, useState } from "preact/hooks";
import { type Colour, other, sideName } from "../colour";
import type { ClockView } from "../messages";
import { game, position, thinking } from "../store";
import { clockText, counted } from "../words";
import { Stone } from "./new_game";

/** The players, the opponent first. */
export function Players() {
  const open = game.value;
  if (!open) return null;
  const bottom: Colour = open.setup.human === "white" ? "white" : "black";
  return (
    <div class="players card">
      <Player colour={other(bottom)} />
      <Player colour={bottom} />
    </div>
  );
}

function Player({ colour }: { colour: Colour }) {
  const open = game.value;
  const now = position.value;
  if (!open || !now) return null;
  const recorded = colour === "black" ? open.black : open.white;
  const name = recorded === "you" ? "You" : recorded || sideName(colour);
  const human = open.setup.human ?? "black";
  const isEngine = human !== "both" && human !== colour;
  const isTurn = now.phase === "playing" && now.to_play === colour;
  const prisoners = colour === "black" ? now.captured_white : now.captured_black;
  const komi = colour === "white" ? open.komi : 0;
  const clock = colour === "black" ? now.clock_black : now.clock_white;
  const isThinking = isEngine && thinking.value.includes("move");
  return (
    <div class={`player ${isTurn ? "turn" : ""}`} data-testid={`player-${colour}`}>
      <Stone colour={colour} />
      <div class="player-text">
        <strong title={name}>{name}</strong>
        <span class="quiet">
          {counted(prisoners, "prisoner")}
          {komi !== 0 && `, komi ${komi}`}
        </span>
      </div>
      {isThinking && (
        <span class="thinking" data-testid="thinking">
          <i />
          <i />
          <i />
          <span class="hidden">thinking</span>
        </span>
      )}
      {clock && <Clock clock={clock} />}
    </div>
  );
}

function Clock({ clock }: { clock: ClockView }) {
  const since = useMemo(() => performance.now(), [clock]);
  const [, setTick] = useState(0);
  useEffect(() => {
    if (!clock.is_running) return undefined;
    const timer = setInterval(() => setTick((tick) => tick + 1), 200);
    return () => clearInterval(timer);
  }, [clock]);
  const left = Math.max(0, clock.seconds - (clock.is_running ? (performance.now() - since) / 1000 : 0));
  const isLow = clock.is_running && left < 10;
  return (
    <div class={`clock ${clock.is_running ? "running" : ""} ${isLow ? "low" : ""}`} role="timer">
      {clockText(left)}
      {clock.periods > 0 && <small>{counted(clock.periods, "period")}</small>}
      {clock.stones > 0 && clock.periods === 0 && <small>{counted(clock.stones, "stone")}</small>}
    </div>
  );
}
