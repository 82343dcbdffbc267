// Where the nodes of a record are drawn: a row for each move, the main line in the first column, and each variation in
// the nearest column to the right that is free for all of its rows.

export interface TreePlace {
  node: number;
  row: number;
  column: number;
  /** The column of the node before, in the row above; null for the start. */
  parentColumn: number | null;
}

export interface TreeLayout {
  /** The nodes of each row, by column. */
  rows: readonly (readonly TreePlace[])[];
  columns: number;
  places: ReadonlyMap<number, TreePlace>;
}

interface Line {
  first: number;
  row: number;
  parentColumn: number | null;
}

/** Returns the places of all nodes below a root. Takes time in proportion to their number. */
export function treeLayout(root: number, childrenOf: ReadonlyMap<number, readonly number[]>): TreeLayout {
  const rows: TreePlace[][] = [];
  const places = new Map<number, TreePlace>();
  const nextFree: number[] = []; // by row: the first column to the right of all others
  let columns = 1;
  const waiting: Line[] = [{ first: root, row: 0, parentColumn: null }];
  for (let line = waiting.pop(); line; line = waiting.pop()) {
    const nodes = lineFrom(line.first, childrenOf);
    // The row above counts, too: there the stroke from the parent bends.
    let column = line.parentColumn === null ? 0 : line.parentColumn + 1;
    for (let row = Math.max(0, line.row - 1); row < line.row + nodes.length; row += 1) column = Math.max(column, nextFree[row] ?? 0);
    if (line.row > 0) nextFree[line.row - 1] = Math.max(nextFree[line.row - 1] ?? 0, column);
    columns = Math.max(columns, column + 1);
    nodes.forEach((node, index) => {
      const row = line.row + index;
      const place = { node, row, column, parentColumn: index === 0 ? line.parentColumn : column };
      nextFree[row] = column + 1;
      (rows[row] ??= []).push(place);
      places.set(node, place);
      // Lines that start later are taken from the stack first, and get the nearer columns.
      const others = (childrenOf.get(node) ?? []).slice(1);
      for (const first of others.reverse()) waiting.push({ first, row: row + 1, parentColumn: column });
    });
  }
  return { rows, columns, places };
}

function lineFrom(first: number, childrenOf: ReadonlyMap<number, readonly number[]>): number[] {
  const line: number[] = [];
  for (let node: number | undefined = first; node !== undefined; node = childrenOf.get(node)?.[0]) line.push(node);
  return line;
}
