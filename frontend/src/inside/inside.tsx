// The view "Inside": what the search thinks of the shown position, and why.

import { useEffect } from "preact/hooks";
import { Board } from "../board/board";
import { Stage } from "../board/stage";
import { game, position, send } from "../store";
import { Comparison } from "./comparison";
import { boardView, followStore, hovered, isCandidate, pinned, setups, showSlot, shownSlot, showTab, TABS, type Tab, tab } from "./model";
import { Moves } from "./moves";
import { Parts } from "./parts";
import { PlayoutPanel } from "./playout_panel";
import { setupTitle } from "./setup";
import { Status } from "./status";
import { ChosenSum } from "./sum";
import { Tree } from "./tree";
import { UnderBoard } from "./under_board";

const TITLES: Readonly<Record<Tab, string>> = { moves: "Moves", tree: "Tree", playout: "Playout", parts: "Parts", compare: "Compare" };

export function Inside() {
  useEffect(followStore, []);
  if (!game.value || !position.value) return <Empty />;
  return (
    <section class="view inside panel" data-testid="view-inside">
      <Stage board={<InsideBoard />} under={<UnderBoard />} side={<Side />} />
    </section>
  );
}

/** What is shown before a game is open. */
function Empty() {
  return (
    <section class="view inside panel" data-testid="view-inside">
      <div class="card nothing-yet">
        <h2>Nothing to search yet</h2>
        <p class="quiet">Start a game, open a record, or take an empty board. Then come back, and watch how the search decides.</p>
        <div class="row">
          {[9, 13, 19].map((size) => (
            <button
              key={size}
              type="button"
              class="button"
              onClick={() => send({ type: "new_game", setup: { size, human: "both" } })}
            >
              Empty {size}×{size} board
            </button>
          ))}
        </div>
      </div>
    </section>
  );
}

function InsideBoard() {
  const shown = boardView.value;
  return (
    <Board
      stones={shown.stones}
      last={shown.last}
      marks={shown.marks}
      overlay={shown.overlay}
      label={shown.caption}
      onPoint={(point) => {
        if (isCandidate(point)) pinned.value = pinned.value === point ? null : point;
      }}
      onHover={(point) => {
        hovered.value = point;
      }}
    />
  );
}

function Side() {
  return (
    <div class="inside-side">
      <Status />
      <TabList />
      <div class="tab-panel" role="tabpanel" id="inside-panel" aria-labelledby={`inside-tab-${tab.value}`}>
        <SlotChoice />
        {tab.value === "moves" && (
          <>
            <section class="card" aria-label="Candidates">
              <Moves />
            </section>
            <ChosenSum />
          </>
        )}
        {tab.value !== "moves" && (
          <div class="card">
            {tab.value === "tree" && <Tree />}
            {tab.value === "playout" && <PlayoutPanel />}
            {tab.value === "parts" && <Parts />}
            {tab.value === "compare" && <Comparison />}
          </div>
        )}
      </div>
    </div>
  );
}

function TabList() {
  const press = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = TABS[(TABS.indexOf(tab.value) + step + TABS.length) % TABS.length] ?? "moves";
    event.preventDefault();
    event.stopPropagation();
    showTab(next);
    document.getElementById(`inside-tab-${next}`)?.focus();
  };
  return (
    <div class="inside-tabs" role="tablist" aria-label="Look inside" onKeyDown={press}>
      {TABS.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`inside-tab-${name}`}
          aria-selected={tab.value === name}
          aria-controls="inside-panel"
          tabIndex={tab.value === name ? 0 : -1}
          onClick={() => showTab(name)}
        >
          {TITLES[name]}
        </button>
      ))}
    </div>
  );
}

/** Chooses which of two searches is shown. */
function SlotChoice() {
  const [first, second] = setups.value;
  if (second === null || tab.value === "compare") return null;
  return (
    <fieldset class="slot-choice" aria-label="Shown search">
      {([first, second] as const).map((setup, index) => {
        const slot = index === 0 ? 0 : 1;
        const name = slot === 0 ? "A" : "B";
        return (
          <button key={name} type="button" class="button small" aria-pressed={shownSlot.value === slot} onClick={() => showSlot(slot)}>
            <b class={`slot-name slot-${name}`}>{name}</b> {setupTitle(setup)}
          </button>
        );
      })}
    </fieldset>
  );
}
