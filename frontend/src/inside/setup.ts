// Setups of an engine: switching parts and changing options, and what differs between two of them.

import type { OptionView, PartView, Setup, SetupDescription } from "../messages";

/** The name by which a description lists a part. */
export function partKey(part: PartView): string {
  return `${part.family}/${part.name}`;
}

function words(setup: Setup, option: string): string[] {
  return (setup.options?.[option] ?? "").split(",").filter((word) => word !== "");
}

/** Returns the setup with an option set; null takes the change back. */
export function withOption(setup: Setup, name: string, value: string | null): Setup {
  const others = Object.fromEntries(Object.entries(setup.options ?? {}).filter(([key]) => key !== name));
  return { ...setup, options: value === null || value === "" ? others : { ...others, [name]: value } };
}

/**
 * Returns the setup with a part switched on or off. The list of parts is changed by `+name` and `-name`, so the rest of
 * the preset's list stays; switching back takes the change back.
 */
export function withSwitch(setup: Setup, part: PartView, isOn: boolean): Setup {
  const wanted = `${isOn ? "+" : "-"}${part.name}`;
  const opposite = `${isOn ? "-" : "+"}${part.name}`;
  const before = words(setup, part.switch);
  const after = before.includes(opposite)
    ? before.filter((word) => word !== opposite)
    : [...before.filter((word) => word !== wanted), wanted];
  return withOption(setup, part.switch, after.join(","));
}

/** Returns whether two setups are the same. */
export function isSameSetup(a: Setup, b: Setup): boolean {
  const [first, second] = [a, b].map((setup) => ({
    preset: setup.preset ?? "tengen",
    level: setup.level ?? null,
    options: Object.entries(setup.options ?? {}).sort(([x], [y]) => (x < y ? -1 : 1)),
  }));
  return JSON.stringify(first) === JSON.stringify(second);
}

/** Describes a setup in a few words: `pachi, 2 changes`. */
export function setupTitle(setup: Setup): string {
  const changes = Object.entries(setup.options ?? {}).flatMap(([name, value]) =>
    /^[+-]/.test(value) ? value.split(",").map((word) => word.replace(/^-/, "−")) : [`${name.split(".").slice(-2).join(" ")} ${value}`],
  );
  const name = [setup.preset ?? "tengen", setup.level].filter(Boolean).join(" ");
  if (changes.length === 0) return name;
  return changes.length <= 2 ? `${name} ${changes.join(" ")}` : `${name}, ${changes.length} changes`;
}

/** Titles and explanations of the families, in the order in which they are shown. */
export const FAMILIES: readonly { name: string; title: string; summary: string }[] = [
  { name: "terms", title: "Terms of the urgency", summary: "Each adds to the number by which the search compares moves." },
  { name: "priors", title: "Priors", summary: "What the search believes of a move before it has tried it." },
  { name: "parts", title: "Other parts of the search", summary: "What is searched, how results are judged, how leaves go on." },
  { name: "statistics", title: "Statistics", summary: "What the search counts for other parts." },
  { name: "rules", title: "Playout rules", summary: "Asked in this order for the next move of a playout." },
  { name: "filters", title: "Playout filters", summary: "May refuse or replace a move of a playout." },
  { name: "choosers", title: "Playout choosers", summary: "Choose among the suggestions of a rule." },
  { name: "samplers", title: "Playout samplers", summary: "Draw a move by probability." },
];

/** A family with its parts. */
export interface Group {
  name: string;
  title: string;
  summary: string;
  parts: PartView[];
}

/** Returns the parts by family; a family that is not listed above comes last, under its own name. */
export function groupParts(parts: readonly PartView[]): Group[] {
  const known = FAMILIES.map((family) => ({ ...family, parts: parts.filter((part) => part.family === family.name) }));
  const others = [...new Set(parts.map((part) => part.family))]
    .filter((name) => !FAMILIES.some((family) => family.name === name))
    .map((name) => ({ name, title: name, summary: "", parts: parts.filter((part) => part.family === name) }));
  return [...known, ...others].filter((group) => group.parts.length > 0);
}

/** How a part stands in a setup. */
export interface PartState {
  isOn: boolean;
  /** On only because another part needs it, so that it cannot be switched off. */
  isNeeded: boolean;
  /** Switched by the person, against the preset. */
  isChanged: boolean;
}

export function partState(part: PartView, description: SetupDescription | null): PartState {
  if (description === null) return { isOn: false, isNeeded: false, isChanged: false };
  const key = partKey(part);
  return {
    isOn: description.on.includes(key),
    isNeeded: description.needed.includes(key),
    isChanged: words(description.setup, part.switch).some((word) => word.slice(1) === part.name),
  };
}

/** Returns the value of an option in a setup, and whether it differs from the preset's. */
export function optionValue(option: OptionView, description: SetupDescription | null): { value: string; isChanged: boolean } {
  const found = description?.values.find((value) => value.name === option.name);
  return found ? { value: found.value, isChanged: found.is_changed } : { value: option.default, isChanged: false };
}

/** What differs between two described setups. */
export interface SetupDifference {
  onlyFirst: string[];
  onlySecond: string[];
  options: { name: string; first: string; second: string }[];
}

/** Returns the parts that only one of the setups uses, and the options of common parts that have other values. */
export function differenceOf(first: SetupDescription, second: SetupDescription): SetupDifference {
  const values = new Map(second.values.map(({ name, value }) => [name, value]));
  return {
    onlyFirst: first.on.filter((part) => !second.on.includes(part)),
    onlySecond: second.on.filter((part) => !first.on.includes(part)),
    options: first.values.flatMap(({ name, value }) => {
      const other = values.get(name);
      return other === undefined || other === value ? [] : [{ name, first: value, second: other }];
    }),
  };
}
