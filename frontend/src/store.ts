// The one store of the page. What the server said is in `state`; what the person chose about the page's looks is in
// `preferences.ts`; where the page is, in `address.ts`.

import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import { Connection, type Link } from "./connection";
import { Going } from "./going";
import type { Answer, NodeView, Request } from "./messages";
import { EMPTY, reduce, type State } from "./state";

/** The last messages of the server. Changed by `receive` alone. */
export const state = signal<State>(EMPTY);

/** Whether there is a connection. */
export const link = signal<Link>({ kind: "connecting" });

/** Returns a signal that changes only when this field of the state does. */
function field<Key extends keyof State>(key: Key): ReadonlySignal<State[Key]> {
  return computed(() => state.value[key]);
}

export const welcome = field("welcome");
export const problem = field("problem");
export const preparations = field("preparations");
export const game = field("game");
export const nodes = field("nodes");
export const position = field("position");
export const thinking = field("thinking");
export const enginePlayed = field("enginePlayed");
export const hint = field("hint");
export const estimate = field("estimate");
export const count = field("count");
export const file = field("file");
export const games = field("games");
export const analysis = field("analysis");
export const analysisEnd = field("analysisEnd");
export const playout = field("playout");
export const description = field("description");
export const review = field("review");
export const matches = field("matches");
export const matchTable = field("matchTable");

/** The node that is shown. */
export const shownNode = computed<NodeView | null>(() => nodes.value.get(position.value?.node ?? -1) ?? null);

/** The children of each node, in the order of the record. */
export const children = computed<ReadonlyMap<number, readonly number[]>>(() => {
  const result = new Map<number, number[]>();
  for (const node of nodes.value.values()) {
    if (node.parent === null) continue;
    const siblings = result.get(node.parent);
    if (siblings) siblings.push(node.node);
    else result.set(node.parent, [node.node]);
  }
  return result;
});

/** Adds a message of the server to the state. */
export function receive(answer: Answer): void {
  batch(() => {
    const before = state.value.game?.game;
    state.value = reduce(state.value, answer);
    if (answer.type === "welcome" || state.value.game?.game !== before) going.forget();
    if (answer.type === "position_view") going.arrived(answer.node);
    if (answer.type === "problem") going.refused(answer.request);
  });
}

/** Removes the message about a problem. */
export function dismissProblem(): void {
  state.value = { ...state.value, problem: null };
}

/** Forgets the file that the server sent, once it is saved. */
export function dismissFile(): void {
  state.value = { ...state.value, file: null };
}

/** Removes the hint and the estimate from the board. */
export function dismissAdvice(): void {
  state.value = { ...state.value, hint: null, estimate: null };
}

let connection: Connection | null = null;

/** Ways to other nodes that the server has not shown yet. */
const going = new Going((node) => connection?.send({ type: "go", node }) ?? 0);

/** Returns the node that is shown, or will be as soon as the server has answered; null without a game. */
export function nextShown(): number | null {
  return going.target ?? position.peek()?.node ?? null;
}

/** Opens the connection to the server that the page came from. */
export function connect(hello: () => Request): void {
  connection = new Connection({
    hello,
    receive,
    changed: (now) => {
      link.value = now;
    },
  });
  connection.open();
}

/** Sends a request to the server; returns its number, which a `Problem` repeats. Without a connection it is lost. */
export function send(request: Request): number {
  if (request.type === "go") return going.go(request.node);
  going.flush();
  return connection?.send(request) ?? 0;
}
