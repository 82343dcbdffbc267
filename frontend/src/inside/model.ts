// What the person has chosen in the view "Inside", and what is shown because of it. The server's messages stay in the
// store; here are only choices, and signals computed from both.

import { computed, signal } from "@preact/signals";
import { startAnalysis, stopAnalysis, wantedSetups } from "../analysing";
import type { Overlay } from "../board/overlay";
import { other } from "../colour";
import type { Analysis, Candidate, Setup } from "../messages";
import { indexOfMove, pointName, placeAt, sizeOf } from "../points";
import type { Slots } from "../state";
import { subscribe } from "../subscribe";
import { analysis, analysisEnd, description, dismissProblem, link, playout, position, problem, send, welcome } from "../store";
import { brief } from "../words";
import { FIRST_ORDER, type Order } from "./candidates";
import { bestMove } from "./compare";
import { drawnHeat, type Heat, type HeatKind, heatOf, heatValues } from "./heat";
import { type Key, pathOf, wantedPaths } from "./outline";
import { shownMoves } from "./playout";
import { isSameSetup } from "./setup";
import { alternating, stoneNumbers, stonesAfter } from "./stones";

export const TABS = ["moves", "tree", "playout", "parts", "compare"] as const;
export type Tab = (typeof TABS)[number];
export type Slot = 0 | 1;

/** The page of the panel that is shown. */
export const tab = signal<Tab>("moves");

/** What is drawn on the board: the candidates, or a heat map. */
export const heatKind = signal<HeatKind | "candidates">("candidates");

/** How the table of candidates is sorted. */
export const order = signal<Order>(FIRST_ORDER);

/** The move that the person has chosen; null follows the most visited one. */
export const pinned = signal<string | null>(null);

/** The move under the mouse, in the table or on the board. */
export const hovered = signal<string | null>(null);

/** The setups of the analysis. The second is null if only one searches. */
export const setups = signal<readonly [Setup, Setup | null]>([{ preset: "tengen" }, null]);

/** Whether the person wants the shown position to be searched. */
export const isAnalysing = computed(() => wantedSetups.value !== null);

/** The slot whose tree, playouts and parts are shown. */
export const slot = signal<Slot>(0);

/** The slot that is really shown: the second only while there is one. */
export const shownSlot = computed<Slot>(() => (setups.value[1] === null ? 0 : slot.value));

/**
 * The last analysis of each slot, as it is drawn. It changes at most once a frame, however fast messages come, and it
 * is null while the shown position is another one.
 */
export const shown = signal<Slots<Analysis | null>>([null, null]);

/** The shown node, with its game: another value is another position. */
const place = computed(() => `${position.value?.game} ${position.value?.node}`);

/** The size of the shown board. */
export const size = computed(() => sizeOf(position.value?.stones ?? []));

/** The analysis whose moves are shown. */
export const main = computed<Analysis | null>(() => shown.value[shownSlot.value]);

/** The move whose numbers are explained: the chosen one, or the most visited one. */
export const chosen = computed<Candidate | null>(() => {
  const moves = main.value?.moves ?? [];
  return moves.find((move) => move.move === pinned.value) ?? bestMove(main.value);
});

/** Starts or ends the analysis. */
export function toggleAnalysis(): void {
  if (isAnalysing.value) stopAnalysis();
  else searchSetups();
}

/** The reports of setups that were changed since. They are not drawn any more. */
const outdated = signal<Slots<Analysis | null>>([null, null]);

/** Searches the chosen setups. */
function searchSetups(): void {
  const [first, second] = setups.value;
  const isKept = (slotOf: Slot) => {
    const [before, now] = [wantedSetups.peek()?.[slotOf], setups.value[slotOf]];
    return before !== undefined && now !== null && isSameSetup(before, now);
  };
  const [left, right] = analysis.peek();
  outdated.value = [isKept(0) ? null : left, isKept(1) ? null : right];
  startAnalysis(second === null ? [first] : [first, second]);
}

