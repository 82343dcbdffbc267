// The search tree as an outline: which rows are visible, and what the keys of a tree widget do.

import type { OutlineLevel, OutlineNode } from "../messages";

/** A node's path as one word: the moves that lead to it. Names of moves have no blanks. */
export type Key = string;

export function keyOf(path: readonly string[]): Key {
  return path.join(" ");
}

export function pathOf(key: Key): string[] {
  return key === "" ? [] : key.split(" ");
}

/** A visible row of the outline. */
export interface Row {
  key: Key;
  node: OutlineNode;
  /** 1 for the children of the root, as in `aria-level`. */
  level: number;
  /** Its place among its siblings, from 1, and their number. */
  place: number;
  siblings: number;
  canUnfold: boolean;
  isUnfolded: boolean;
  /** Its share of the visits of all its siblings. */
  share: number;
}

/** Returns the visible rows from top to bottom. Children that are asked for but not yet here are left out. */
export function visibleRows(levels: readonly OutlineLevel[], unfolded: ReadonlySet<Key>): Row[] {
  const children = new Map(levels.map((level) => [keyOf(level.path), level.nodes]));
  const rows: Row[] = [];
  const add = (parent: Key, level: number): void => {
    const nodes = children.get(parent) ?? [];
    const visits = nodes.reduce((sum, node) => sum + node.visits, 0);
    nodes.forEach((node, index) => {
      const key = parent === "" ? node.move : `${parent} ${node.move}`;
      const isUnfolded = unfolded.has(key) && node.children > 0;
      rows.push({
        key,
        node,
        level,
        place: index + 1,
        siblings: nodes.length,
        canUnfold: node.children > 0,
        isUnfolded,
        share: visits > 0 ? node.visits / visits : 0,
      });
      if (isUnfolded) add(key, level + 1);
    });
  };
  add("", 1);
  return rows;
}

/** Returns the paths to ask the server for: the root and all unfolded nodes whose parents are unfolded, too. */
export function wantedPaths(unfolded: ReadonlySet<Key>, limit = 100): string[][] {
  const paths = [...unfolded]
    .map(pathOf)
    .filter((path) => path.every((_, end) => end === 0 || unfolded.has(keyOf(path.slice(0, end)))))
    .sort((a, b) => a.length - b.length);
  return [[], ...paths].slice(0, limit);
}

/** What a key does in the outline. */
export type Step = { select: Key } | { unfold: Key } | { fold: Key } | null;

/** Returns what a key of the keyboard does, as in the tree widget of the ARIA practices. */
export function keyStep(key: string, rows: readonly Row[], selected: Key | null): Step {
  const last = rows.length - 1;
  if (last < 0) return null;
  const index = rows.findIndex((row) => row.key === selected);
  const row = rows[index];
  const at = (place: number): Step => {
    const target = rows[Math.min(last, Math.max(0, place))];
    return target ? { select: target.key } : null;
  };
  switch (key) {
    case "ArrowDown":
      return at(index + 1);
    case "ArrowUp":
      return at(index - 1);
    case "Home":
      return at(0);
    case "End":
      return at(last);
    case "ArrowRight":
      if (!row?.canUnfold) return null;
      return row.isUnfolded ? at(index + 1) : { unfold: row.key };
    case "ArrowLeft":
      if (!row) return null;
      if (row.isUnfolded) return { fold: row.key };
      return row.level > 1 ? { select: keyOf(pathOf(row.key).slice(0, -1)) } : null;
    case "Enter":
      if (!row?.canUnfold) return null;
      return row.isUnfolded ? { fold: row.key } : { unfold: row.key };
    default:
      return null;
  }
}

/** Returns the unfolded nodes with one more, or with one and all below it removed. */
export function withStep(unfolded: ReadonlySet<Key>, step: { unfold: Key } | { fold: Key }): Set<Key> {
  if ("unfold" in step) return new Set([...unfolded, step.unfold]);
  return new Set([...unfolded].filter((key) => key !== step.fold && !key.startsWith(`${step.fold} `)));
}
