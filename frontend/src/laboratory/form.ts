// The form of a new match: what it holds, what is wrong with it, and the request that it makes.

import type { Setup, StartMatch } from "../messages";

/** What the person has put in; numbers stay text until the form is sent. */
export interface MatchForm {
  name: string;
  first: Setup;
  opponent: "setup" | "gnugo";
  second: Setup;
  gnugoLevel: string;
  size: string;
  komi: string;
  rules: string;
  games: string;
  limit: "simulations" | "seconds";
  simulations: string;
  seconds: string;
}

export const FIRST_FORM: MatchForm = {
  name: "",
  first: { preset: "tengen" },
  opponent: "setup",
  second: { preset: "pachi" },
  gnugoLevel: "10",
  size: "9",
  komi: "",
  rules: "chinese",
  games: "100",
  limit: "simulations",
  simulations: "1000",
  seconds: "1",
};

/** A field that is wrong, and why. */
export interface FormFault {
  field: keyof MatchForm;
  text: string;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}$/;

function isWhole(text: string, least: number, most: number): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
}

function isNumber(text: string, least: number, most: number): boolean {
  return text.trim() !== "" && Number(text) >= least && Number(text) <= most;
}

/** Returns what is wrong with the form; the server checks it again. */
export function faults(form: MatchForm): FormFault[] {
  const found: FormFault[] = [];
  const check = (isRight: boolean, field: keyof MatchForm, text: string): void => {
    if (!isRight) found.push({ field, text });
  };
  check(NAME.test(matchName(form)), "name", "Use letters, digits, blanks, dots and dashes, at most 60.");
  check(isWhole(form.size, 2, 25), "size", "A board has 2 to 25 lines.");
  check(form.komi.trim() === "" || isNumber(form.komi, -400, 400), "komi", "A number from −400 to 400, or nothing.");
  check(isWhole(form.games, 1, 100_000), "games", "From 1 to 100000 games.");
  if (form.opponent === "gnugo") check(isWhole(form.gnugoLevel, 0, 10), "gnugoLevel", "GNU Go has the levels 0 to 10.");
  if (form.limit === "simulations") {
    check(isWhole(form.simulations, 1, 1_000_000), "simulations", "From 1 to 1000000 simulations.");
  } else {
    check(isNumber(form.seconds, 0.05, 3600), "seconds", "From 0.05 to 3600 seconds.");
  }
  return found;
}

/** Returns the name of the match: the person's, or one made of the players. */
export function matchName(form: MatchForm): string {
  if (form.name.trim() !== "") return form.name.trim();
  const player = (setup: Setup): string => [setup.preset ?? "tengen", setup.level].filter(Boolean).join(" ");
  const second = form.opponent === "gnugo" ? `gnugo ${form.gnugoLevel.trim()}` : player(form.second);
  const name = `${player(form.first)} - ${second} ${form.size.trim()}x${form.size.trim()}`;
  return name.replace(/[^A-Za-z0-9 ._-]/g, "");
}

/** Returns the request of a form without faults. */
export function matchRequest(form: MatchForm): StartMatch {
  return {
    type: "start_match",
    name: matchName(form),
    first: form.first,
    second: form.opponent === "gnugo" ? `gnugo:${Number(form.gnugoLevel)}` : form.second,
    size: Number(form.size),
    komi: form.komi.trim() === "" ? null : Number(form.komi),
    rules: form.rules,
    games: Number(form.games),
    simulations: form.limit === "simulations" ? Number(form.simulations) : null,
    seconds: form.limit === "seconds" ? Number(form.seconds) : null,
  };
}

/** Returns the changed options of a setup, one in each line. */
export function optionLines(setup: Setup): string {
  return Object.entries(setup.options ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");
}

/** Reads lines of the form `name=value`; other lines are left out. */
export function parseOptions(text: string): Record<string, string> {
  const pairs = text
    .split("\n")
    .map((line) => /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(line))
    .flatMap((found) => (found?.[1] && found[2] ? [[found[1], found[2]] as const] : []));
  return Object.fromEntries(pairs);
}
