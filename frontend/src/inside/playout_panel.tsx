// One playout, move by move, with the rule that chose each move.

import { useLayoutEffect, useRef } from "preact/hooks";
import type { Playout } from "../messages";
import { welcome } from "../store";
import { resultInWords } from "../words";
import { partTitle } from "./format";
import { isPlayoutAwaited, playoutStep, requestPlayout, setups, shownPlayout, shownSlot } from "./model";
import { moveText, type RuleCount, ruleCounts } from "./playout";
import { setupTitle } from "./setup";
import { Stepper } from "./stepper";

export function PlayoutPanel() {
  const found = shownPlayout.value;
  const setup = setups.value[shownSlot.value] ?? setups.value[0];
  return (
    <section class="playout" aria-label="One playout">
      <p class="quiet">
        A simulation ends with a playout: both sides play by simple rules until the board is full, and the result is counted. Here is one of{" "}
        {setupTitle(setup)}, from the shown position.
      </p>
      <div class="row">
        <button type="button" class={`button ${found ? "" : "primary"}`} data-testid="run-playout" disabled={isPlayoutAwaited.value} onClick={requestPlayout}>
          {isPlayoutAwaited.value ? "On its way …" : found ? "Another playout" : "Run a playout"}
        </button>
        {found && (
          <p class="playout-result">
            Result: <b data-testid="playout-score">{resultInWords(found.score)}</b>
            <span class="quiet">
              {" "}
              · {found.moves.length} moves · seed <span class="numbers">{found.seed}</span>
            </span>
          </p>
        )}
      </div>
      {found && <Steps playout={found} />}
    </section>
  );
}

function Steps({ playout }: { playout: Playout }) {
  const step = Math.min(playoutStep.value, playout.moves.length);
  const counts = ruleCounts(playout.moves);
  const current = playout.moves[step - 1];
  return (
    <>
      <Stepper
        step={playoutStep}
        last={playout.moves.length}
        label="Move of the playout"
        text={current ? moveText(current, step) : "The shown position"}
      />
      <p class="playout-move" data-testid="playout-move">
        {current ? moveText(current, step) : "The shown position, before the playout."}
      </p>
      <Rules counts={counts} total={playout.moves.length} />
      <MoveList playout={playout} counts={counts} step={step} />
    </>
  );
}

/** How many moves each rule chose, as a bar in its colour. */
function Rules({ counts, total }: { counts: readonly RuleCount[]; total: number }) {
  return (
    <ul class="rules" aria-label="Rules of this playout">
      {counts.map(({ rule, moves, colour }) => {
        const part = welcome.value?.parts.find((view) => view.name === rule && ["rules", "samplers"].includes(view.family));
        const title = rule === "uniform" ? "at random" : partTitle(rule);
        return (
          <li key={rule}>
            <span class={`swatch rule-${colour}`} aria-hidden="true" />
            {part?.page ? (
              <a href={part.page} target="_blank" rel="noopener" title={part.summary}>
                {title}
              </a>
            ) : (
              <span>{title}</span>
            )}
            <span class="rule-bar" aria-hidden="true">
              <span class={`rule-${colour}`} style={{ width: `${(100 * moves) / total}%` }} />
            </span>
            <span class="numbers">{moves}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** All moves, coloured by rule; a click goes there. */
function MoveList({ playout, counts, step }: { playout: Playout; counts: readonly RuleCount[]; step: number }) {
  const list = useRef<HTMLOListElement>(null);
  const colours = new Map(counts.map(({ rule, colour }) => [rule, colour]));
  // The shown move is scrolled into the list's own frame; the page itself stays where it is.
  useLayoutEffect(() => {
    const [frame, item] = [list.current, list.current?.children[step - 1]];
    if (!frame || !(item instanceof HTMLElement)) return;
    const top = item.offsetTop - frame.offsetTop;
    if (top < frame.scrollTop || top + item.offsetHeight > frame.scrollTop + frame.clientHeight) frame.scrollTop = top - frame.clientHeight / 2;
  }, [step]);
  return (
    <ol class="playout-moves" aria-label="Moves of the playout" ref={list}>
      {playout.moves.map((move, index) => (
        <li key={index}>
          <button
            type="button"
            class={`chip rule-edge-${colours.get(move.rule) ?? 0}`}
            tabIndex={index === Math.max(0, step - 1) ? 0 : -1}
            aria-current={index + 1 === step ? "step" : undefined}
            title={moveText(move, index + 1)}
            onClick={() => {
              playoutStep.value = index + 1;
            }}
          >
            <span class={`stone ${move.colour}`} aria-hidden="true" />
            {move.move}
            {move.captured.length > 0 && <span class="taken">×{move.captured.length}</span>}
          </button>
        </li>
      ))}
    </ol>
  );
}
