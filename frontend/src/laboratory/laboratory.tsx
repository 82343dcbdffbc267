// The view "Laboratory": matches between setups, and rows of published results, started and watched from the page.

import { useEffect } from "preact/hooks";
import { matches } from "../store";
import { ExperimentForm } from "./experiment_form";
import { progressText } from "./interval";
import { MatchFormPane } from "./match_form";
import { MatchPane } from "./match_pane";
import { followStore, pane, refusal, showForm, watch } from "./model";

export function Laboratory() {
  useEffect(followStore, []);
  const shown = pane.value;
  return (
    <section class="view laboratory panel" data-testid="view-laboratory">
      <MatchList />
      <div class="laboratory-main">
        {refusal.value !== null && (
          <p class="fault" role="alert" data-testid="laboratory-refusal">
            {refusal.value}
          </p>
        )}
        {shown.kind === "match" && <MatchPane match={shown.match} />}
        {shown.kind === "new match" && <MatchFormPane />}
        {shown.kind === "new experiment" && <ExperimentForm />}
      </div>
    </section>
  );
}

function MatchList() {
  const lines = matches.value?.matches ?? [];
  const shown = pane.value;
  return (
    <nav class="card match-list" aria-label="Matches">
      <div class="row">
        <button type="button" class={`button ${shown.kind === "new match" ? "primary" : ""}`} onClick={() => showForm("new match")}>
          New match
        </button>
        <button type="button" class={`button ${shown.kind === "new experiment" ? "primary" : ""}`} onClick={() => showForm("new experiment")}>
          Experiment
        </button>
      </div>
      {lines.length === 0 ? (
        <p class="quiet">No matches yet. A match plays many games between two setups, and tells which one is stronger.</p>
      ) : (
        <ul data-testid="matches">
          {lines.map((line) => (
            <li key={line.match}>
              <button
                type="button"
                class="match-line"
                aria-current={shown.kind === "match" && shown.match === line.match ? "true" : undefined}
                onClick={() => watch(line.match)}
              >
                <span class="match-title">
                  {line.is_running && <span class="match-running" aria-hidden="true" />}
                  {line.title}
                </span>
                <span class="quiet">{progressText(line)}</span>
                <progress max={Math.max(1, line.wanted)} value={line.games} aria-label={`${line.title}: ${progressText(line)}`} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </nav>
  );
}
