// The form that asks what to play.

import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useId } from "preact/hooks";
import { showView } from "../address";
import { gameChoices, personName } from "../preferences";
import { Dialog } from "../shell/dialog";
import { PreparationBar } from "../shell/status";
import { closeWindow } from "../shell/windows";
import { send, welcome } from "../store";
import { counted, levelHint, levelInWords } from "../words";
import { type Choices, choicesOf, firstStrength, komiOf, largestHandicap, levelAt, setupOf, SIZES, TIMES, usualKomi } from "./choices";

/** The form in a window, when another game is open. */
export function NewGameWindow() {
  return (
    <Dialog title="New game" onClose={closeWindow} testId="new-game-window">
      <NewGameForm onStart={closeWindow} />
    </Dialog>
  );
}

interface Props {
  onStart?: () => void;
  /** Called with the size that is chosen, for the board beside the form. */
  onSize?: (size: number) => void;
}

export function NewGameForm({ onStart, onSize }: Props) {
  const levels = welcome.value?.levels ?? [];
  const rules = welcome.value?.rules ?? [];
  const draft = useSignal<Choices | null>(null);
  const choices = draft.value ?? startingChoices(levels);
  const change = (changed: Partial<Choices>) => {
    draft.value = { ...choices, ...changed };
  };
  useEffect(() => onSize?.(choices.size), [choices.size]);
  const komi = komiOf(choices);
  const start = () => {
    gameChoices.value = { ...choices, level: levelAt(levels, choices.strength) };
    personName.value = choices.name.trim();
    send({ type: "new_game", setup: setupOf(choices, levels) });
    showView("play");
    onStart?.();
  };
  const isAgainstEngine = choices.human !== "both";
  return (
    <form
      class="new-game"
      data-testid="new-game"
      onSubmit={(event) => {
        event.preventDefault();
        if (komi !== undefined) start();
      }}
    >
      <Choice name="size" legend="Board" value={String(choices.size)} onChoose={(value) => change({ size: Number(value) })}>
        {SIZES.map((size) => ({ value: String(size), text: `${size}×${size}` }))}
      </Choice>
      <Choice name="human" legend="You play" value={choices.human} onChoose={(value) => change({ human: value as Choices["human"] })}>
        {[
          { value: "black", text: <Stone colour="black" text="Black" /> },
          { value: "white", text: <Stone colour="white" text="White" /> },
          { value: "both", text: "Both sides" },
        ]}
      </Choice>
      {isAgainstEngine && <Strength levels={levels} value={choices.strength} onChange={(strength) => change({ strength })} />}
      <details class="more">
        <summary>More: handicap, komi, rules, clock</summary>
        <div class="fields">
          <Field label="Handicap">
            {(id) => (
              <select id={id} value={choices.handicap} data-testid="handicap" onChange={(event) => change({ handicap: Number(event.currentTarget.value) })}>
                {[0, 2, 3, 4, 5, 6, 7, 8, 9]
                  .filter((stones) => stones <= largestHandicap(choices.size))
                  .map((stones) => (
                    <option key={stones} value={stones}>
                      {stones === 0 ? "None" : counted(stones, "stone")}
                    </option>
                  ))}
              </select>
            )}
          </Field>
          <Field label="Komi" problem={komi === undefined ? "A number, as 6.5" : null}>
            {(id) => (
              <input
                id={id}
                inputMode="decimal"
                value={choices.komi}
                placeholder={`usual: ${usualKomi(rules, choices)}`}
                aria-invalid={komi === undefined}
                onInput={(event) => change({ komi: event.currentTarget.value })}
              />
            )}
          </Field>
          <Field label="Rules">
            {(id) => (
              <select id={id} value={choices.rules} onChange={(event) => change({ rules: event.currentTarget.value })}>
                {(rules.length ? rules : [{ name: choices.rules, summary: "" }]).map((one) => (
                  <option key={one.name} value={one.name} title={one.summary}>
                    {rulesName(one.name)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {isAgainstEngine && (
            <Field label="Clock">
              {(id) => (
                <select id={id} value={choices.time} onChange={(event) => change({ time: event.currentTarget.value })}>
                  {TIMES.map((time) => (
                    <option key={time.value} value={time.value}>
                      {time.text}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <Field label="Your name">
            {(id) => <input id={id} maxLength={60} value={choices.name} autocomplete="off" onInput={(event) => change({ name: event.currentTarget.value })} />}
          </Field>
        </div>
      </details>
      <button type="submit" class="button primary large" disabled={komi === undefined || welcome.value === null} data-testid="start-game">
        Start the game
      </button>
      <PreparationBar size={choices.size} />
    </form>
  );
}

/** Returns the choices of the last game, or those of a newcomer. */
function startingChoices(levels: readonly string[]): Choices {
  const last = gameChoices.peek();
  const name = personName.peek();
  if (!last) return choicesOf(welcome.peek()?.new_game ?? {}, levels, name);
  const index = last.level === null ? levels.length : levels.indexOf(last.level);
  return { ...last, strength: index < 0 ? firstStrength(levels) : index, name };
}

interface Option {
  value: string;
  text: ComponentChildren;
}

/** A few choices side by side. */
function Choice(props: { name: string; legend: string; value: string; onChoose: (value: string) => void; children: Option[] }) {
  const id = useId();
  return (
    <fieldset class="choice">
      <legend>{props.legend}</legend>
      <div class="segments">
        {props.children.map((option) => (
          <label key={option.value} data-testid={`${props.name}-${option.value}`}>
            <input type="radio" name={id} value={option.value} checked={option.value === props.value} onChange={() => props.onChoose(option.value)} />
            <span>{option.text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Stone({ colour, text }: { colour: "black" | "white"; text?: string }) {
  return (
    <>
      <i class={`stone ${colour}`} aria-hidden="true" />
      {text}
    </>
  );
}

function Strength({ levels, value, onChange }: { levels: readonly string[]; value: number; onChange: (value: number) => void }) {
  const id = useId();
  const level = levelAt(levels, value);
  const text = level === null ? "Full strength" : levelInWords(level);
  return (
    <div class="strength">
      <div class="row between">
        <label for={id}>Strength</label>
        <output for={id}>{text}</output>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={levels.length}
        step={1}
        value={value}
        aria-valuetext={text}
        data-testid="strength"
        onInput={(event) => onChange(Number(event.currentTarget.value))}
      />
      <p class="quiet">{levelHint(level)}</p>
    </div>
  );
}

function Field({ label, problem, children }: { label: string; problem?: string | null; children: (id: string) => ComponentChildren }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children(id)}
      {problem && <span class="field-problem">{problem}</span>}
    </div>
  );
}

const ABBREVIATIONS = ["aga", "cgos", "bga"];

/** Returns the name of rules as people write it: "Tromp Taylor", "AGA". */
function rulesName(name: string): string {
  const words = name.split(/[-_]/).map((word) => (ABBREVIATIONS.includes(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)));
  return words.join(" ");
}
