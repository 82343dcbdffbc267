// The list of keys.

import { Dialog } from "./dialog";
import { KEYS } from "./keys";
import { closeWindow } from "./windows";

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  PageUp: "Page up",
  PageDown: "Page down",
  " ": "Space",
};

export function Help() {
  return (
    <Dialog title="Keys" isWide onClose={closeWindow} testId="help">
      <dl class="keys">
        {KEYS.map((key) => (
          <div key={key.text}>
            <dt>
              {key.keys.map((name) => (
                <kbd key={name}>{NAMES[name] ?? name.toUpperCase()}</kbd>
              ))}
            </dt>
            <dd>{key.text}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">A game record can also be dropped anywhere on the page, or pasted.</p>
    </Dialog>
  );
}
