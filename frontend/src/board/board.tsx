// The board: stones and marks by shudan, an overlay above them, and a cursor for the keyboard.

import { useSignal } from "@preact/signals";
import { Goban, type GobanProps, type Marker } from "@sabaki/shudan";
import { memo } from "preact/compat";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { type Colour, type Sign, signOf } from "../colour";
import { indexOf, indexOfMove, type Place, pointName, sizeOf } from "../points";
import { showsCoordinates } from "../preferences";
import { OverlayLayer } from "./layer";
import type { Overlay } from "./overlay";

export interface BoardProps {
  /** 1 for Black, -1 for White, 0 for none; row by row from the top left corner. */
  stones: readonly number[];
  /** The last move, which gets a mark. */
  last?: string | null;
  /** Marks of the record by point: `triangle`, `square`, `circle`, `cross`, or a label as `=A`. */
  marks?: Readonly<Record<string, string>>;
  overlay?: Overlay;
  /** The side whose stone is shown where the mouse is; null for none. */
  ghost?: Colour | null;
  /** Points where no stone may be put. */
  illegal?: readonly string[];
  /** Name of the board for screen readers. */
  label: string;
  /** Called with a point's name when it is clicked, or chosen with the keyboard. Without it the board only shows. */
  onPoint?: (point: string) => void;
  /** Called with a point's name, or null, when the mouse or the cursor moves. */
  onHover?: (point: string | null) => void;
}

const NO_OVERLAY: Overlay = {};
const NO_MARKS: Readonly<Record<string, string>> = {};
const BORDER = 0.3; // of a point, both sides together
const COORDINATES = 0.72; // of a point, each side; board.css has the same number
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  a: [-1, 0],
  d: [1, 0],
  w: [0, -1],
  s: [0, 1],
};

/** A board that fills the width of its frame. */
export function Board(props: BoardProps) {
  const { stones, overlay = NO_OVERLAY, ghost = null, label, onPoint, onHover } = props;
  const size = sizeOf(stones);
  const frame = useRef<HTMLDivElement>(null);
  const pointSize = usePointSize(frame, size + (showsCoordinates.value ? 2 * COORDINATES : 0.5) + BORDER);
  const hovered = useSignal<Place | null>(null);
  const cursor = useSignal<Place | null>(null);
  const hintId = useId();

  const hover = (place: Place | null) => {
    const old = hovered.peek();
    if (old?.x === place?.x && old?.y === place?.y) return;
    hovered.value = place;
    onHover?.(place && pointName(place, size));
  };

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = STEPS[event.key];
    if (step) {
      const from = cursor.peek() ?? { x: (size - 1) >> 1, y: (size - 1) >> 1 };
      const isFirst = cursor.peek() === null;
      const clamp = (value: number) => Math.max(0, Math.min(size - 1, value));
      cursor.value = isFirst ? from : { x: clamp(from.x + step[0]), y: clamp(from.y + step[1]) };
      onHover?.(pointName(cursor.value, size));
    } else if ((event.key === "Enter" || event.key === " ") && cursor.peek() && onPoint) {
      onPoint(pointName(cursor.peek() as Place, size));
    } else if (event.key === "Escape" && cursor.peek()) {
      cursor.value = null;
      onHover?.(null);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div class="board-frame" ref={frame}>
      <div
        class={`board ${onPoint ? "playable" : ""}`}
        data-testid="board"
        data-size={size}
        role="application"
        aria-label={label}
        aria-describedby={hintId}
        tabIndex={0}
        style={{ fontSize: `${pointSize}px` }}
        onKeyDown={press}
        // A click must not take the arrow keys away from the game record.
        onMouseDown={(event) => event.preventDefault()}
        onBlur={() => {
          cursor.value = null;
        }}
        onClick={(event) => {
          const place = placeOfEvent(event);
          if (place && onPoint) onPoint(pointName(place, size));
        }}
        onPointerMove={(event) => hover(event.pointerType === "mouse" ? placeOfEvent(event) : null)}
        onPointerLeave={() => hover(null)}
      >
        <Stones {...stonesOf(props)} size={size} pointSize={pointSize} showCoordinates={showsCoordinates.value} />
        <OverlayLayer size={size} overlay={overlay} stones={stones} />
        <Pointer size={size} ghost={ghost} stones={stones} illegal={props.illegal ?? []} hovered={hovered.value} cursor={cursor.value} />
      </div>
      <span id={hintId} class="hidden">
        Arrow keys move the cursor, Enter plays.
      </span>
      <CursorReader cursor={cursor.value} size={size} stones={stones} />
    </div>
  );
}

