// The urgency of a move as a sum, beside another one: "the number that decides".

import type { Candidate, PartView } from "../messages";
import { welcome } from "../store";
import { decimal, signed } from "./format";
import { addendTitle, type Bar, capital, commonRange, explain, pairAddends, place, type Range, runnerUp, type Waterfall, waterfall } from "./urgency";
import { chosen, main } from "./model";

/** The chosen move and its runner-up in the shown search. */
export function ChosenSum() {
  const first = chosen.value;
  const second = first && runnerUp(main.value?.moves ?? [], first.move);
  if (!first) return null;
  return (
    <section class="card sum" aria-label={`Urgency of ${first.move}`}>
      <h2>Why {first.move}?</h2>
      <p class="quiet">
        The next simulation goes to the move with the largest urgency. Each part of the recipe adds to that number or takes from it; the sum
        decides.
      </p>
      <Sums first={first} second={second} firstTitle={first.move} secondTitle={second?.move ?? ""} />
      {second && <p class="explanation">{explain(first, second)}</p>}
    </section>
  );
}

interface Props {
  first: Candidate | null;
  second: Candidate | null;
  firstTitle: string;
  secondTitle: string;
}

/** Two sums beside each other, part by part. */
export function Sums({ first, second, firstTitle, secondTitle }: Props) {
  const falls = [first, second].map((move) => move && waterfall(move));
  const [firstFall, secondFall] = falls;
  if (!firstFall && !secondFall) return <p class="quiet">The search gives no urgency for this move.</p>;
  const range = commonRange(falls.filter((fall): fall is Waterfall => Boolean(fall)));
  const pairs = pairAddends(first?.addends ?? [], second?.addends ?? []);
  const barOf = (fall: Waterfall | null | undefined, part: string) => fall?.bars.find((bar) => bar.part === part) ?? null;
  return (
    <div class="table-frame">
      <table class="sums" data-testid="sums">
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">{firstTitle}</th>
            {secondFall && <th scope="col">{secondTitle}</th>}
          </tr>
        </thead>
        <tbody>
          {pairs.map(({ part }) => (
            <tr key={part} data-part={part} class={secondFall && (!barOf(firstFall, part) || !barOf(secondFall, part)) ? "differs" : ""}>
              <th scope="row">
                <PartName part={part} />
              </th>
              <Lane bar={barOf(firstFall, part)} range={range} />
              {secondFall && <Lane bar={barOf(secondFall, part)} range={range} />}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Urgency</th>
            <Total fall={firstFall ?? null} range={range} />
            {secondFall && <Total fall={secondFall} range={range} />}
          </tr>
        </tfoot>
      </table>
      {range.low > 0 && <p class="footnote">The bars begin at {decimal(range.low, 2)}, so that small addends can be seen.</p>}
    </div>
  );
}

/** The name of an addend, linked to the page of its technique. */
function PartName({ part }: { part: string }) {
  const found: PartView | undefined = welcome.value?.parts.find((view) => view.name === part || `${view.family}/${view.name}` === part);
  const title = capital(addendTitle(part));
  if (!found?.page) return <span title={found?.summary}>{title}</span>;
  return (
    <a href={found.page} target="_blank" rel="noopener" title={found.summary}>
      {title}
    </a>
  );
}

function Lane({ bar, range }: { bar: Bar | null; range: Range }) {
  if (!bar) {
    return (
      <td>
        <span class="lane" />
        <span class="numbers none">not in it</span>
      </td>
    );
  }
  const [from, to] = [place(bar.from, range), place(bar.to, range)];
  const isBase = bar.from === 0;
  return (
    <td>
      <span class="lane" aria-hidden="true">
        <span
          class={`sum-bar ${isBase ? "base" : bar.value < 0 ? "minus" : "plus"}`}
          style={{ left: `${100 * Math.min(from, to)}%`, width: `${Math.max(0.8, 100 * Math.abs(to - from))}%` }}
        />
        <span class="level" style={{ left: `${100 * to}%` }} />
      </span>
      <span class="numbers">{isBase ? decimal(bar.written) : signed(bar.written)}</span>
    </td>
  );
}

function Total({ fall, range }: { fall: Waterfall | null; range: Range }) {
  if (!fall) return <td class="numbers none">–</td>;
  return (
    <td>
      <span class="lane" aria-hidden="true">
        <span class="sum-bar total" style={{ left: "0%", width: `${100 * place(fall.total, range)}%` }} />
      </span>
      <b class="numbers" data-testid="urgency">
        {decimal(fall.total)}
      </b>
    </td>
  );
}
