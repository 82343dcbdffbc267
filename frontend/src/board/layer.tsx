// Draws an overlay over the board: one SVG with a unit for each point.

import { memo } from "preact/compat";
import { signOf } from "../colour";
import { placeAt, placeOf } from "../points";
import type { CandidateMark, HeatMap, Overlay, SequenceStone } from "./overlay";

interface Props {
  size: number;
  overlay: Overlay;
  stones: readonly number[];
}

/** An overlay. It takes no clicks. */
export const OverlayLayer = memo(({ size, overlay, stones }: Props) => (
  <svg class="overlay" viewBox={`0 0 ${size} ${size}`} style={{ width: `${size}em`, height: `${size}em` }} aria-hidden="true">
    {overlay.heat && <Heat size={size} heat={overlay.heat} />}
    {overlay.territory && <Squares size={size} values={overlay.territory} stones={stones} name="territory" />}
    {overlay.ownership && <Squares size={size} values={overlay.ownership} stones={stones} name="ownership" />}
    {overlay.dead && <Dead size={size} points={overlay.dead} stones={stones} />}
    {overlay.candidates && <Candidates size={size} marks={overlay.candidates} />}
    {overlay.sequence && <Sequence size={size} stones={overlay.sequence} />}
    {overlay.rings && <Rings size={size} points={overlay.rings} />}
  </svg>
));

/** Squares whose side tells how sure a point's owner is. A stone of the owner needs none; dead stones have crosses. */
function Squares({ size, values, stones, name }: { size: number; values: readonly number[]; stones: readonly number[]; name: string }) {
  const largest = name === "territory" ? 0.34 : 0.44;
  return (
    <g class={name}>
      {values.map((value, index) => {
        const stone = stones[index] ?? 0;
        const isOwnStone = name === "territory" ? stone !== 0 : stone === Math.sign(value);
        const side = isOwnStone || Math.abs(value) < 0.08 ? 0 : largest * Math.abs(value);
        const { x, y } = placeAt(index, size);
        return (
          side > 0 && (
            <rect
              key={index}
              class={value > 0 ? "black" : "white"}
              x={x + 0.5 - side / 2}
              y={y + 0.5 - side / 2}
              width={side}
              height={side}
              rx={0.04}
            />
          )
        );
      })}
    </g>
  );
}

function Heat({ size, heat }: { size: number; heat: HeatMap }) {
  return (
    <g class={`heat ${heat.scale}`}>
      {heat.values.map((value, index) => {
        if (value === null || Math.abs(value) < 0.01) return null;
        const { x, y } = placeAt(index, size);
        return <rect key={index} class={value < 0 ? "cold" : "warm"} x={x} y={y} width={1} height={1} opacity={Math.min(1, Math.abs(value)) * 0.82} />;
      })}
      {heat.texts?.map((text, index) => {
        if (text === null) return null;
        const { x, y } = placeAt(index, size);
        return (
          <text key={`t${index}`} x={x + 0.5} y={y + 0.5} font-size={text.length > 3 ? 0.28 : 0.34}>
            {text}
          </text>
        );
      })}
    </g>
  );
}

function Candidates({ size, marks }: { size: number; marks: readonly CandidateMark[] }) {
  return (
    <g class="candidates">
      {marks.map((mark) => {
        const place = placeOf(mark.move, size);
        if (!place) return null;
        const x = place.x + 0.5;
        const y = place.y + 0.5;
        return (
          <g key={mark.move} class={mark.tone ? `tone-${mark.tone}` : mark.isBest ? "best" : ""} style={{ "--strength": mark.strength.toFixed(2) }}>
            <circle cx={x} cy={y} r={0.46} />
            <text x={x} y={mark.detail ? y - 0.1 : y} font-size={mark.title.length > 3 ? 0.3 : 0.36} class="title">
              {mark.title}
            </text>
            {mark.detail && (
              <text x={x} y={y + 0.22} font-size={mark.detail.length > 5 ? 0.16 : 0.23} class="detail">
                {mark.detail}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

function Sequence({ size, stones }: { size: number; stones: readonly SequenceStone[] }) {
  return (
    <g class="sequence">
      {stones.map((stone) => {
        const place = placeOf(stone.move, size);
        if (!place) return null;
        return (
          <g key={`${stone.label} ${stone.move}`} class={stone.colour}>
            <circle cx={place.x + 0.5} cy={place.y + 0.5} r={0.46} />
            <text x={place.x + 0.5} y={place.y + 0.5} font-size={stone.label.length > 2 ? 0.38 : 0.46}>
              {stone.label}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function Rings({ size, points }: { size: number; points: readonly string[] }) {
  return (
    <g class="rings">
      {points.map((point) => {
        const place = placeOf(point, size);
        return place && <circle key={point} cx={place.x + 0.5} cy={place.y + 0.5} r={0.38} />;
      })}
    </g>
  );
}

/** Crosses on dead stones, in the colour of the side that gets them. */
function Dead({ size, points, stones }: { size: number; points: readonly string[]; stones: readonly number[] }) {
  return (
    <g class="dead">
      {points.map((point) => {
        const place = placeOf(point, size);
        if (!place) return null;
        const isBlack = stones[place.y * size + place.x] === signOf("black");
        const [x, y, r] = [place.x + 0.5, place.y + 0.5, 0.2];
        return (
          <path key={point} class={isBlack ? "white" : "black"} d={`M${x - r} ${y - r}L${x + r} ${y + r}M${x - r} ${y + r}L${x + r} ${y - r}`} />
        );
      })}
    </g>
  );
}
