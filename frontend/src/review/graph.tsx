// Win rate and score over the shown line. Clicking, or the arrow keys, go to a move.

import { useSignal } from "@preact/signals";
import type { NodeView } from "../messages";
import { moveInWords } from "../points";
import { goTo, shownIndex, shownLine } from "../record";
import { percent } from "../words";
import { mistakeOf } from "./mistakes";

type Kind = "win_rate" | "score";

const WIDTH = 1000;
const HEIGHT = 200;

/** Returns the largest lead that the score graph shows: a round number. */
export function scoreRange(line: readonly NodeView[]): number {
  const largest = Math.max(5, ...line.map((node) => Math.abs(node.score ?? 0)));
  return Math.min(100, Math.ceil(largest / 5) * 5);
}

/** Returns the height of a node in the graph, from 0 at the bottom to 1 at the top; null if it has no value. */
export function heightOf(node: NodeView, kind: Kind, range: number): number | null {
  if (kind === "win_rate") return node.win_rate;
  return node.score === null ? null : Math.max(0, Math.min(1, 0.5 + node.score / range / 2));
}

/** Returns the pieces of the line between nodes without a value, as lists of [index, height]. */
export function pieces(line: readonly NodeView[], kind: Kind, range: number): [number, number][][] {
  const result: [number, number][][] = [];
  let piece: [number, number][] = [];
  line.forEach((node, index) => {
    const height = heightOf(node, kind, range);
    if (height !== null) piece.push([index, height]);
    else if (piece.length) {
      result.push(piece);
      piece = [];
    }
  });
  return piece.length ? [...result, piece] : result;
}

export function Graph() {
  const kind = useSignal<Kind>("win_rate");
  const line = shownLine.value;
  const last = Math.max(1, line.length - 1);
  const range = scoreRange(line);
  const at = shownIndex.value;
  const x = (index: number) => (index / last) * WIDTH;
  const y = (height: number) => (1 - height) * HEIGHT;
  const found = pieces(line, kind.value, range);
  const node = line[at];
  return (
    <div class="graph card" data-testid="graph">
      <div class="graph-head row between">
        <span class="quiet" data-testid="graph-text">
          {node ? valueText(node) : ""}
        </span>
        <div class="segments small" role="group" aria-label="Graph">
          <button type="button" aria-pressed={kind.value === "win_rate"} onClick={() => (kind.value = "win_rate")}>
            Win rate
          </button>
          <button type="button" aria-pressed={kind.value === "score"} onClick={() => (kind.value = "score")}>
            Score
          </button>
        </div>
      </div>
      <div class="graph-plot">
        <span class="axis top">{kind.value === "win_rate" ? "Black wins" : `B+${range}`}</span>
        <span class="axis bottom">{kind.value === "win_rate" ? "White wins" : `W+${range}`}</span>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <line class="middle" x1={0} x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
          {found.map((piece) => {
            const [start, end] = [piece[0]?.[0] ?? 0, piece.at(-1)?.[0] ?? 0];
            const path = piece.map(([index, height]) => `${x(index)} ${y(height)}`).join("L");
            return (
              <g key={start}>
                <path class="area" d={`M${x(start)} ${HEIGHT}L${path}L${x(end)} ${HEIGHT}Z`} />
                <path class="curve" d={`M${path}`} />
              </g>
            );
          })}
          <line class="now" x1={x(at)} x2={x(at)} y1={0} y2={HEIGHT} />
        </svg>
        {line.map((one, index) => {
          const mistake = mistakeOf(one);
          const height = heightOf(one, kind.value, range);
          if (mistake === null || mistake === "doubtful" || height === null) return null;
          return <i key={one.node} class={`dot ${mistake}`} style={{ left: `${(index / last) * 100}%`, top: `${(1 - height) * 100}%` }} />;
        })}
        <input
          type="range"
          class="scrubber"
          min={0}
          max={line.length - 1}
          value={Math.max(0, at)}
          aria-label="Move"
          aria-valuetext={node ? `${at}: ${node.colour && node.move ? moveInWords(node.colour, node.move) : "start"}. ${valueText(node)}` : undefined}
          data-testid="scrubber"
          onInput={(event) => {
            const chosen = line[Number(event.currentTarget.value)];
            if (chosen) goTo(chosen.node);
          }}
        />
      </div>
    </div>
  );
}

/** Returns what a search thought of a node, in words. */
function valueText(node: NodeView): string {
  if (node.win_rate === null) return "Not analysed yet";
  const side = node.win_rate >= 0.5 ? "Black" : "White";
  const score = node.score === null ? "" : `, ${node.score >= 0 ? "B" : "W"}+${Math.abs(node.score).toFixed(1)}`;
  return `${side} wins with ${percent(Math.max(node.win_rate, 1 - node.win_rate))}${score}`;
}