// Setups: the server is asked first, and only what it accepts is used.

/** A change of a setup that the server has not answered yet, by the number of its request. */
interface Proposal {
  request: number;
  slot: Slot;
  setup: Setup;
}

export const proposal = signal<Proposal | null>(null);

/** Why the server refused the last change. */
export const refusal = signal<{ slot: Slot; text: string } | null>(null);

/** Asks the server for a change of a setup. It is used when the server's description of it comes. */
export function propose(slotOf: Slot, setup: Setup): void {
  refusal.value = null;
  proposal.value = { request: send({ type: "describe_setup", slot: slotOf, setup }), slot: slotOf, setup };
}

/** Removes the second setup. */
export function endComparison(): void {
  setups.value = [setups.value[0], null];
  if (isAnalysing.value) searchSetups();
}

function accept({ slot: slotOf, setup }: Proposal): void {
  const before = setups.value[slotOf];
  proposal.value = null;
  if (before !== null && isSameSetup(before, setup)) return;
  setups.value = slotOf === 0 ? [setup, setups.value[1]] : [setups.value[0], setup];
  if (isAnalysing.value) searchSetups();
}

// The outline of the tree

/** The unfolded nodes of each slot's tree. */
export const unfolded = signal<Slots<ReadonlySet<Key>>>([new Set(), new Set()]);

/** The selected node of the outline. */
export const selected = signal<Key | null>(null);

export function unfold(slotOf: Slot, keys: ReadonlySet<Key>): void {
  unfolded.value = slotOf === 0 ? [keys, unfolded.value[1]] : [unfolded.value[0], keys];
  requestOutline();
}

function requestOutline(): void {
  const isWanted = tab.value === "tree";
  for (const slotOf of [0, 1] as const) {
    if (setups.value[slotOf] === null) continue;
    send({ type: "show_outline", slot: slotOf, paths: isWanted && slotOf === shownSlot.value ? wantedPaths(unfolded.value[slotOf]) : [] });
  }
}

/** Shows another page of the panel. */
export function showTab(next: Tab): void {
  tab.value = next;
  if (isAnalysing.value) requestOutline();
}

/** Shows another slot. */
export function showSlot(next: Slot): void {
  slot.value = next;
  selected.value = null;
  if (isAnalysing.value) requestOutline();
}

// Sequences and playouts, move by move

/** A sequence that is replayed. It stays as it was when the replay began, although the search goes on. */
export interface Replay {
  move: string;
  moves: readonly string[];
  visits: readonly number[];
}

export const replay = signal<Replay | null>(null);
export const replayStep = signal(0);
export const playoutStep = signal(0);

/** Begins to replay the sequence of a move. */
export function startReplay(move: Candidate): void {
  replay.value = { move: move.move, moves: move.sequence, visits: move.sequence_visits };
  replayStep.value = 1;
}

export function endReplay(): void {
  replay.value = null;
}

/** The number of the request for a playout that the server has not answered yet. */
const playoutRequest = signal<number | null>(null);

/** Whether a playout is being made. The first one of a board size takes a while: its code must be compiled. */
export const isPlayoutAwaited = computed(() => playoutRequest.value !== null);

/** Asks for one playout, by a new seed, and shows its start. */
export function requestPlayout(): void {
  playoutStep.value = 0;
  playoutRequest.value = send({ type: "run_playout", slot: shownSlot.value });
}

/** The playout of the shown position and slot. */
export const shownPlayout = computed(() => {
  const found = playout.value[shownSlot.value];
  return found && found.node === position.value?.node ? found : null;
});

// What is on the board

/** The heat map of the chosen kind; null if there is none. */
export const heat = computed<Heat | null>(() => {
  const kind = heatKind.value;
  const found = main.value;
  return kind === "candidates" || found === null ? null : heatOf(kind, heatValues(found, kind, size.value));
});

