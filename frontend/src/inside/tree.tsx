// The search tree as an outline that goes on changing.

import { brief } from "../words";
import { useLayoutEffect, useRef } from "preact/hooks";
import { percent } from "./format";
import { isAnalysing, main, selected, shownSlot, unfold, unfolded } from "./model";
import { type Key, keyStep, type Row, visibleRows, withStep } from "./outline";

export function Tree() {
  const list = useRef<HTMLDivElement>(null);
  const found = main.value;
  const slot = shownSlot.value;
  const open = unfolded.value[slot];
  const rows = visibleRows(found?.outline ?? [], open);
  const focused = rows.some((row) => row.key === selected.value) ? selected.value : (rows[0]?.key ?? null);
  const wantsFocus = useRef(false);

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    list.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  });

  const take = (step: ReturnType<typeof keyStep>) => {
    if (step === null) return;
    if ("select" in step) selected.value = step.select;
    else unfold(slot, withStep(open, step));
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = keyStep(event.key, rows, focused);
    if (step === null && !event.key.startsWith("Arrow")) return;
    event.preventDefault();
    event.stopPropagation();
    wantsFocus.current = step !== null && "select" in step;
    take(step);
  };

  if (rows.length === 0) {
    return (
      <p class="quiet">
        {isAnalysing.value
          ? "The first nodes of the tree are on their way."
          : "The tree of the search can be unfolded here, move by move, while it grows. Start the analysis first."}
      </p>
    );
  }
  return (
    <div class="outline">
      <div class="tree-head" aria-hidden="true">
        <span>Move</span>
        <span>Visits</span>
        <span>Win rate</span>
        <span>Prior</span>
        <span>AMAF</span>
      </div>
      <div class="tree-rows" role="tree" aria-label="Search tree" data-testid="tree" ref={list} onKeyDown={press}>
        {rows.map((row) => (
          <TreeRow
            key={row.key}
            row={row}
            isFocused={row.key === focused}
            isSelected={row.key === selected.value}
            onSelect={(key) => {
              selected.value = key;
            }}
            onFold={(key) => take(open.has(key) ? { fold: key } : { unfold: key })}
          />
        ))}
      </div>
      <p class="footnote">Numbers are from the view of the side that moves. The board shows the selected node.</p>
    </div>
  );
}

interface RowProps {
  row: Row;
  isFocused: boolean;
  isSelected: boolean;
  onSelect: (key: Key) => void;
  onFold: (key: Key) => void;
}

function TreeRow({ row, isFocused, isSelected, onSelect, onFold }: RowProps) {
  const { node } = row;
  return (
    <div
      class="tree-row"
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.place}
      aria-setsize={row.siblings}
      aria-expanded={row.canUnfold ? row.isUnfolded : undefined}
      aria-selected={isSelected}
      tabIndex={isFocused ? 0 : -1}
      data-path={row.key}
      onClick={() => onSelect(row.key)}
      onDblClick={() => row.canUnfold && onFold(row.key)}
    >
      <span class="tree-move" style={{ paddingInlineStart: `${(row.level - 1) * 1.1}rem` }}>
        <span
          class="twist"
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            if (row.canUnfold) onFold(row.key);
          }}
        >
          {row.canUnfold ? (row.isUnfolded ? "▾" : "▸") : ""}
        </span>
        <span class={`stone ${node.colour}`} />
        <span class="hidden">{node.colour} </span>
        {node.move}
      </span>
      <span class="numbers visits">
        <span class="cell-bar" style={{ width: `${100 * row.share}%` }} />
        <span>
          {brief(node.visits)}
          <span class="hidden"> visits, </span>
        </span>
      </span>
      <Share name="win rate" value={percent(node.win_rate)} />
      <Share name="prior" value={percent(node.prior, 0)} />
      <Share name="AMAF" value={percent(node.amaf, 0)} />
    </div>
  );
}

/** A number with its column's name for those who hear the row. */
function Share({ name, value }: { name: string; value: string }) {
  return (
    <span class="numbers">
      {value}
      <span class="hidden"> {name}, </span>
    </span>
  );
}
