// Ways through the game record.

import { computed, effect } from "@preact/signals";
import type { NodeView } from "./messages";
import { children, nodes, position, send } from "./store";

/** The child of each node that was shown last: forward goes there. */
const trail = new Map<number, number>();

/** Returns the nodes from the start to a node. */
export function pathTo(all: ReadonlyMap<number, NodeView>, node: number): NodeView[] {
  const path: NodeView[] = [];
  for (let at = all.get(node); at; at = at.parent === null ? undefined : all.get(at.parent)) path.push(at);
  return path.reverse();
}

/** Returns the nodes after a node: at each step the child that `choose` names, or else the first. */
export function lineAfter(
  all: ReadonlyMap<number, NodeView>,
  childrenOf: ReadonlyMap<number, readonly number[]>,
  node: number,
  choose: ReadonlyMap<number, number>,
): NodeView[] {
  const line: NodeView[] = [];
  for (let at = node; ; ) {
    const below = childrenOf.get(at) ?? [];
    const chosen = choose.get(at);
    const next = chosen !== undefined && below.includes(chosen) ? chosen : below[0];
    const found = next === undefined ? undefined : all.get(next);
    if (!found) return line;
    line.push(found);
    at = found.node;
  }
}

/** The line that is shown: from the start to the shown node, and on to its end. */
export const shownLine = computed<readonly NodeView[]>(() => {
  const shown = position.value?.node;
  if (shown === undefined) return [];
  const path = pathTo(nodes.value, shown);
  path.forEach((node) => {
    if (node.parent !== null) trail.set(node.parent, node.node);
  });
  return [...path, ...lineAfter(nodes.value, children.value, shown, trail)];
});

/** Where the shown node is in the shown line. */
export const shownIndex = computed(() => shownLine.value.findIndex((node) => node.node === position.value?.node));

/** Forgets the trail when another game is opened. */
export function followGames(): void {
  let open = "";
  effect(() => {
    const name = position.value?.game ?? "";
    if (name !== open) trail.clear();
    open = name;
  });
}

export function goTo(node: number): void {
  if (node !== position.peek()?.node) send({ type: "go", node });
}

/** Goes some moves forward or back in the shown line; to its ends with infinite numbers. */
export function step(by: number): void {
  const line = shownLine.peek();
  const index = Math.max(0, Math.min(line.length - 1, shownIndex.peek() + by));
  const node = line[index];
  if (node) goTo(node.node);
}

/** Goes to the next (1) or the previous (-1) variation beside the shown node or the closest one before it. */
export function stepVariation(by: 1 | -1): void {
  const line = shownLine.peek();
  for (let index = shownIndex.peek(); index > 0; index -= 1) {
    const node = line[index];
    if (!node || node.parent === null) return;
    const siblings = children.peek().get(node.parent) ?? [];
    if (siblings.length < 2) continue;
    const next = siblings[(siblings.indexOf(node.node) + by + siblings.length) % siblings.length];
    if (next !== undefined) goTo(next);
    return;
  }
}
