// The parts of a setup as switches, with their options.

import type { OptionView, PartView, SetupDescription } from "../messages";
import { description, welcome } from "../store";
import { partTitle } from "./format";
import { proposal, propose, refusal, setups, shownSlot, type Slot } from "./model";
import { groupParts, optionValue, type PartState, partState, withOption, withSwitch } from "./setup";

export function Parts() {
  const slot = shownSlot.value;
  const setup = setups.value[slot] ?? setups.value[0];
  const found = description.value[slot];
  const changes = Object.keys(setup.options ?? {}).length;
  return (
    <section class="parts" aria-label="Parts of the search">
      <div class="row">
        <PresetChoice slot={slot} />
        <LevelChoice slot={slot} />
        {changes > 0 && (
          <button type="button" class="button small" onClick={() => propose(slot, { preset: setup.preset, level: setup.level })}>
            Take back all changes
          </button>
        )}
      </div>
      {refusal.value?.slot === slot && (
        <p class="fault" role="alert" data-testid="refusal">
          {refusal.value.text}
        </p>
      )}
      {found && found.level_options.length > 0 && <LevelOptions found={found} />}
      {found === null && <p class="quiet">The parts are on their way.</p>}
      {found &&
        groupParts(welcome.value?.parts ?? []).map((group) => {
          const states = group.parts.map((part) => partState(part, found));
          const on = states.filter((state) => state.isOn).length;
          return (
            <details key={group.name} class="family" open={on > 0} data-family={group.name}>
              <summary>
                <span class="family-title">{group.title}</span>
                <span class="quiet">
                  {on} of {group.parts.length} on
                </span>
              </summary>
              <p class="quiet">{group.summary}</p>
              <ul>
                {group.parts.map((part, index) => {
                  const state = states[index];
                  return state && <PartLine key={part.name} part={part} state={state} slot={slot} found={found} />;
                })}
              </ul>
            </details>
          );
        })}
    </section>
  );
}

/** The preset of a slot. Another preset begins without changes. */
export function PresetChoice({ slot }: { slot: Slot }) {
  const setup = setups.value[slot] ?? setups.value[0];
  const presets = welcome.value?.presets ?? [];
  return (
    <label class="field">
      <span>Preset</span>
      <select
        data-testid={`preset-${slot}`}
        value={setup.preset ?? "tengen"}
        onChange={(event) => propose(slot, { preset: event.currentTarget.value })}
      >
        {presets.map(({ name, summary }) => (
          <option key={name} value={name} title={summary}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The level of a slot. Only the default preset has levels. */
function LevelChoice({ slot }: { slot: Slot }) {
  const setup = setups.value[slot] ?? setups.value[0];
  if ((setup.preset ?? "tengen") !== "tengen") return null;
  return (
    <label class="field">
      <span>Level</span>
      <select
        data-testid={`level-${slot}`}
        value={setup.level ?? ""}
        onChange={(event) => propose(slot, { ...setup, level: event.currentTarget.value || null })}
      >
        <option value="">Full strength</option>
        {(welcome.value?.levels ?? []).map((level) => (
          <option key={level}>{level}</option>
        ))}
      </select>
    </label>
  );
}

/** What the level of a setup sets. */
function LevelOptions({ found }: { found: SetupDescription }) {
  return (
    <div class="level-options" data-testid="level-options">
      <p class="quiet">The level {found.setup.level} sets these options on this board. In a game it stops after so many simulations; an analysis goes on.</p>
      <dl class="differences">
        {found.level_options.map(({ name, value, is_changed }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="numbers">
              {value}
              {is_changed && " (you have set another value)"}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface LineProps {
  part: PartView;
  state: PartState;
  slot: Slot;
  found: SetupDescription;
}

function PartLine({ part, state, slot, found }: LineProps) {
  const setup = setups.value[slot] ?? setups.value[0];
  const id = `part-${slot}-${part.family}-${part.name}`;
  // The docstring begins with the title: "RAVE: estimate a move ..."
  const [, title, text] = /^([^:]{1,40}): (.*)$/.exec(part.summary) ?? [null, partTitle(part.name), part.summary];
  return (
    <li class={`part ${state.isOn ? "on" : ""}`} data-part={part.name}>
      <input
        type="checkbox"
        role="switch"
        class="switch"
        id={id}
        checked={state.isOn}
        aria-checked={state.isOn}
        disabled={(state.isOn && state.isNeeded) || proposal.value !== null}
        aria-describedby={`${id}-text`}
        onChange={(event) => {
          const wanted = event.currentTarget.checked;
          // The switch shows what the server has accepted, not what was clicked.
          event.currentTarget.checked = state.isOn;
          propose(slot, withSwitch(setup, part, wanted));
        }}
      />
      <div class="part-body">
        <div class="part-head">
          <label for={id}>{title}</label>
          {state.isChanged && <span class="badge">changed</span>}
          {state.isOn && state.isNeeded && <span class="badge quiet">needed by another part</span>}
          {part.page && (
            <a href={part.page} target="_blank" rel="noopener" aria-label={`The page of ${title}`}>
              page
            </a>
          )}
        </div>
        <p id={`${id}-text`} class="quiet">
          {text}
        </p>
        {state.isOn && part.options.length > 0 && (
          <details class="options">
            <summary>
              {part.options.length} option{part.options.length === 1 ? "" : "s"}
            </summary>
            {part.options.map((option) => (
              <OptionField key={option.name} option={option} slot={slot} found={found} />
            ))}
          </details>
        )}
      </div>
    </li>
  );
}

function OptionField({ option, slot, found }: { option: OptionView; slot: Slot; found: SetupDescription }) {
  const setup = setups.value[slot] ?? setups.value[0];
  const { value, isChanged } = optionValue(option, found);
  const label = option.name.split(".").pop() ?? option.name;
  const change = (event: { currentTarget: HTMLInputElement | HTMLSelectElement }) => {
    const wanted = event.currentTarget.value.trim();
    event.currentTarget.value = value;
    propose(slot, withOption(setup, option.name, wanted));
  };
  const id = `option-${slot}-${option.name}`;
  const shared = { id, value, title: option.kind, "aria-describedby": `${id}-text`, onChange: change };
  return (
    <div class={`option ${isChanged ? "changed" : ""}`}>
      <label for={id}>{label.replace(/-/g, " ")}</label>
      {option.choices ? (
        <select {...shared}>
          {option.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input type="text" size={8} {...shared} />
      )}
      {isChanged && (
        <button type="button" class="button small plain" onClick={() => propose(slot, withOption(setup, option.name, null))}>
          Back
        </button>
      )}
      <span id={`${id}-text`} class="quiet">
        {option.description} ({option.kind})
      </span>
    </div>
  );
}
