// The form that starts a match.

import type { ComponentChildren } from "preact";
import type { Setup } from "../messages";
import { welcome } from "../store";
import { faults, type MatchForm, matchName, optionLines, parseOptions } from "./form";
import { form, hasTried, startMatch } from "./model";

function change(changes: Partial<MatchForm>): void {
  form.value = { ...form.value, ...changes };
}

export function MatchFormPane() {
  const shown = form.value;
  const found = hasTried.value ? faults(shown) : [];
  const faultOf = (field: keyof MatchForm) => found.find((fault) => fault.field === field)?.text ?? null;
  return (
    <form
      class="card match-form"
      aria-label="New match"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        startMatch();
      }}
    >
      <h2>New match</h2>
      <p class="quiet">Two players meet in many games, with colours changed after each. The match is kept: it can be stopped, and gone on with later.</p>
      <div class="players-form">
        <fieldset>
          <legend>First player</legend>
          <SetupFields setup={shown.first} name="first" onChange={(first) => change({ first })} />
        </fieldset>
        <fieldset>
          <legend>Second player</legend>
          <label class="field">
            <span>Kind</span>
            <select value={shown.opponent} onChange={(event) => change({ opponent: event.currentTarget.value === "gnugo" ? "gnugo" : "setup" })}>
              <option value="setup">A setup of tengen</option>
              <option value="gnugo">GNU Go</option>
            </select>
          </label>
          {shown.opponent === "gnugo" ? (
            <Field label="Level of GNU Go" fault={faultOf("gnugoLevel")}>
              {(props) => <input {...props} inputMode="numeric" value={shown.gnugoLevel} onInput={(event) => change({ gnugoLevel: event.currentTarget.value })} />}
            </Field>
          ) : (
            <SetupFields setup={shown.second} name="second" onChange={(second) => change({ second })} />
          )}
        </fieldset>
      </div>
      <div class="match-fields">
        <Field label="Board size" fault={faultOf("size")}>
          {(props) => <input {...props} inputMode="numeric" value={shown.size} onInput={(event) => change({ size: event.currentTarget.value })} />}
        </Field>
        <Field label="Games" fault={faultOf("games")}>
          {(props) => <input {...props} inputMode="numeric" value={shown.games} onInput={(event) => change({ games: event.currentTarget.value })} />}
        </Field>
        <label class="field">
          <span>Limit of each move</span>
          <select value={shown.limit} onChange={(event) => change({ limit: event.currentTarget.value === "seconds" ? "seconds" : "simulations" })}>
            <option value="simulations">Simulations</option>
            <option value="seconds">Seconds</option>
          </select>
        </label>
        {shown.limit === "simulations" ? (
          <Field label="Simulations" fault={faultOf("simulations")}>
            {(props) => <input {...props} inputMode="numeric" value={shown.simulations} onInput={(event) => change({ simulations: event.currentTarget.value })} />}
          </Field>
        ) : (
          <Field label="Seconds" fault={faultOf("seconds")}>
            {(props) => <input {...props} inputMode="decimal" value={shown.seconds} onInput={(event) => change({ seconds: event.currentTarget.value })} />}
          </Field>
        )}
        <label class="field">
          <span>Rules</span>
          <select value={shown.rules} onChange={(event) => change({ rules: event.currentTarget.value })}>
            {(welcome.value?.rules ?? []).map(({ name, summary }) => (
              <option key={name} value={name} title={summary}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <Field label="Komi" fault={faultOf("komi")}>
          {(props) => (
            <input {...props} inputMode="decimal" placeholder="as usual" value={shown.komi} onInput={(event) => change({ komi: event.currentTarget.value })} />
          )}
        </Field>
        <Field label="Name" fault={faultOf("name")}>
          {(props) => <input {...props} placeholder={matchName(shown)} value={shown.name} onInput={(event) => change({ name: event.currentTarget.value })} />}
        </Field>
      </div>
      <button type="submit" class="button primary" data-testid="start-match">
        Start the match
      </button>
    </form>
  );
}

interface FieldProps {
  label: string;
  fault: string | null;
  children: (props: { type: "text"; id: string; "aria-invalid"?: true; "aria-describedby"?: string }) => ComponentChildren;
}

/** A labelled input with what is wrong with it. */
export function Field({ label, fault, children }: FieldProps) {
  const id = `match-${label.toLowerCase().replace(/ /g, "-")}`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ type: "text", id, ...(fault === null ? {} : { "aria-invalid": true, "aria-describedby": `${id}-fault` }) })}
      {fault !== null && (
        <span class="fault" id={`${id}-fault`}>
          {fault}
        </span>
      )}
    </div>
  );
}

/** Preset, level and options of a player. */
function SetupFields({ setup, name, onChange }: { setup: Setup; name: string; onChange: (setup: Setup) => void }) {
  const hasLevels = (setup.preset ?? "tengen") === "tengen";
  return (
    <>
      <label class="field">
        <span>Preset</span>
        <select
          data-testid={`${name}-preset`}
          value={setup.preset ?? "tengen"}
          onChange={(event) => onChange({ ...setup, preset: event.currentTarget.value, level: null })}
        >
          {(welcome.value?.presets ?? []).map(({ name: preset, summary }) => (
            <option key={preset} value={preset} title={summary}>
              {preset}
            </option>
          ))}
        </select>
      </label>
      {hasLevels && (
        <label class="field">
          <span>Level</span>
          <select value={setup.level ?? ""} onChange={(event) => onChange({ ...setup, level: event.currentTarget.value || null })}>
            <option value="">Full strength</option>
            {(welcome.value?.levels ?? []).map((level) => (
              <option key={level}>{level}</option>
            ))}
          </select>
        </label>
      )}
      <OptionLines setup={setup} onChange={onChange} />
    </>
  );
}

/** Changed options, one in each line: `tree.terms=-rave`. */
function OptionLines({ setup, onChange }: { setup: Setup; onChange: (setup: Setup) => void }) {
  const text = optionLines(setup);
  return (
    <details class="options" open={text !== ""}>
      <summary>Options</summary>
      <label class="field">
        <span>One in each line, as on the command line</span>
        <textarea
          rows={3}
          spellcheck={false}
          placeholder={"tree.terms=-rave\ntree.expand-visits=4"}
          value={text}
          onChange={(event) => onChange({ ...setup, options: parseOptions(event.currentTarget.value) })}
        />
      </label>
    </details>
  );
}