export interface BoardView {
  stones: readonly number[];
  last: string | null;
  marks: Readonly<Record<string, string>>;
  overlay: Overlay;
  /** What the board shows, for its label. */
  caption: string;
  /** What is drawn: the search, where the person chooses between candidates and heat maps, or something else. */
  kind: "search" | "playout" | "sequence" | "node" | "comparison";
}

const NO_MARKS: Readonly<Record<string, string>> = {};

/** How many candidates are drawn on the board. */
const DRAWN_CANDIDATES = 12;

function sequenceView(names: readonly string[], step: number): Pick<BoardView, "stones" | "last" | "marks"> {
  const here = position.value;
  if (!here) return { stones: [], last: null, marks: NO_MARKS };
  const moves = alternating(names.slice(0, step), here.to_play, size.value);
  const stones = stonesAfter(here.stones, moves, size.value);
  const marks = Object.fromEntries(
    [...stoneNumbers(moves, stones)].map(([index, number]) => [pointName(placeAt(index, size.value), size.value), `=${number}`]),
  );
  return { stones, last: null, marks };
}

/** What the board shows now. */
export const boardView = computed<BoardView>(() => {
  const here = position.value;
  if (!here) return { stones: [], last: null, marks: NO_MARKS, overlay: {}, caption: "", kind: "search" };
  const plain = { stones: here.stones, last: here.last, marks: NO_MARKS };
  if (tab.value === "playout" && shownPlayout.value) {
    const found = shownPlayout.value;
    const step = Math.min(playoutStep.value, found.moves.length);
    const last = found.moves[step - 1];
    const marks = Object.fromEntries((last?.captured ?? []).map((point) => [point, "cross"]));
    const stones = stonesAfter(here.stones, shownMoves(found, size.value).slice(0, step), size.value);
    return { stones, last: last?.move ?? here.last, marks, overlay: {}, caption: `A playout after ${step} moves`, kind: "playout" };
  }
  if (replay.value) {
    const { moves, move } = replay.value;
    const step = Math.min(replayStep.value, moves.length);
    return { ...sequenceView(moves, step), overlay: {}, caption: `The sequence of ${move} after ${step} moves`, kind: "sequence" };
  }
  if (tab.value === "tree" && selected.value !== null) {
    const path = pathOf(selected.value);
    return { ...sequenceView(path, path.length), overlay: {}, caption: `After ${path.join(", ")}`, kind: "node" };
  }
  if (tab.value === "compare" && setups.value[1] !== null) {
    return { ...plain, overlay: comparisonOverlay(shown.value), caption: "The best moves of A and B", kind: "comparison" };
  }
  const pointed = main.value?.moves.find((move) => move.move === hovered.value);
  if (pointed && pointed.visits > 0) {
    const sequence = pointed.sequence.slice(0, 12);
    const stones = sequence.map((move, turn) => ({
      move,
      colour: turn % 2 === 0 ? here.to_play : other(here.to_play),
      label: String(turn + 1),
    }));
    return { ...plain, overlay: { sequence: stones }, caption: `The sequence of ${pointed.move}`, kind: "search" };
  }
  return { ...plain, overlay: analysisOverlay(main.value), caption: "The searched position", kind: "search" };
});

function analysisOverlay(found: Analysis | null): Overlay {
  if (found === null) return {};
  const rings = pinned.value === null ? [] : [pinned.value];
  if (heat.value) {
    const { strengths, labels } = drawnHeat(heat.value, position.value?.stones ?? []);
    if (heat.value.kind === "ownership") return { rings, ownership: strengths };
    return { rings, heat: { values: strengths, scale: heat.value.middle === null ? "single" : "diverging", texts: labels } };
  }
  const best = bestMove(found);
  const most = Math.max(1, best?.visits ?? 1);
  const moves = [...found.moves].sort((a, b) => b.visits - a.visits).slice(0, DRAWN_CANDIDATES);
  return {
    rings,
    candidates: moves
      .filter((move) => move.visits > 0)
      .map((move) => ({
        move: move.move,
        strength: Math.sqrt(move.visits / most),
        isBest: move === best,
        title: (100 * move.win_rate).toFixed(0),
        detail: brief(move.visits),
      })),
  };
}

