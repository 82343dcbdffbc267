// The frame of the page: header, views, messages.

import type { ComponentType } from "preact";
import { showView, VIEWS, type View, view } from "../address";
import { Inside } from "../inside/inside";
import { Laboratory } from "../laboratory/laboratory";
import { Play } from "../play/play";
import { Review } from "../review/review";

const PANES: Readonly<Record<View, { title: string; pane: ComponentType }>> = {
  play: { title: "Play", pane: Play },
  review: { title: "Review", pane: Review },
  inside: { title: "Inside", pane: Inside },
  laboratory: { title: "Laboratory", pane: Laboratory },
};

export function Shell() {
  const { pane: Pane, title } = PANES[view.value];
  return (
    <div class="shell">
      <header class="header">
        <nav aria-label="Views">
          {VIEWS.map((name) => (
            <button key={name} type="button" class="tab" aria-current={view.value === name ? "page" : undefined} onClick={() => showView(name)}>
              {PANES[name].title}
            </button>
          ))}
        </nav>
      </header>
      <main class="main" aria-label={title}>
        <Pane />
      </main>
    </div>
  );
}
