// Which window is open over the page.

import { signal } from "@preact/signals";

export type WindowName = "new-game" | "games" | "open-record" | "help";

export const openWindow = signal<WindowName | null>(null);

export function closeWindow(): void {
  openWindow.value = null;
}
