// Ways through the game record.

import { computed, effect, untracked } from "@preact/signals";
import type { NodeView } from "./messages";
import { children, nextShown, nodes, position, send } from "./store";

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

/** Returns the line through a node: from the start to it, and on to the line's end. Forward goes this way from now on. */
function lineThrough(node: number): readonly NodeView[] {
  const path = pathTo(nodes.value, node);
  path.forEach(({ node: child, parent }) => {
    if (parent !== null) trail.set(parent, child);
  });
  return [...path, ...lineAfter(nodes.value, children.value, node, trail)];
}

/** The line that is shown: from the start to the shown node, and on to its end. */
export const shownLine = computed<readonly NodeView[]>(() => {
  const shown = position.value?.node;
  return shown === undefined ? [] : lineThrough(shown);
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
  if (node !== nextShown()) send({ type: "go", node });
}

/** Where the steps of the person start: keys may be faster than the server's answers. */
function start(): { line: readonly NodeView[]; index: number } {
  const node = nextShown();
  const line = node === null ? [] : untracked(() => lineThrough(node));
  return { line, index: line.findIndex((found) => found.node === node) };
}

/** Goes some moves forward or back in the line; to its ends with infinite numbers. */
export function step(by: number): void {
  const { line, index } = start();
  const node = line[Math.max(0, Math.min(line.length - 1, index + by))];
  if (node) goTo(node.node);
}

/** Goes to the next (1) or the previous (-1) variation beside the shown node or the closest one before it. */
export function stepVariation(by: 1 | -1): void {
  const { line, index: last } = start();
  for (let index = last; index > 0; index -= 1) {
    const node = line[index];
    if (!node || node.parent === null) return;
    const siblings = children.peek().get(node.parent) ?? [];
    if (siblings.length < 2) continue;
    const next = siblings[(siblings.indexOf(node.node) + by + siblings.length) % siblings.length];
    if (next !== undefined) goTo(next);
    return;
  }
}
