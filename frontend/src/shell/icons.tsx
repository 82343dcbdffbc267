// Small pictures on buttons: lines on a grid of 24 by 24.

const PATHS = {
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  first: "M18 5l-7 7 7 7M7 5v14",
  last: "M6 5l7 7-7 7M17 5v14",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 010 12h-3",
  pass: "M5 12h14M13 6l6 6-6 6",
  flag: "M6 21V4M6 4h11l-2.5 4L17 12H6",
  bulb: "M9 18h6M10 21h4M12 3a6 6 0 00-3.6 10.8c.6.5 1 1.2 1.1 2.2h5c.1-1 .5-1.7 1.1-2.2A6 6 0 0012 3z",
  scales: "M12 4v16M8 20h8M5 7h14M5 7l-2.5 6a2.8 2.8 0 005 0zM19 7l-2.5 6a2.8 2.8 0 005 0z",
  plus: "M12 5v14M5 12h14",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  open: "M4 19V6a1 1 0 011-1h5l2 2h7a1 1 0 011 1v2M4 19l3-8h15l-3 8z",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  bin: "M5 7h14M10 4h4M7 7l1 13h8l1-13M10 11v5M14 11v5",
  close: "M6 6l12 12M18 6L6 18",
  sun: "M12 4V2M12 22v-2M4 12H2M22 12h-2M6.3 6.3L4.9 4.9M19.1 19.1l-1.4-1.4M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4M12 8a4 4 0 100 8 4 4 0 000-8z",
  moon: "M20 14.5A8 8 0 019.5 4a8 8 0 1010.5 10.5z",
  auto: "M12 3a9 9 0 100 18 9 9 0 000-18zM12 3v18M12 7l7.5 0M12 12h9M12 17h7.5",
  sound: "M4 10v4h4l5 4V6L8 10zM16.5 9a4 4 0 010 6M19 6.5a8 8 0 010 11",
  mute: "M4 10v4h4l5 4V6L8 10zM17 10l4 4M21 10l-4 4",
  help: "M9 9a3 3 0 115 2.2c-1.2.9-2 1.5-2 2.8M12 18h.01M12 3a9 9 0 100 18 9 9 0 000-18z",
  search: "M10.5 4a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM15.5 15.5L21 21",
  play: "M7 5l12 7-12 7z",
  stop: "M7 7h10v10H7z",
  review: "M4 19V5M4 19h16M7 15l4-5 3 3 5-7",
  inside: "M12 3a2 2 0 100 4 2 2 0 000-4zM6 16a2 2 0 100 4 2 2 0 000-4zM18 16a2 2 0 100 4 2 2 0 000-4zM11.2 6.9l-4.4 9.3M12.8 6.9l4.4 9.3",
  laboratory: "M9 4h6M10 4v6l-5 8a1.5 1.5 0 001.3 2.2h11.4A1.5 1.5 0 0019 18l-5-8V4M8 15h8",
  up: "M12 19V5M6 11l6-6 6 6",
  check: "M5 13l4 4L19 7",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
