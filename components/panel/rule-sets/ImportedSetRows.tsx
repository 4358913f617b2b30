import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { Button } from '#components/kit/Button.tsx';
import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useStore, useStores } from '#components/panel/app/stores.ts';
import { panelSchemasStore } from '#components/panel/event-list/judging/panel-schemas-store.ts';
import type { RuleSetId } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import type { SchemaSetContents } from '#panel/schemas/loaded-schema-sets';
import type { ListedSchemaSet } from '#panel/schemas/panel-schemas';
import { SCHEMA_SET_ATTRIBUTE } from './dropped-schemas';
import { ImportedSetDetails } from './ImportedSetDetails';
import { limitText, targetsText } from './imported-set-text';
import { EMPTY_TALLY, type RuleSetTally } from './rule-set-tally';
import { SchemaProblems } from './SchemaProblems';
import { showSetFailure } from './staged-schemas';
import { TallyCells } from './TallyCells';
import './imported-sets.css';

interface ImportedSetRowsProps {
  readonly tallies: ReadonlyMap<RuleSetId, RuleSetTally>;
}

/** The rows of a team's own schemas. */
export function ImportedSetRows({ tallies }: ImportedSetRowsProps) {
  const { list } = useStore(panelSchemasStore);
  return (
    <>
      {list.value.map((set) => (
        <ImportedSetRow key={set.id} set={set} tally={tallies.get(`schema:${set.name}`) ?? EMPTY_TALLY} />
      ))}
    </>
  );
}

interface ImportedSetRowProps {
  readonly set: ListedSchemaSet;
  readonly tally: RuleSetTally;
}

function ImportedSetRow({ set, tally }: ImportedSetRowProps) {
  const stores = useStores();
  const sets = useStore(panelSchemasStore);
  const isOpen = useSignal(false);
  const { id, name, isOn, contents } = set;
  const setOn = async (shouldBeOn: boolean) => {
    const result = await sets.change(id, { isOn: shouldBeOn });
    if (!result.ok) showSetFailure(stores, result.failure);
  };
  const toggle = () => {
    isOpen.value = !isOpen.value;
    if (isOpen.value) void sets.loadContents(id);
  };
  return (
    <>
      <tr {...{ [SCHEMA_SET_ATTRIBUTE]: id }} class="imported-set">
        <th scope="row">
          <div class="switches">
            <span class={`set-color ${set.color}`} />
            <CheckBox checked={isOn} onChange={(checked) => void setOn(checked)}>
              {name}
            </CheckBox>
            <button
              type="button"
              class="link"
              aria-expanded={isOpen.value}
              title={i18n.t('schemas.set.detailsOf', { name })}
              onClick={toggle}
            >
              {i18n.t('schemas.set.details')}
              <Icon name={isOpen.value ? 'up' : 'down'} size={13} />
            </button>
          </div>
          <small class="muted">
            {contents === null ? `schema:${name}` : targetsText(contents.active.schemas)} {limitText(set.limit)}
          </small>
          {contents !== null && <SetStatus set={set} contents={contents} />}
        </th>
        {!isOn && (
          <td colSpan={4} class="muted">
            {i18n.t('ruleSets.off')}
          </td>
        )}
        {isOn && contents !== null && contents.active.ruleSet === null && <td colSpan={4} />}
        {isOn && contents === null && <td colSpan={4} aria-busy="true" />}
        {isOn && contents?.active.ruleSet && <TallyCells id={`schema:${name}`} tally={tally} />}
      </tr>
      {isOn && rejectsAll(tally) && (
        <NoteRow>
          {i18n.t('schemas.set.noneValid', { name })}
          <Button onClick={() => void setOn(false)}>{i18n.t('schemas.set.turnOff')}</Button>
        </NoteRow>
      )}
      {isOpen.value && (
        <tr class="imported-set-details">
          <td colSpan={5}>
            <ImportedSetDetails set={set} />
          </td>
        </tr>
      )}
    </>
  );
}

/** A note appears if the set rejects all events, and has checked at least this many. */
const MIN_REJECTED = 5;

function rejectsAll({ checked, withErrors }: RuleSetTally): boolean {
  return checked >= MIN_REJECTED && withErrors === checked;
}

function NoteRow({ children }: { readonly children: ComponentChildren }) {
  return (
    <tr class="imported-set-note">
      <td colSpan={5}>
        <p role="status">
          <Icon name="notice" size={13} tone="warning" />
          {children}
        </p>
      </td>
    </tr>
  );
}

interface SetStatusProps {
  readonly set: ListedSchemaSet;
  readonly contents: SchemaSetContents;
}

/** Reports which parts of a set cannot be used, with actions. */
function SetStatus({ set: { id, name }, contents: { active, newer } }: SetStatusProps) {
  const stores = useStores();
  const sets = useStore(panelSchemasStore);
  const settle = async (decision: 'use' | 'drop') => {
    const result = await sets.settleNewer(id, decision);
    if (!result.ok) showSetFailure(stores, result.failure);
  };
  if (newer !== null) {
    return (
      <div class="set-state">
        <SchemaProblems problems={newer.problems} isFirstOnly />
        <p class="muted">{i18n.t('schemas.set.newerKept')}</p>
        <div class="set-actions">
          {newer.ruleSet !== null && (
            <Button title={i18n.t('schemas.set.useRestHint', { name })} onClick={() => void settle('use')}>
              {i18n.t('schemas.set.useRest')}
            </Button>
          )}
          <Button onClick={() => void settle('drop')}>{i18n.t('schemas.set.discard')}</Button>
        </div>
      </div>
    );
  }
  const hasProblem = active.problems.some(({ severity }) => severity !== 'notice');
  return hasProblem ? (
    <div class="set-state">
      <SchemaProblems problems={active.problems} isFirstOnly />
    </div>
  ) : null;
}
