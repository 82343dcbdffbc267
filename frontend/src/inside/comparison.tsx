// Two setups side by side on the same position.

import { description, welcome } from "../store";
import { type ComparedMove, compareMoves, isNotable, summary } from "./compare";
import { partTitle, percent, points } from "./format";
import { chosen, endComparison, hovered, isAnalysing, pinned, propose, refusal, setups, shown } from "./model";
import { PresetChoice } from "./parts";
import { differenceOf, partKey, setupTitle, withSwitch } from "./setup";
import { Sums } from "./sum";

/** How many moves the table shows. */
const ROWS = 10;

export function Comparison() {
  const [, second] = setups.value;
  return (
    <section class="comparison" aria-label="Two setups side by side">
      {refusal.value?.slot === 1 && (
        <p class="fault" role="alert">
          {refusal.value.text}
        </p>
      )}
      {second === null ? <Choose /> : <Both />}
    </section>
  );
}

/** Chooses the second setup: the first with one part switched, or another preset. */
function Choose() {
  const [first] = setups.value;
  const found = description.value[0];
  const parts = welcome.value?.parts ?? [];
  const on = parts.filter((part) => found?.on.includes(partKey(part)) && !found.needed.includes(partKey(part)));
  const off = parts.filter((part) => !found?.on.includes(partKey(part)));
  const switchPart = (key: string) => {
    const part = parts.find((view) => partKey(view) === key);
    if (part) propose(1, withSwitch(first, part, off.includes(part)));
  };
  return (
    <>
      <p class="quiet">
        Let a second setup search the same position, and see what it does differently. A is <b>{setupTitle(first)}</b>; choose B.
      </p>
      <div class="row">
        <label class="field">
          <span>A with one part switched</span>
          <select data-testid="compare-part" value="" onChange={(event) => switchPart(event.currentTarget.value)}>
            <option value="">Choose a part</option>
            <optgroup label="Without">
              {on.map((part) => (
                <option key={partKey(part)} value={partKey(part)}>
                  − {partTitle(part.name)} ({part.family})
                </option>
              ))}
            </optgroup>
            <optgroup label="With">
              {off.map((part) => (
                <option key={partKey(part)} value={partKey(part)}>
                  + {partTitle(part.name)} ({part.family})
                </option>
              ))}
            </optgroup>
          </select>
        </label>
        <label class="field">
          <span>Another preset</span>
          <select data-testid="compare-preset" value="" onChange={(event) => propose(1, { preset: event.currentTarget.value })}>
            <option value="">Choose a preset</option>
            {(welcome.value?.presets ?? []).map(({ name, summary: text }) => (
              <option key={name} value={name} title={text}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
    </>
  );
}

function Both() {
  const [first, second] = setups.value;
  const [left, right] = shown.value;
  return (
    <>
      <div class="row">
        <p class="both-setups">
          <b class="slot-name slot-A">A</b> {setupTitle(first)} <span class="quiet">and</span> <b class="slot-name slot-B">B</b>{" "}
          {second && setupTitle(second)}
        </p>
        <PresetChoice slot={1} />
        <button type="button" class="button small" onClick={endComparison}>
          End the comparison
        </button>
      </div>
      <Differences />
      {left && right ? (
        <>
          <p class="explanation" data-testid="comparison-summary">
            {summary(left, right)}
          </p>
          <Table rows={compareMoves(left, right).slice(0, ROWS)} />
          <BothSums />
        </>
      ) : (
        <p class="quiet">
          {isAnalysing.value
            ? "Both setups get ready. A combination of parts that was never used is compiled first, which takes a minute or two."
            : "Start the analysis: both setups search the shown position at the same time."}
        </p>
      )}
    </>
  );
}

/** The parts and options by which the setups differ. */
function Differences() {
  const [first, second] = description.value;
  if (!first || !second) return null;
  const { onlyFirst, onlySecond, options } = differenceOf(first, second);
  const name = (key: string) => partTitle(key.split("/").pop() ?? key);
  if (onlyFirst.length + onlySecond.length + options.length === 0) return <p class="quiet">A and B are the same.</p>;
  return (
    <dl class="differences">
      {onlyFirst.length > 0 && (
        <div>
          <dt>Only in A</dt>
          <dd>{onlyFirst.map(name).join(", ")}</dd>
        </div>
      )}
      {onlySecond.length > 0 && (
        <div>
          <dt>Only in B</dt>
          <dd>{onlySecond.map(name).join(", ")}</dd>
        </div>
      )}
      {options.slice(0, 8).map((option) => (
        <div key={option.name}>
          <dt>{option.name}</dt>
          <dd class="numbers">
            {option.first} in A, {option.second} in B
          </dd>
        </div>
      ))}
      {options.length > 8 && (
        <div>
          <dt>Options</dt>
          <dd>{options.length - 8} more have other values</dd>
        </div>
      )}
    </dl>
  );
}

function Table({ rows }: { rows: readonly ComparedMove[] }) {
  const most = Math.max(0.01, ...rows.map((row) => Math.max(row.firstShare, row.secondShare)));
  return (
    <div class="table-frame">
      <table class="numbers-table compare-table" data-testid="comparison">
        <caption class="hidden">Share of the visits and win rate of each move in both searches.</caption>
        <thead>
          <tr>
            <th scope="col">Move</th>
            <th scope="col" title="Share of the visits">
              A visits
            </th>
            <th scope="col">B visits</th>
            <th scope="col">A win rate</th>
            <th scope="col">B win rate</th>
            <th scope="col" title="Win rate of B less that of A, in percentage points">
              B − A
            </th>
          </tr>
        </thead>
        <tbody
          onPointerLeave={() => {
            hovered.value = null;
          }}
        >
          {rows.map((row) => (
            <tr
              key={row.move}
              data-move={row.move}
              class={`${isNotable(row) ? "notable" : ""} ${row.move === chosen.value?.move ? "chosen" : ""}`}
              onClick={() => pin(row.move)}
            >
              <th scope="row">
                <button
                  type="button"
                  class="move-name"
                  aria-pressed={row.move === chosen.value?.move}
                  onClick={(event) => {
                    event.stopPropagation();
                    pin(row.move);
                  }}
                >
                  {row.move}
                  {row.isBestOfFirst && <b class="slot-name slot-A">A</b>}
                  {row.isBestOfSecond && <b class="slot-name slot-B">B</b>}
                </button>
              </th>
              <td class="numbers share-A">
                <span class="cell-bar" style={{ width: `${(100 * row.firstShare) / most}%` }} />
                <span>{percent(row.firstShare)}</span>
              </td>
              <td class="numbers share-B">
                <span class="cell-bar" style={{ width: `${(100 * row.secondShare) / most}%` }} />
                <span>{percent(row.secondShare)}</span>
              </td>
              <td class="numbers">{percent(row.first && row.first.visits > 0 ? row.first.win_rate : null)}</td>
              <td class="numbers">{percent(row.second && row.second.visits > 0 ? row.second.win_rate : null)}</td>
              <td class="numbers">{points(row.valueDifference)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function pin(move: string): void {
  pinned.value = move;
}

/** The urgency of the chosen move in both searches. */
function BothSums() {
  const move = chosen.value?.move;
  const [first, second] = shown.value.map((found) => found?.moves.find((candidate) => candidate.move === move) ?? null);
  if (!move || (!first && !second)) return null;
  return (
    <section class="card sum" aria-label={`Urgency of ${move} in both searches`}>
      <h2>{move} in A and in B</h2>
      <Sums first={first ?? null} second={second ?? null} firstTitle="A" secondTitle="B" />
    </section>
  );
}
