// Whether the search runs, and how far it is.

import { sideName } from "../colour";
import type { Analysis, Preparation } from "../messages";
import { analysisEnd, preparations } from "../store";
import { aboutSeconds, brief } from "../words";
import { duration, exact, lead, percent } from "./format";
import { isAnalysing, setups, shown, size, toggleAnalysis } from "./model";
import { setupTitle } from "./setup";

/** Returns the probability that Black wins. */
function blackShare(found: Analysis): number {
  return found.colour === "black" ? found.win_rate : 1 - found.win_rate;
}

export function Status() {
  const [first, second] = shown.value;
  const ended = analysisEnd.value.find((text) => text !== null) ?? null;
  const preparation = preparations.value[size.value];
  const isPreparing = preparation !== undefined && preparation.share < 1;
  return (
    <section class="card search-status" aria-label="Search">
      <div class="status-head">
        <button
          type="button"
          class={`button ${isAnalysing.value ? "" : "primary"}`}
          data-testid="analyse"
          aria-keyshortcuts="Space"
          onClick={toggleAnalysis}
        >
          {isAnalysing.value ? "Stop" : "Analyse"}
          <kbd>Space</kbd>
        </button>
        <div class="status-lines">
          {first ? <Line found={first} name={setups.value[1] ? "A" : null} /> : <p class="quiet">{waitingText(isPreparing ? preparation : null)}</p>}
          {setups.value[1] && second && <Line found={second} name="B" />}
        </div>
      </div>
      {isPreparing && isAnalysing.value && (
        <progress class="preparing" max={1} value={preparation.share} aria-label="Preparing the engine">
          {percent(preparation.share, 0)}
        </progress>
      )}
      {ended && !isAnalysing.value && (
        <p class="fault" role="alert">
          {ended}
        </p>
      )}
    </section>
  );
}

function waitingText(preparation: Preparation | null): string {
  if (!isAnalysing.value) return `Search the shown position with ${setupTitle(setups.value[0])}, and watch how it decides.`;
  if (preparation === null) return "The search begins …";
  const left = preparation.seconds_left === null ? "" : `, ${aboutSeconds(preparation.seconds_left)} left`;
  return `Preparing the search for ${preparation.size}×${preparation.size}${left}. This is done once for each board size and each combination of parts.`;
}

/** The numbers of one search. */
function Line({ found, name }: { found: Analysis; name: string | null }) {
  const speed = found.seconds > 0 ? found.simulations / found.seconds : 0;
  const black = blackShare(found);
  return (
    <div class="status-line" data-testid={`status-${name ?? "A"}`}>
      <div class="chances">
        {name && <b class={`slot-name slot-${name}`}>{name}</b>}
        <span>
          {sideName(found.colour)} to play: <b>{percent(found.win_rate)}</b>
        </span>
        <span class="chance-bar" role="img" aria-label={`Black wins with ${percent(black)}`}>
          <span style={{ width: `${100 * black}%` }} />
        </span>
        <b>{lead(found.score, found.colour)}</b>
      </div>
      <dl class="search-figures">
        <Figure name="Visits" value={exact(found.visits)} />
        <Figure name="Visits a second" value={brief(Math.round(speed))} />
        <Figure name="Depth" value={found.depth.toFixed(1)} />
        <Figure name="Memory" value={percent(found.memory_used, 0)} />
        <Figure name="Time" value={duration(found.seconds)} />
        {found.is_final && <Figure name="State" value="finished" />}
      </dl>
    </div>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="numbers">{value}</dd>
    </div>
  );
}
