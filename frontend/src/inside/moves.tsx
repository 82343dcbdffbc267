// The table of candidates.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Colour } from "../colour";
import type { Candidate } from "../messages";
import { COLUMNS, cellText, cellValue, clicked, type Column, filledColumns, sorted } from "./candidates";
import { chosen, hovered, main, order, pinned } from "./model";

/** How many rows the table has before the person asks for all. */
const FEW_ROWS = 8;

export function Moves() {
  const showsAll = useSignal(false);
  const body = useRef<HTMLTableSectionElement>(null);
  const found = main.value;
  if (!found || found.moves.length === 0) {
    return <p class="quiet">The moves that the search considers are listed here, with all that it knows about them.</p>;
  }
  const rows = sorted(found.moves, order.value);
  const few = showsAll.value ? rows : rows.slice(0, FEW_ROWS);
  const columns = filledColumns(found.moves);
  const most = Math.max(1, ...found.moves.map((move) => move.visits));

  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const place = few.findIndex((move) => move.move === chosen.value?.move);
    const next = few[Math.max(0, Math.min(few.length - 1, place + step))];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    pinned.value = next.move;
    body.current?.querySelector<HTMLElement>(`[data-move="${next.move}"] button`)?.focus();
  };

  return (
    <div class="moves">
      <div class="table-frame">
        <table class="numbers-table" data-testid="candidates">
          <caption class="hidden">Moves that the search considers. Choose one to see its urgency as a sum.</caption>
          <thead>
            <tr>
              <th scope="col">Move</th>
              {COLUMNS.filter(({ name }) => columns.includes(name)).map(({ name, title, summary }) => (
                <th key={name} scope="col" aria-sort={order.value.column === name ? (order.value.isDescending ? "descending" : "ascending") : "none"}>
                  <button type="button" title={summary} onClick={() => setOrder(name)}>
                    {title}
                    <span aria-hidden="true" class="arrow">
                      {order.value.column === name ? (order.value.isDescending ? "▾" : "▴") : ""}
                    </span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={press} onPointerLeave={() => setHovered(null)}>
            {few.map((move) => (
              <Row key={move.move} move={move} columns={columns} colour={found.colour} share={move.visits / most} isChosen={move.move === chosen.value?.move} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > FEW_ROWS && (
        <button type="button" class="button small plain" aria-expanded={showsAll.value} onClick={() => flip(showsAll)}>
          {showsAll.value ? "Show fewer" : `Show all ${rows.length} moves`}
        </button>
      )}
    </div>
  );
}

function flip(flag: { value: boolean }): void {
  flag.value = !flag.value;
}

function setOrder(column: Column): void {
  order.value = clicked(order.value, column);
}

function setHovered(move: string | null): void {
  hovered.value = move;
}

function setPinned(move: string): void {
  pinned.value = pinned.value === move ? null : move;
}

interface RowProps {
  move: Candidate;
  columns: readonly Column[];
  colour: Colour;
  /** Its visits, compared with the most visited move. */
  share: number;
  isChosen: boolean;
}

function Row({ move, columns, colour, share, isChosen }: RowProps) {
  return (
    <tr
      data-move={move.move}
      class={isChosen ? "chosen" : ""}
      onPointerEnter={(event) => event.pointerType === "mouse" && setHovered(move.move)}
      onClick={() => setPinned(move.move)}
    >
      <th scope="row">
        <button
          type="button"
          class="move-name"
          aria-pressed={isChosen}
          tabIndex={isChosen ? 0 : -1}
          onFocus={() => setHovered(null)}
          onClick={(event) => {
            event.stopPropagation();
            setPinned(move.move);
          }}
        >
          {move.move}
        </button>
      </th>
      {columns.map((column) => (
        <td key={column} class={`numbers ${cellValue(move, column) === null ? "none" : ""}`}>
          {column === "visits" && <span class="cell-bar" style={{ width: `${100 * share}%` }} />}
          <span>{cellText(move, column, colour)}</span>
        </td>
      ))}
    </tr>
  );
}
