import { useSignal } from '@preact/signals';
import type { TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from '#components/kit/Icon.tsx';
import { useStore, useStores } from '#components/panel/app/stores.ts';
import { findKeyAction } from '#components/panel/app/view-keys.ts';
import { showLiveEvent } from '#components/panel/captures/capture-list.ts';
import { addStep, createStep, moveStep } from '#core/scenarios/edit-steps';
import { MAX_STEPS, type Step, type StepType, stepTypes } from '#core/scenarios/scenario';
import { i18n } from '#i18n';
import { StepRow } from './StepRow';
import { stepKeys } from './scenario-keys';
import type { StoredScenario } from './scenario-storage';
import { scenarioStore, stepStates } from './scenario-store';

/**
 * The steps in order, each with its state in the shown run.
 * Arrow keys move the focus, Alt with arrow keys moves a step.
 */
export function StepList({ item }: { readonly item: StoredScenario }) {
  const stores = useStores();
  const store = useStore(scenarioStore);
  const focusedIndex = useSignal(0);
  const editedIndex = useSignal<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const { steps } = item.scenario;
  const states = stepStates(store.shownRun.value, { id: item.id, mode: 'steps' }, steps);

  const change = (edit: (steps: readonly Step[]) => readonly Step[]) =>
    store.change((scenario) => ({ ...scenario, steps: [...edit(scenario.steps)] }));
  const focus = (index: number) => {
    focusedIndex.value = Math.max(0, Math.min(steps.length - 1, index));
    list.current?.querySelectorAll<HTMLElement>('[data-step]')[focusedIndex.value]?.focus();
  };
  const move = (index: number, by: number) => {
    if (!steps[index + by]) return;
    editedIndex.value = null;
    change((all) => moveStep(all, index, by));
    focus(index + by);
  };
  const remove = (index: number) => {
    editedIndex.value = null;
    change((all) => all.toSpliced(index, 1));
    // The last row is unmounted, because rows have index keys. The focused row then shows the next step.
    focus(Math.min(index, steps.length - 2));
  };
  const toggle = (index: number) => {
    editedIndex.value = editedIndex.value === index ? null : index;
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (!(event.target instanceof HTMLElement) || !event.target.hasAttribute('data-step')) return;
    const target = { index: focusedIndex.value, count: steps.length, focus, move, remove };
    const action = findKeyAction(stepKeys, event, target);
    if (!action) return;
    event.preventDefault();
    action();
  };
  return (
    <>
      <ol class="step-list" aria-label={i18n.t('scenarios.steps')} ref={list} onKeyDown={onKeyDown}>
        {steps.map((step, index) => (
          <StepRow
            key={String(index)}
            step={step}
            number={index + 1}
            state={states[index] ?? null}
            isTabStop={index === Math.min(focusedIndex.value, steps.length - 1)}
            isEditing={editedIndex.value === index}
            onFocus={() => {
              focusedIndex.value = index;
            }}
            onToggle={() => toggle(index)}
            onChange={(next) => change((all) => all.with(index, next))}
            onMove={(by) => move(index, by)}
            onRemove={() => remove(index)}
            onShow={(row) => showLiveEvent(stores, row)}
          />
        ))}
      </ol>
      {steps.length === 0 && <p class="muted no-steps">{i18n.t('scenarios.noSteps')}</p>}
      <AddStep
        disabled={steps.length >= MAX_STEPS}
        onAdd={(type) => {
          change((all) => addStep(all, createStep(type)));
          focusedIndex.value = steps.length;
          editedIndex.value = steps.length;
        }}
      />
    </>
  );
}

/** Locale keys contain no dashes. */
const stepTypeKeys = {
  fire: 'fire',
  'wait-for': 'waitFor',
  wait: 'wait',
  'expect-kind': 'expectKind',
  'expect-field': 'expectField',
  'expect-no-invalid': 'expectNoInvalid',
  'expect-count': 'expectCount',
} as const satisfies Readonly<Record<StepType, string>>;

interface AddStepProps {
  readonly disabled: boolean;
  readonly onAdd: (type: StepType) => void;
}

function AddStep({ disabled, onAdd }: AddStepProps) {
  return (
    <label class="select add-step">
      <Icon name="plus" size={13} />
      <select
        aria-label={i18n.t('scenarios.addStep')}
        value=""
        disabled={disabled}
        onChange={({ currentTarget }) => {
          const type = stepTypes.find((name) => name === currentTarget.value);
          currentTarget.value = '';
          if (type) onAdd(type);
        }}
      >
        <option value="">{i18n.t('scenarios.addStep')}</option>
        {stepTypes.map((type) => (
          <option key={type} value={type}>
            {i18n.t(`scenarios.stepTypes.${stepTypeKeys[type]}`)}
          </option>
        ))}
      </select>
      <Icon name="down" size={13} />
    </label>
  );
}
