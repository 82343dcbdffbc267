// The record as a tree: circles on a grid, as in Sabaki. Only what can be seen is drawn.

import { computed } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { goTo, shownLine } from "../record";
import { children, nodes, position } from "../store";
import { mistakeOf } from "./mistakes";
import { type TreePlace, treeLayout } from "./layout";

const STEP = 26; // pixels between two nodes
const MARGIN = 16;
const RADIUS = 9;
const SPARE_ROWS = 6; // drawn beyond what can be seen

const layout = computed(() => treeLayout(0, children.value));
const lineNodes = computed(() => new Set(shownLine.value.map((node) => node.node)));

export function Tree() {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(240);
  const shown = position.value?.node ?? 0;
  const { rows, columns, places } = layout.value;

  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const place = places.get(shown);
    if (place && box.current) keepInView(box.current, place);
  }, [shown, places]);

  const first = Math.max(0, Math.floor((top - MARGIN) / STEP) - SPARE_ROWS);
  const visible = rows.slice(first, first + Math.ceil(height / STEP) + 2 * SPARE_ROWS).flat();
  const click = (event: MouseEvent) => {
    const name = (event.target as Element).closest("[data-node]")?.getAttribute("data-node");
    if (name) goTo(Number(name));
  };
  return (
    <div class="tree" ref={box} tabIndex={0} role="group" aria-label="Variations" data-testid="tree" onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
      <svg width={MARGIN * 2 + (columns - 1) * STEP} height={MARGIN * 2 + (rows.length - 1) * STEP} onClick={click}>
        {visible.map((place) => place.parentColumn !== null && <Edge key={place.node} place={place} isInLine={lineNodes.value.has(place.node)} />)}
        {visible.map((place) => (
          <Node key={place.node} place={place} isShown={place.node === shown} isInLine={lineNodes.value.has(place.node)} />
        ))}
      </svg>
    </div>
  );
}

function keepInView(box: HTMLElement, place: TreePlace): void {
  const [x, y] = [MARGIN + place.column * STEP, MARGIN + place.row * STEP];
  const room = 2 * STEP;
  if (y < box.scrollTop + room) box.scrollTop = y - room;
  else if (y > box.scrollTop + box.clientHeight - room) box.scrollTop = y - box.clientHeight + room;
  if (x < box.scrollLeft + room) box.scrollLeft = x - room;
  else if (x > box.scrollLeft + box.clientWidth - room) box.scrollLeft = x - box.clientWidth + room;
}

function Edge({ place, isInLine }: { place: TreePlace; isInLine: boolean }) {
  const [x, y] = [MARGIN + place.column * STEP, MARGIN + place.row * STEP];
  const from = MARGIN + (place.parentColumn ?? 0) * STEP;
  // Along the row above, then aslant into the column.
  const d = from === x ? `M${x} ${y - STEP}V${y}` : `M${from} ${y - STEP}H${x - STEP}L${x} ${y}`;
  return <path class={isInLine ? "edge in-line" : "edge"} d={d} />;
}

function Node({ place, isShown, isInLine }: { place: TreePlace; isShown: boolean; isInLine: boolean }) {
  const node = nodes.value.get(place.node);
  const [x, y] = [MARGIN + place.column * STEP, MARGIN + place.row * STEP];
  const mistake = node ? mistakeOf(node) : null;
  const names = ["node", node?.colour ?? "none", isShown && "shown", isInLine && "in-line", mistake].filter(Boolean).join(" ");
  return (
    <g class={names} data-node={place.node}>
      <rect x={x - STEP / 2} y={y - STEP / 2} width={STEP} height={STEP} class="target" />
      {isShown && <circle class="halo" cx={x} cy={y} r={RADIUS + 3} />}
      {node?.move === "pass" ? <rect class="stone-mark" x={x - 6} y={y - 6} width={12} height={12} rx={3} /> : <circle class="stone-mark" cx={x} cy={y} r={node?.colour ? RADIUS : 5} />}
      {node?.comment && <circle class="comment-mark" cx={x + 7} cy={y - 7} r={3.5} />}
    </g>
  );
}
