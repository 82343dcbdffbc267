// The view "Review": a game record, with variations, comments, graph and analysis.

import { computed, useSignal } from "@preact/signals";
import { startAnalysis, stopAnalysis, wantedSetups } from "../analysing";
import { Board } from "../board/board";
import type { Overlay } from "../board/overlay";
import { Stage } from "../board/stage";
import { other, sideName } from "../colour";
import type { Analysis, NodeView } from "../messages";
import { hasOpponent } from "../play/moves";
import { Stone } from "../play/new_game";
import { Steps } from "../play/play";
import { showsTerritory } from "../preferences";
import { goTo, shownLine } from "../record";
import { sizeOf } from "../points";
import { Button } from "../shell/button";
import { ask } from "../shell/dialog";
import { Opening } from "../shell/status";
import { openWindow } from "../shell/windows";
import { analysis, analysisEnd, children, game, games, link, position, review, send, shownNode } from "../store";
import { brief, counted, percent, resultInWords } from "../words";
import { Comment } from "./comment";
import { Graph } from "./graph";
import { candidateMarks, ownersOf } from "./live";
import { mistakeOf, mistakesOf, worstOf } from "./mistakes";
import { Tree } from "./tree";

/** The analysis of the shown position, if there is one. */
const shownAnalysis = computed<Analysis | null>(() => {
  const found = analysis.value[0];
  return wantedSetups.value && found && found.node === position.value?.node ? found : null;
});

export function Review() {
  /** The candidate whose sequence is shown. */
  const looked = useSignal<string | null>(null);
  if (link.value.kind !== "open" && !game.value) return <section class="view" />;
  if (!game.value && games.value.length === 0) return <NoGame />;
  if (!position.value) return <Opening />;
  return (
    <section class="view" data-testid="view-review">
      <Stage
        board={<ReviewBoard looked={looked.value} onLook={(move) => (looked.value = move)} />}
        under={<Graph />}
        side={
          <>
            <div class="side-column">
              <GameCard />
              <div class="card tree-card">
                <Steps />
                <Tree />
                <NodeTools />
                <Comment />
              </div>
            </div>
            <div class="side-column">
              <LiveCard looked={looked.value} onLook={(move) => (looked.value = move)} />
              <WholeGameCard />
            </div>
          </>
        }
      />
    </section>
  );
}

function NoGame() {
  return (
    <section class="view" data-testid="view-review">
      <div class="card empty">
        <h2 class="large">Review a game</h2>
        <p class="quiet">Open a record in SGF: choose it, drop it on the page, or paste it. Or take one of your own games.</p>
        <div class="row wrap">
          <Button text="Open a record" icon="open" kind="primary" shortcut="O" testId="open-record-button" onClick={() => (openWindow.value = "open-record")} />
          <Button text="Games" icon="list" shortcut="G" onClick={() => (openWindow.value = "games")} />
        </div>
      </div>
    </section>
  );
}

interface LookProps {
  looked: string | null;
  onLook: (move: string | null) => void;
}

function ReviewBoard({ looked, onLook }: LookProps) {
  const now = position.value;
  const node = shownNode.value;
  if (!now) return null;
  const size = sizeOf(now.stones);
  return (
    <Board
      stones={now.stones}
      last={now.last}
      marks={node?.marks}
      overlay={overlayOf(shownAnalysis.value, looked)}
      ghost={now.to_play}
      illegal={now.illegal}
      label={`Go board, ${size} by ${size}. ${sideName(now.to_play)} to play`}
      onPoint={tryMove}
      onHover={(point) => onLook(shownAnalysis.peek()?.moves.some((move) => move.move === point) ? point : null)}
    />
  );
}

/** Returns the candidates, with the owners of points if they are wanted, or the sequence of the one that is looked at. */
function overlayOf(found: Analysis | null, looked: string | null): Overlay {
  if (!found) return {};
  const move = found.moves.find((one) => one.move === looked);
  if (!move) return { candidates: candidateMarks(found), ownership: showsTerritory.value ? ownersOf(found) : null };
  const colours = [found.colour, other(found.colour)] as const;
  return {
    sequence: move.sequence
      .map((name, index) => ({ move: name, colour: colours[index % 2] ?? found.colour, label: String(index + 1) }))
      // A point that is played twice keeps its first number.
      .filter((stone, index) => move.sequence.indexOf(stone.move) === index),
  };
}

/** Plays a move as a variation. A game that is over becomes a board for trying moves. */
function tryMove(point: string): void {
  const now = position.peek();
  if (!now) return;
  if (hasOpponent() && now.result !== null) send({ type: "change_opponent", human: "both", opponent: game.peek()?.setup.opponent ?? {} });
  send({ type: "play", move: point });
}

function GameCard() {
  const open = game.value;
  const now = position.value;
  if (!open || !now) return null;
  return (
    <div class="card game-card">
      <div class="versus">
        <span>
          <Stone colour="black" /> {open.black || "Black"}
        </span>
        <span>
          <Stone colour="white" /> {open.white || "White"}
        </span>
      </div>
      <p class="quiet">
        {[open.date, `komi ${open.komi}`, `prisoners ${now.captured_white} : ${now.captured_black}`, now.result && resultInWords(now.result)].filter(Boolean).join(", ")}
      </p>
      <div class="row wrap">
        <Button text="Open" icon="open" shortcut="O" testId="open-record-button" onClick={() => (openWindow.value = "open-record")} />
        <Button text="Save" icon="save" testId="save" onClick={() => send({ type: "export_game" })} />
        <Button text="Games" icon="list" shortcut="G" testId="games-button" onClick={() => (openWindow.value = "games")} />
      </div>
    </div>
  );
}

