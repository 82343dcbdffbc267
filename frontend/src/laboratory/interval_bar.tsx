// A win rate as a bar, with its 95 % interval as a whisker.

import type { PairingView } from "../messages";
import { intervalShape, verdictText } from "./interval";

const WIDTH = 200;
const HEIGHT = 26;

export function Interval({ pairing }: { pairing: PairingView }) {
  const shape = intervalShape(pairing);
  if (!shape) return null;
  const middle = HEIGHT / 2;
  const [low, high, rate] = [shape.low, shape.high, shape.rate].map((share) => share * WIDTH);
  return (
    <svg class={`interval ${shape.verdict}`} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={verdictText(pairing)}>
      <rect class="interval-ground" x={0} y={6} width={WIDTH} height={HEIGHT - 12} rx={3} />
      <rect class="interval-bar" x={0} y={6} width={rate} height={HEIGHT - 12} rx={3} />
      <line class="interval-half" x1={WIDTH / 2} x2={WIDTH / 2} y1={1} y2={HEIGHT - 1} />
      <path class="interval-whisker" d={`M${low} ${middle - 6}V${middle + 6}M${low} ${middle}H${high}M${high} ${middle - 6}V${middle + 6}`} />
    </svg>
  );
}
