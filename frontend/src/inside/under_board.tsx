// What is under the board: what is drawn on it, the legend, and the sequence of the chosen move.

import { shownIndex, shownLine, step } from "../record";
import { Button } from "../shell/button";
import { Icon } from "../shell/icons";
import { game, position, send } from "../store";
import { HEAT_CHOICES, type HeatKind } from "./heat";
import { boardView, type BoardView, chosen, endReplay, heat, heatKind, main, replay, replayStep, startReplay } from "./model";
import { Stepper } from "./stepper";

export function UnderBoard() {
  return (
    <div class="under-board">
      <div class="row">
        <label class="field inline">
          <span>On the board</span>
          <select
            data-testid="heat-kind"
            value={heatKind.value}
            disabled={boardView.value.kind !== "search"}
            onChange={(event) => {
              heatKind.value = event.currentTarget.value as HeatKind | "candidates";
            }}
          >
            <option value="candidates">Candidates</option>
            {HEAT_CHOICES.map(({ kind, title, summary }) => (
              <option key={kind} value={kind} title={summary}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <Navigation />
      </div>
      <Legend />
      <Sequence />
    </div>
  );
}

/** Goes through the record, and plays the chosen move where there is no opponent. */
function Navigation() {
  const move = chosen.value?.move;
  const isFree = game.value?.setup.human === "both" && position.value?.phase === "playing";
  return (
    <div class="row navigation">
      <Button icon="back" text="Previous position" isIconOnly isSmall disabled={shownIndex.value <= 0} onClick={() => step(-1)} />
      <Button icon="forward" text="Next position" isIconOnly isSmall disabled={shownIndex.value >= shownLine.value.length - 1} onClick={() => step(1)} />
      {isFree && move && (
        <button type="button" class="button small" onClick={() => send({ type: "play", move })}>
          Play {move}
        </button>
      )}
    </div>
  );
}

/** What the board shows when it does not show the search. */
const LEGENDS: Readonly<Record<Exclude<BoardView["kind"], "search">, string>> = {
  playout: "One playout, move by move. Crosses are the stones that the last move has captured.",
  sequence: "The sequence, numbered from the shown position.",
  node: "The selected node of the tree: its moves are numbered from the shown position.",
  comparison: "A and B are the best moves of the two searches, each with its share of the visits. AB is the best move of both.",
};

function Legend() {
  const shown = boardView.value.kind;
  if (shown !== "search") {
    return (
      <p class="footnote" data-testid="legend">
        {LEGENDS[shown]}
      </p>
    );
  }
  const kind = heatKind.value;
  const choice = HEAT_CHOICES.find((found) => found.kind === kind);
  if (!choice) {
    return (
      <p class="footnote" data-testid="legend">
        Discs are the most visited moves, with win rate and visits. Point at a move to see its sequence.
      </p>
    );
  }
  const found = heat.value;
  return (
    <div class="legend" data-testid="legend">
      <p class="footnote">{choice.summary}</p>
      {found ? (
        <div class={`scale ${kind === "ownership" ? "owners" : found.middle === null ? "single" : "diverging"}`}>
          <span>{found.low}</span>
          <span class="ramp" aria-hidden="true" />
          <span>{found.high}</span>
        </div>
      ) : (
        main.value && <p class="quiet">This search has no such numbers: no part of it counts them.</p>
      )}
    </div>
  );
}

/** The best sequence of the chosen move. */
function Sequence() {
  const open = replay.value;
  const move = chosen.value;
  if (open) {
    const at = Math.min(replayStep.value, open.moves.length);
    const visits = open.visits[at - 1];
    return (
      <div class="sequence-player" data-testid="replay">
        <div class="row">
          <b>Sequence of {open.move}</b>
          <span class="quiet">
            {at > 0 ? `move ${at}: ${open.moves[at - 1]}${visits === undefined ? "" : `, ${visits} visits`}` : "the shown position"}
          </span>
          <button type="button" class="button small" onClick={endReplay}>
            Close
          </button>
        </div>
        <Stepper step={replayStep} last={open.moves.length} label={`Move of the sequence of ${open.move}`} text={open.moves[at - 1] ?? "start"} />
      </div>
    );
  }
  if (!move || move.sequence.length === 0) return null;
  return (
    <div class="sequence-line">
      <button type="button" class="button small" data-testid="start-replay" onClick={() => startReplay(move)}>
        <Icon name="play" /> Replay
      </button>
      <span class="sequence-moves">
        {move.sequence.slice(0, 14).map((name, index) => (
          <span key={index}>{name}</span>
        ))}
      </span>
    </div>
  );
}