function stonesOf({ stones, last = null, marks = NO_MARKS }: BoardProps) {
  return { stones, last, marks };
}

interface StonesProps {
  stones: readonly number[];
  last: string | null;
  marks: Readonly<Record<string, string>>;
  size: number;
  pointSize: number;
  showCoordinates: boolean;
}

/** Stones, marks and coordinates. Drawn only when these change, not with every overlay. */
const Stones = memo(({ stones, last, marks, size, pointSize, showCoordinates }: StonesProps) => {
  const maps = useMemo<Pick<GobanProps, "signMap" | "markerMap">>(
    () => ({ signMap: rows(stones, size) as Sign[][], markerMap: markerRows(marks, last, size) }),
    [stones, last, marks, size],
  );
  return (
    <Goban
      {...maps}
      vertexSize={pointSize}
      showCoordinates={showCoordinates}
      fuzzyStonePlacement
      animateStonePlacement={false}
      innerProps={{ "aria-hidden": true }}
    />
  );
});

/** The stone that a click would put, and the cursor of the keyboard. */
function Pointer(props: {
  size: number;
  ghost: Colour | null;
  stones: readonly number[];
  illegal: readonly string[];
  hovered: Place | null;
  cursor: Place | null;
}) {
  const { size, ghost, stones, illegal, hovered, cursor } = props;
  const place = cursor ?? hovered;
  const isFree = place && stones[indexOf(place, size)] === 0 && !illegal.includes(pointName(place, size));
  return (
    <svg class="overlay pointer" viewBox={`0 0 ${size} ${size}`} style={{ width: `${size}em`, height: `${size}em` }} aria-hidden="true">
      {isFree && ghost && <circle class={`ghost ${ghost}`} cx={place.x + 0.5} cy={place.y + 0.5} r={0.46} />}
      {cursor && <rect class="cursor" x={cursor.x + 0.06} y={cursor.y + 0.06} width={0.88} height={0.88} rx={0.12} />}
    </svg>
  );
}

/** Tells screen readers where the cursor is. */
function CursorReader({ cursor, size, stones }: { cursor: Place | null; size: number; stones: readonly number[] }) {
  const stone = cursor ? stones[indexOf(cursor, size)] : 0;
  const words = stone === signOf("black") ? "black stone" : stone === signOf("white") ? "white stone" : "empty";
  return (
    <span class="hidden" aria-live="polite" data-testid="cursor">
      {cursor && `${pointName(cursor, size)}, ${words}`}
    </span>
  );
}

/** Returns the pixels of a point, so that the given number of points fills the width of the frame. */
function usePointSize(frame: { current: HTMLDivElement | null }, points: number): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    setWidth(element.clientWidth);
    return () => observer.disconnect();
  }, [frame]);
  return Math.max(8, Math.floor(width / points));
}

/** Returns the place under the mouse; shudan writes it on each point's element. */
function placeOfEvent(event: Event): Place | null {
  const element = (event.target as Element).closest<HTMLElement>(".shudan-vertex");
  return element ? { x: Number(element.dataset.x), y: Number(element.dataset.y) } : null;
}

/** Returns a list with a value for each point as rows. */
export function rows<T>(values: readonly T[], size: number): T[][] {
  return Array.from({ length: size }, (_, y) => values.slice(y * size, (y + 1) * size));
}

/** Returns marks as shudan wants them. The last move has a circle, unless the record marks it. */
export function markerRows(marks: Readonly<Record<string, string>>, last: string | null, size: number): (Marker | null)[][] {
  const flat: (Marker | null)[] = Array.from({ length: size * size }, () => null);
  const lastIndex = last === null ? null : indexOfMove(last, size);
  if (lastIndex !== null) flat[lastIndex] = { type: "circle" };
  for (const [point, mark] of Object.entries(marks)) {
    const index = indexOfMove(point, size);
    if (index !== null) flat[index] = mark.startsWith("=") ? { type: "label", label: mark.slice(1) } : { type: mark as Marker["type"] };
  }
  return rows(flat, size);
}