/** What can be done with the shown node. */
function NodeTools() {
  const node = shownNode.value;
  if (!node || node.parent === null) return null;
  const siblings = children.value.get(node.parent) ?? [];
  const isVariation = shownLine.value.some((one) => one.parent !== null && (children.value.get(one.parent) ?? [])[0] !== one.node);
  const remove = () => {
    ask({
      title: "Remove this move?",
      text: "The move and all that follows it are removed from the record.",
      action: "Remove",
      act: () => send({ type: "remove_node", node: node.node }),
    });
  };
  if (hasOpponent() && siblings.length < 2) return null;
  return (
    <div class="row wrap">
      {isVariation && !hasOpponent() && <Button text="Make this the main line" icon="up" isSmall testId="promote" onClick={() => send({ type: "promote_node", node: node.node })} />}
      <Button text="Remove" icon="bin" isSmall testId="remove-node" onClick={remove} />
    </div>
  );
}

function LiveCard({ looked, onLook }: LookProps) {
  const isOn = wantedSetups.value !== null;
  const found = shownAnalysis.value;
  return (
    <div class="card live-card" data-testid="live">
      <div class="row between">
        <h2>Analysis</h2>
        <Button
          text="Territory"
          isSmall
          pressed={showsTerritory.value}
          testId="territory"
          onClick={() => (showsTerritory.value = !showsTerritory.value)}
        />
        <Button
          text={isOn ? "Stop" : "Analyse"}
          icon={isOn ? "stop" : "search"}
          kind={isOn ? undefined : "primary"}
          isSmall
          pressed={isOn}
          shortcut="Space"
          testId="analyse"
          onClick={() => (isOn ? stopAnalysis() : startAnalysis([{}]))}
        />
      </div>
      {!isOn && <p class="quiet">The best moves of every position that you look at, with win rate and visits.</p>}
      {isOn && !found && <p class="quiet">{analysisEnd.value[0] ?? "Searching…"}</p>}
      {found && (
        <>
          <p class="quiet">
            {sideName(found.colour)} wins with {percent(found.win_rate)}, {found.score >= 0 ? "ahead" : "behind"} by {Math.abs(found.score).toFixed(1)}. {brief(found.visits)} visits
            {found.is_final ? ", complete" : ""}
          </p>
          <ol class="candidates-list">
            {found.moves.slice(0, 6).map((move) => (
              <li key={move.move} class={move.move === looked ? "looked" : ""} onMouseEnter={() => onLook(move.move)} onMouseLeave={() => onLook(null)}>
                <button type="button" onFocus={() => onLook(move.move)} onBlur={() => onLook(null)} onClick={() => tryMove(move.move)}>
                  <strong>{move.move}</strong>
                  <span>{percent(move.win_rate)}</span>
                  <span class="quiet">{brief(move.visits)}</span>
                  <span class="quiet sequence-text">{move.sequence.slice(1, 6).join(" ")}</span>
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

const DEPTHS = [
  { simulations: 500, text: "Quick" },
  { simulations: 2000, text: "Normal" },
  { simulations: 10_000, text: "Thorough" },
] as const;

function WholeGameCard() {
  const simulations = useSignal<number>(2000);
  const now = review.value;
  const isRunning = now?.is_running ?? false;
  const found = mistakesOf(shownLine.value);
  const listed = found.length > 0 ? found.slice(0, 12) : isRunning ? [] : worstOf(shownLine.value);
  const isAnalysed = shownLine.value.some((node) => node.win_rate !== null);
  return (
    <div class="card" data-testid="whole-game">
      <h2>Whole game</h2>
      <div class="row">
        {isRunning ? (
          <Button text="Stop" icon="stop" isSmall testId="stop-review" onClick={() => send({ type: "stop_review" })} />
        ) : (
          <>
            <select aria-label="How thorough" value={simulations.value} onChange={(event) => (simulations.value = Number(event.currentTarget.value))}>
              {DEPTHS.map((depth) => (
                <option key={depth.simulations} value={depth.simulations}>
                  {depth.text}
                </option>
              ))}
            </select>
            <Button text="Find mistakes" icon="search" isSmall testId="start-review" onClick={() => send({ type: "review_game", simulations: simulations.value })} />
          </>
        )}
      </div>
      {now && isRunning && (
        <div class="preparation">
          <div class="bar" role="progressbar" aria-label="Analysis of the whole game" aria-valuemin={0} aria-valuemax={now.total} aria-valuenow={now.done}>
            <span style={{ width: `${(100 * now.done) / Math.max(1, now.total)}%` }} />
          </div>
          <p class="quiet">
            {now.done} of {counted(now.total, "position")}
          </p>
        </div>
      )}
      {found.length === 0 && !isRunning && <p class="quiet">{noMistakes(isAnalysed, listed.length > 0)}</p>}
      {listed.length > 0 && (
        <ul class="mistakes" data-testid="mistakes">
          {listed.map((node) => (
            <MistakeLine key={node.node} node={node} />
          ))}
        </ul>
      )}
    </div>
  );
}

function noMistakes(isAnalysed: boolean, isListed: boolean): string {
  if (!isAnalysed) return "Searches every position of this line, and lists the moves that lost most.";
  return isListed ? "No single move of this line was a mistake. These lost most:" : "No mistakes were found in this line.";
}

function MistakeLine({ node }: { node: NodeView }) {
  return (
    <li>
      <button type="button" class={node.node === position.value?.node ? "current" : ""} onClick={() => goTo(node.node)}>
        <span class="quiet number">{node.number}</span>
        {node.colour && <Stone colour={node.colour} />}
        <strong>{node.move}</strong>
        <span class={`loss ${mistakeOf(node) ?? ""}`}>−{percent(node.lost ?? 0)}</span>
        <span class="quiet">{node.better ? `better ${node.better}` : ""}</span>
      </button>
    </li>
  );
}