/** Marks the best moves of both searches with A and B, and how large a share of the visits each has. */
function comparisonOverlay([first, second]: Slots<Analysis | null>): Overlay {
  const marks = new Map<string, string>();
  const shares = new Map<string, string[]>();
  for (const [name, found] of [["A", first], ["B", second]] as const) {
    const best = bestMove(found);
    if (!best || !found) continue;
    marks.set(best.move, `${marks.get(best.move) ?? ""}${name}`);
    shares.set(best.move, [...(shares.get(best.move) ?? []), `${((100 * best.visits) / Math.max(1, found.visits)).toFixed(0)}%`]);
  }
  return {
    candidates: [...marks].map(([move, title]) => ({
      move,
      strength: 1,
      isBest: true,
      tone: title === "A" ? ("a" as const) : title === "B" ? ("b" as const) : undefined,
      title,
      detail: shares.get(move)?.join(" "),
    })),
  };
}

/** Returns whether a point of the board is a move that the search has looked at. */
export function isCandidate(point: string): boolean {
  return indexOfMove(point, size.peek()) !== null && (main.peek()?.moves.some((move) => move.move === point) ?? false);
}

/** Takes over the setups of an analysis that another view has started. */
function adoptSetups(): void {
  const [first, second] = wantedSetups.peek() ?? [];
  if (first) setups.value = [first, second ?? null];
}

/** Starts to follow the store. Returns a function that ends it; an analysis goes on in the other views. */
export function followStore(): () => void {
  adoptSetups();
  let frame = 0;
  const draw = () => {
    frame = 0;
    const node = position.peek()?.node;
    const isCurrent = (found: Analysis | null, slotOf: Slot) =>
      found?.node === node && found !== outdated.peek()[slotOf] && setups.peek()[slotOf] !== null;
    const [first, second] = analysis.peek();
    shown.value = [isCurrent(first, 0) ? first : null, isCurrent(second, 1) ? second : null];
  };
  const ends = [
    // Messages are drawn at the next frame, together.
    subscribe([analysis, setups, place, outdated], () => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    }),
    // Another position: what was chosen in the last one is gone.
    subscribe([place], () => {
      pinned.value = null;
      hovered.value = null;
      replay.value = null;
      selected.value = null;
      playoutStep.value = 0;
      unfolded.value = [new Set(), new Set()];
      if (isAnalysing.value) requestOutline();
    }),
    // A new connection knows nothing of the setups, and what a level sets depends on the board size.
    subscribe([welcome, size], () => {
      if (welcome.value === null) return;
      setups.value.forEach((setup, slotOf) => {
        if (setup !== null) send({ type: "describe_setup", slot: slotOf, setup });
      });
    }),
    // Which nodes are unfolded is told after each new analysis.
    subscribe([wantedSetups, link], () => {
      if (isAnalysing.value && link.value.kind === "open") requestOutline();
    }),
    subscribe([description], () => {
      const open = proposal.value;
      const found = open && description.value[open.slot];
      if (open && found && isSameSetup(found.setup, open.setup)) accept(open);
    }),
    subscribe([playout, place], () => {
      playoutRequest.value = null;
    }),
    subscribe([problem], () => {
      const [open, found] = [proposal.value, problem.value];
      if (found?.request === playoutRequest.value) playoutRequest.value = null;
      if (!open || found?.request !== open.request) return;
      refusal.value = { slot: open.slot, text: found.text };
      proposal.value = null;
      dismissProblem();
    }),
    // A search that ended for a reason of its own, such as an error, is not going on.
    subscribe([analysisEnd], () => {
      if (analysisEnd.value.some((text) => text !== null)) stopAnalysis();
    }),
  ];
  return () => {
    for (const end of ends) end();
    cancelAnimationFrame(frame);
  };
}
