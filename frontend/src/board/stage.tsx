// The layout that the views with a board share: the board, what is under it, and a column beside it.

import type { ComponentChildren } from "preact";

interface Props {
  /** The board and what belongs close to it. */
  board: ComponentChildren;
  /** What is under the board, as a graph. */
  under?: ComponentChildren;
  /** The column beside the board; below it on a phone. */
  side: ComponentChildren;
}

export function Stage({ board, under, side }: Props) {
  return (
    <div class="stage">
      <div class="stage-main">
        <div class="stage-board">{board}</div>
        {under && <div class="stage-under">{under}</div>}
      </div>
      <div class="stage-side">{side}</div>
    </div>
  );
}
