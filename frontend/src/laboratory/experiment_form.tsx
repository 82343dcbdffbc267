// The form that plays games of a row of published results.

import { useSignal } from "@preact/signals";
import { matches } from "../store";
import { Field } from "./match_form";
import { startExperiment } from "./model";

/** Returns how many games will be played, in words. */
function totalText(games: number): string {
  return `${games} ${games === 1 ? "game" : "games"} in all. Games that were played earlier count.`;
}

export function ExperimentForm() {
  const rows = matches.value?.rows ?? [];
  const row = useSignal("");
  const cells = useSignal<readonly string[]>([]);
  const games = useSignal("10");
  const shown = rows.find((found) => found.row === row.value) ?? rows[0];
  const number = Number(games.value);
  const isWrong = !/^\d+$/.test(games.value.trim()) || number < 1 || number > 100_000;
  if (!shown) {
    return (
      <div class="card">
        <h2>Published results</h2>
        <p class="quiet">The rows of published results are on their way.</p>
      </div>
    );
  }
  const toggle = (cell: string, isOn: boolean) => {
    cells.value = isOn ? [...cells.value, cell] : cells.value.filter((name) => name !== cell);
  };
  return (
    <form
      class="card match-form"
      aria-label="Published results"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWrong) startExperiment(shown.row, [...cells.value], number);
      }}
    >
      <h2>Published results</h2>
      <p class="quiet">Play games of a row of a published table with our players, and see how close we come to the paper.</p>
      <div class="match-fields">
        <label class="field wide">
          <span>Row</span>
          <select
            data-testid="experiment-row"
            value={shown.row}
            onChange={(event) => {
              row.value = event.currentTarget.value;
              cells.value = [];
            }}
          >
            {rows.map((found) => (
              <option key={found.row} value={found.row}>
                {found.row}: {found.title}
              </option>
            ))}
          </select>
        </label>
        <Field label="Games of each cell" fault={isWrong ? "From 1 to 100000 games." : null}>
          {(props) => (
            <input
              {...props}
              inputMode="numeric"
              value={games.value}
              onInput={(event) => {
                games.value = event.currentTarget.value;
              }}
            />
          )}
        </Field>
      </div>
      <p class="quiet" data-testid="experiment-source">
        {shown.source}
      </p>
      <fieldset class="cells">
        <legend>{shown.cells.length > 1 ? "Cells; none chosen means all" : "Cell"}</legend>
        {shown.cells.map(({ name, conditions, published }) => (
          <label key={name} class="check cell">
            <input
              type="checkbox"
              checked={cells.value.includes(name) || shown.cells.length === 1}
              disabled={shown.cells.length === 1}
              onChange={(event) => toggle(name, event.currentTarget.checked)}
            />
            <span>
              {name}
              <span class="quiet conditions">{conditions}</span>
              {published !== null && <span class="quiet conditions">Published: {published}</span>}
            </span>
          </label>
        ))}
      </fieldset>
      <p class="quiet" data-testid="experiment-total">
        {isWrong ? "" : totalText(number * (cells.value.length || shown.cells.length))}
      </p>
      <button type="submit" class="button primary" data-testid="start-experiment">
        Play these games
      </button>
    </form>
  );
}
