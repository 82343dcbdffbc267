// A match as it stands: its table, its games, and what the runner says.

import { useSignal } from "@preact/signals";
import { decimal, percent } from "../inside/format";
import type { MatchGameLine, PairingView } from "../messages";
import { matchTable, matches } from "../store";
import { Interval } from "./interval_bar";
import { progressText, verdictText } from "./interval";
import { openGame, resumeMatch, stopMatch } from "./model";

export function MatchPane({ match }: { match: string }) {
  const table = matchTable.value?.match === match ? matchTable.value : null;
  const line = matches.value?.matches.find((found) => found.match === match);
  if (!table) {
    return (
      <div class="card">
        <p class="quiet">The table is on its way.</p>
      </div>
    );
  }
  return (
    <>
      <section class="card" aria-label="Table of the match">
        <div class="row spread">
          <h2>{table.title}</h2>
          <div class="row">
            {line && <span class="quiet">{progressText({ ...line, is_running: table.is_running })}</span>}
            {table.is_running ? (
              <button type="button" class="button" data-testid="stop-match" onClick={() => stopMatch(match)}>
                Stop
              </button>
            ) : (
              line &&
              line.games < line.wanted && (
                <button type="button" class="button primary" data-testid="resume-match" onClick={() => resumeMatch(match)}>
                  Go on
                </button>
              )
            )}
          </div>
        </div>
        <Pairings pairings={table.pairings} />
      </section>
      <section class="card" aria-label="Games of the match">
        <h2>Games</h2>
        <Games match={match} games={table.games} />
      </section>
      {table.messages.length > 0 && (
        <section class="card" aria-label="Messages of the runner">
          <h2>Messages</h2>
          <div class="messages" role="log" aria-label="What the runner says" tabIndex={0}>
            {table.messages.map((text, index) => (
              <p key={index}>{text}</p>
            ))}
          </div>
        </section>
      )}
    </>
  );
}

function Pairings({ pairings }: { pairings: readonly PairingView[] }) {
  const hasPublished = pairings.some((pairing) => pairing.published !== null);
  return (
    <div class="table-frame">
      <table class="numbers-table pairings" data-testid="pairings">
        <thead>
          <tr>
            <th scope="col">Pairing</th>
            <th scope="col">Won</th>
            <th scope="col">Lost</th>
            <th scope="col">Drawn</th>
            <th scope="col">Win rate of the first, with its 95 % interval</th>
            <th scope="col">Elo</th>
            {hasPublished && <th scope="col">Published</th>}
          </tr>
        </thead>
        <tbody>
          {pairings.map((pairing) => (
            <tr key={pairing.pairing} data-pairing={pairing.pairing}>
              <th scope="row">
                <span class="pairing-players">
                  {pairing.first} <span class="quiet">against</span> {pairing.second}
                </span>
                <span class="quiet conditions">{pairing.conditions}</span>
              </th>
              <td class="numbers">{pairing.wins}</td>
              <td class="numbers">{pairing.losses}</td>
              <td class="numbers">
                {pairing.draws}
                {pairing.void > 0 && <span class="quiet"> ({pairing.void} void)</span>}
              </td>
              <td class="interval-cell">
                <span class="numbers rate">{percent(pairing.win_rate)}</span>
                <Interval pairing={pairing} />
                <span class="quiet verdict">{verdictText(pairing)}</span>
              </td>
              <td class="numbers">{decimal(pairing.elo, 0)}</td>
              {hasPublished && <td class="numbers">{pairing.published ?? "–"}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const FEW_GAMES = 20;

function Games({ match, games }: { match: string; games: readonly MatchGameLine[] }) {
  const showsAll = useSignal(false);
  if (games.length === 0) return <p class="quiet">No game has ended yet.</p>;
  const few = showsAll.value ? games : games.slice(0, FEW_GAMES);
  return (
    <>
      <div class="table-frame">
        <table class="numbers-table games-table" data-testid="match-games">
          <thead>
            <tr>
              <th scope="col">Game</th>
              <th scope="col">Black</th>
              <th scope="col">White</th>
              <th scope="col">Result</th>
              <th scope="col">Moves</th>
              <th scope="col">Ended by</th>
            </tr>
          </thead>
          <tbody>
            {few.map((line) => (
              <tr key={`${line.pairing} ${line.number}`}>
                <th scope="row">
                  <button type="button" class="button small" aria-label={`Review game ${line.number + 1}`} onClick={() => openGame(match, line)}>
                    {line.number + 1}
                  </button>
                </th>
                <td>{line.black}</td>
                <td>{line.white}</td>
                <td class="numbers">{line.result}</td>
                <td class="numbers">{line.moves}</td>
                <td class="quiet">{line.reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {games.length > FEW_GAMES && (
        <button
          type="button"
          class="button small plain"
          aria-expanded={showsAll.value}
          onClick={() => {
            showsAll.value = !showsAll.value;
          }}
        >
          {showsAll.value ? "Show fewer" : `Show the last ${games.length} games`}
        </button>
      )}
    </>
  );
}
