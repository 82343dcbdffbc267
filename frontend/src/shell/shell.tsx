// The frame of the page: header, views, windows, messages.

import type { ComponentType } from "preact";
import { showView, VIEWS, type View, view } from "../address";
import { Inside } from "../inside/inside";
import { Laboratory } from "../laboratory/laboratory";
import { GamesWindow } from "../play/games";
import { NewGameWindow } from "../play/new_game";
import { Play } from "../play/play";
import { hasSound, type Theme, theme } from "../preferences";
import { DropZone, OpenRecordWindow, RecordPreview } from "../review/open_record";
import { Review } from "../review/review";
import { link } from "../store";
import { playClick } from "../sound";
import { Button } from "./button";
import { QuestionDialog } from "./dialog";
import { Help } from "./help";
import { Icon, type IconName } from "./icons";
import { Announcer, LinkStatus, ProblemStatus, sentence } from "./status";
import { openWindow, type WindowName } from "./windows";

const PANES: Readonly<Record<View, { title: string; icon: IconName; pane: ComponentType }>> = {
  play: { title: "Play", icon: "play", pane: Play },
  review: { title: "Review", icon: "review", pane: Review },
  inside: { title: "Inside", icon: "inside", pane: Inside },
  laboratory: { title: "Laboratory", icon: "laboratory", pane: Laboratory },
};

const WINDOWS: Readonly<Record<WindowName, ComponentType>> = {
  "new-game": NewGameWindow,
  games: GamesWindow,
  "open-record": OpenRecordWindow,
  help: Help,
};

const NEXT_THEME: Readonly<Record<Theme, Theme>> = { auto: "light", light: "dark", dark: "auto" };
const THEME_ICON: Readonly<Record<Theme, IconName>> = { auto: "auto", light: "sun", dark: "moon" };
const THEME_TEXT: Readonly<Record<Theme, string>> = { auto: "Colours: as the system", light: "Colours: light", dark: "Colours: dark" };

export function Shell() {
  const refused = link.value.kind === "refused" ? link.value.text : null;
  const { pane: Pane, title } = PANES[view.value];
  const Window = openWindow.value && WINDOWS[openWindow.value];
  return (
    <div class="shell">
      <Header />
      <LinkStatus />
      <main class={`main ${view.value}`} aria-label={title}>
        {refused === null ? <Pane /> : <Refused text={refused} />}
      </main>
      {Window && <Window />}
      <RecordPreview />
      <QuestionDialog />
      <DropZone />
      <ProblemStatus />
      <Announcer />
    </div>
  );
}

function Header() {
  return (
    <header class="header">
      <h1 class="brand">
        <img src="icon.svg" alt="" width="28" height="28" />
        <span>tengen</span>
      </h1>
      <nav class="tabs" aria-label="Views">
        {VIEWS.map((name) => (
          <button
            key={name}
            type="button"
            class="tab"
            aria-current={view.value === name ? "page" : undefined}
            data-testid={`tab-${name}`}
            onClick={() => showView(name)}
          >
            <Icon name={PANES[name].icon} />
            <span>{PANES[name].title}</span>
          </button>
        ))}
      </nav>
      <div class="header-tools">
        <Button
          text={hasSound.value ? "Sound on" : "Sound off"}
          icon={hasSound.value ? "sound" : "mute"}
          kind="plain"
          isIconOnly
          testId="sound"
          onClick={() => {
            hasSound.value = !hasSound.value;
            if (hasSound.value) playClick();
          }}
        />
        <Button
          text={THEME_TEXT[theme.value]}
          icon={THEME_ICON[theme.value]}
          kind="plain"
          isIconOnly
          testId="theme"
          onClick={() => {
            theme.value = NEXT_THEME[theme.value];
          }}
        />
        <Button
          text="Keys"
          icon="help"
          kind="plain"
          isIconOnly
          shortcut="?"
          testId="help-button"
          onClick={() => {
            openWindow.value = "help";
          }}
        />
      </div>
    </header>
  );
}

/** Shown instead of everything else when the server does not want this page. */
function Refused({ text }: { text: string }) {
  return (
    <section class="refused card" data-testid="refused">
      <h2>tengen does not let this page in</h2>
      <p>{sentence(text)}</p>
      <Button text="Try again" kind="primary" onClick={() => location.reload()} />
    </section>
  );
}
