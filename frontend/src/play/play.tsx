// The view "Play": a game against the engine.

import { computed, useSignal } from "@preact/signals";
import { showView } from "../address";
import { Board } from "../board/board";
import type { Overlay } from "../board/overlay";
import { Stage } from "../board/stage";
import { sideName } from "../colour";
import { shownIndex, shownLine, step } from "../record";
import { Button } from "../shell/button";
import { Opening, PreparationBar } from "../shell/status";
import { openWindow } from "../shell/windows";
import { count, dismissAdvice, estimate, game, games, hint, link, position, send, thinking } from "../store";
import { leadInWords, percent, resultInWords } from "../words";
import { askToResign, awaitedMove, backToGame, canAdvise, canPass, canPlay, canResign, canUndo, hasOpponent, isAtLive, isCounting, pass, playAt, showEstimate, showHint, undo } from "./moves";
import { NewGameForm } from "./new_game";
import { Players } from "./players";

export function Play() {
  if (link.value.kind !== "open" && !game.value) return <section class="view" />;
  // The server opens the last game of its own accord.
  if (!game.value && games.value.length === 0) return <Start />;
  if (!position.value) return <Opening />;
  return (
    <section class="view" data-testid="view-play">
      <Stage board={<PlayBoard />} side={<Side />} />
    </section>
  );
}

/** The first screen of a newcomer: an empty board, and the form beside it. */
function Start() {
  const size = useSignal(9);
  const stones = Array.from({ length: size.value ** 2 }, () => 0);
  return (
    <section class="view view-start" data-testid="view-start">
      <Stage
        board={<Board stones={stones} label={`Empty ${size.value} by ${size.value} board`} />}
        side={
          <div class="card welcome">
            <h2 class="large">Play a game of Go</h2>
            <p class="quiet">Choose a board and an opponent. You can take moves back, ask for hints, and look at what the engine thinks.</p>
            <NewGameForm
              onSize={(chosen) => {
                size.value = chosen;
              }}
            />
          </div>
        }
      />
    </section>
  );
}

/** What is drawn over the board: the count, an estimate, or a hint. */
const overlay = computed<Overlay>(() => {
  const now = position.value;
  const counted = count.value;
  if (now && counted && counted.node === now.node && now.phase !== "playing") return { territory: counted.owners, dead: counted.dead };
  const awaited = awaitedMove();
  if (now && awaited !== null) return { sequence: [{ move: awaited, colour: now.to_play, label: "" }] };
  if (estimate.value) return { ownership: estimate.value.ownership };
  if (hint.value) return { rings: [hint.value.move] };
  return {};
});

function PlayBoard() {
  const now = position.value;
  if (!now) return null;
  const size = Math.round(Math.sqrt(now.stones.length));
  const isActive = canPlay() || isCounting();
  return (
    <Board
      stones={now.stones}
      last={now.last}
      overlay={overlay.value}
      ghost={canPlay() ? now.to_play : null}
      illegal={now.illegal}
      label={`Go board, ${size} by ${size}. ${statusText()}`}
      onPoint={isActive ? playAt : undefined}
    />
  );
}

/** Returns what is going on, in a few words. */
function statusText(): string {
  const now = position.value;
  if (!now) return "";
  if (now.phase === "over") return now.result ? resultInWords(now.result) : "The game is over";
  if (now.phase === "counting") return isCounting() ? "Mark the dead stones" : "Counting…";
  if (!isAtLive()) return `Move ${shownIndex.value}`;
  if (awaitedMove() !== null) return `Playing ${awaitedMove()}…`;
  if (!hasOpponent()) return `${sideName(now.to_play)} to play`;
  if (now.turn === "you") return "Your turn";
  return thinking.value.includes("move") ? "tengen is thinking…" : "tengen is getting ready…";
}

function Side() {
  const now = position.value;
  const open = game.value;
  if (!now || !open) return null;
  return (
    <>
      <Players />
      <div class="card status-card">
        <p class="status" data-testid="status">
          {statusText()}
        </p>
        <Advice />
        <CountCard />
        {now.phase === "over" && <OverCard />}
        {!isAtLive() && <Button text="Back to the game" icon="last" kind="primary" testId="back-to-game" onClick={backToGame} />}
        <PreparationBar size={open.setup.size ?? 9} />
      </div>
      {now.phase === "playing" && <Actions />}
      <Steps />
      <div class="row wrap">
        <Button text="New game" icon="plus" shortcut="N" testId="new-game-button" onClick={() => (openWindow.value = "new-game")} />
        <Button text="Games" icon="list" shortcut="G" testId="games-button" onClick={() => (openWindow.value = "games")} />
        <Button text="Save" icon="save" testId="save" onClick={() => send({ type: "export_game" })} />
      </div>
    </>
  );
}

function Actions() {
  return (
    <div class="actions">
      <Button text="Undo" icon="undo" shortcut="U" disabled={!canUndo()} testId="undo" onClick={undo} />
      <Button text="Pass" icon="pass" shortcut="P" disabled={!canPass()} testId="pass" onClick={pass} />
      <Button text="Hint" icon="bulb" shortcut="H" disabled={!canAdvise()} testId="hint" onClick={showHint} />
      <Button text="Score" icon="scales" shortcut="E" disabled={!canAdvise()} testId="score" onClick={showEstimate} />
      {hasOpponent() && <Button text="Resign" icon="flag" shortcut="R" disabled={!canResign()} testId="resign" onClick={askToResign} />}
    </div>
  );
}

/** Buttons to step through the moves. */
export function Steps() {
  const length = shownLine.value.length - 1;
  return (
    <div class="steps" role="group" aria-label="Moves">
      <Button text="Start" icon="first" isIconOnly kind="plain" disabled={shownIndex.value <= 0} shortcut="Home" onClick={() => step(-Infinity)} />
      <Button text="Back" icon="back" isIconOnly kind="plain" disabled={shownIndex.value <= 0} shortcut="←" testId="step-back" onClick={() => step(-1)} />
      <span class="step-number" data-testid="move-number">
        {shownIndex.value} <span class="quiet">of {length}</span>
      </span>
      <Button text="Forward" icon="forward" isIconOnly kind="plain" disabled={shownIndex.value >= length} shortcut="→" testId="step-forward" onClick={() => step(1)} />
      <Button text="End" icon="last" isIconOnly kind="plain" disabled={shownIndex.value >= length} shortcut="End" onClick={() => step(Infinity)} />
    </div>
  );
}

/** The hint or the estimate that was asked for. */
export function Advice() {
  const busy = thinking.value.includes("hint") ? "Looking for a good move…" : thinking.value.includes("score") ? "Estimating the score…" : null;
  if (busy) {
    return (
      <p class="advice busy">
        <span class="spinner" aria-hidden="true" /> {busy}
      </p>
    );
  }
  const [move, score] = [hint.value, estimate.value];
  if (!move && !score) return null;
  return (
    <div class="advice" data-testid="advice">
      <p>
        {score && (
          <>
            <strong>{leadInWords(score.lead)}</strong>
            <span class="quiet">Black wins with {percent(score.win_rate)}.</span>
          </>
        )}
        {!score && move && (
          <>
            <strong>{move.move === "pass" ? "tengen would pass" : `tengen would play ${move.move}`}</strong>
            <span class="quiet">
              {move.win_rate !== null && `It wins with ${percent(move.win_rate)}. `}
              {move.sequence.length > 1 && `Expected: ${move.sequence.slice(0, 6).join(" ")}`}
            </span>
          </>
        )}
      </p>
      <Button text="Remove" icon="close" kind="plain" isIconOnly isSmall onClick={dismissAdvice} />
    </div>
  );
}

function CountCard() {
  const counted = count.value;
  if (!isCounting() || !counted) return null;
  return (
    <div class="count" data-testid="count">
      <p class="quiet">Click on a stone to call its chain dead, or alive again.</p>
      <dl class="count-figures">
        <div>
          <dt>Black</dt>
          <dd>{counted.black}</dd>
        </div>
        <div>
          <dt>White</dt>
          <dd>{counted.white}</dd>
        </div>
        <div>
          <dt>Result</dt>
          <dd data-testid="count-result">{counted.text}</dd>
        </div>
      </dl>
      <div class="row wrap">
        <Button text="Accept" icon="check" kind="primary" testId="accept-count" onClick={() => send({ type: "accept_count" })} />
        <Button text="Play on" testId="resume-game" onClick={() => send({ type: "resume_game" })} />
      </div>
    </div>
  );
}

function OverCard() {
  return (
    <div class="row wrap" data-testid="over">
      <Button text="Review this game" icon="review" kind="primary" testId="review-game" onClick={() => showView("review")} />
    </div>
  );
}
