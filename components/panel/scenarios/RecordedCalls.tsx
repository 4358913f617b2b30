import type { TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { findKeyAction } from '#components/panel/app/view-keys.ts';
import { formatCall, groupCalls, type PageOfCalls, toReplay } from '#core/scenarios/replay';
import type { StepState } from '#core/scenarios/run-state';
import type { RecordedCall } from '#core/scenarios/scenario';
import { i18n } from '#i18n';
import { StepForm } from './StepForm';
import { StepIcon, StepMessage } from './StepRow';
import { stepKeys } from './scenario-keys';
import type { StoredScenario } from './scenario-storage';
import { type ShownRun, scenarioStore, stepStates } from './scenario-store';

/**
 * The recorded calls in order, grouped by page, each with its state in the replay.
 * Consecutive calls of one kind are collapsed. Arrow keys move the focus, Enter edits a call, Delete removes it.
 */
export function RecordedCalls({ item, onShow }: RecordedCallsProps) {
  const store = useStore(scenarioStore);
  const list = useRef<HTMLElement>(null);
  const [editedIndex, setEditedIndex] = useState<number | null>(null);
  /** The line of the removed call, until the focus has moved to the next line. */
  const removedLine = useRef<number | null>(null);
  const calls = item.scenario.recording ?? [];
  useLayoutEffect(() => {
    if (removedLine.current === null) return;
    const lines = findLines(list.current);
    lines[Math.min(removedLine.current, lines.length - 1)]?.focus();
    removedLine.current = null;
  }, [calls]);
  if (calls.length === 0) return null;
  const states = replayStates(calls, store.shownRun.value, item.id);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const lines = findLines(list.current);
    const line = event.target instanceof HTMLElement ? lines.indexOf(event.target) : -1;
    const focus = (index: number) => lines[index]?.focus();
    const remove = (index: number) => {
      setEditedIndex(null);
      const removedCall = Number(lines[index]?.dataset.call);
      store.change((scenario) => ({
        ...scenario,
        recording: scenario.recording?.filter((_, call) => call !== removedCall),
      }));
      removedLine.current = index;
    };
    const target = { index: line, count: lines.length, focus, remove };
    const action = line < 0 ? null : findKeyAction(stepKeys, event, target);
    if (!action) return;
    event.preventDefault();
    action();
  };
  const closeEditor = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || event.defaultPrevented || editedIndex === null) return;
    // An unhandled Esc opens the drawer of DevTools.
    event.preventDefault();
    list.current?.querySelector<HTMLElement>(`[data-call="${editedIndex}"]`)?.focus();
    setEditedIndex(null);
  };
  const editing: CallEditing = {
    editedIndex,
    onToggle: (index) => setEditedIndex(index === editedIndex ? null : index),
    onChange: (index, call) =>
      store.change((scenario) => ({
        ...scenario,
        recording: scenario.recording?.map((other, at) => (at === index ? { ...other, ...call } : other)),
      })),
  };
  return (
    <section
      class="recorded"
      aria-label={i18n.t('scenarios.recorded')}
      ref={list}
      onKeyDown={(event) => {
        onKeyDown(event);
        closeEditor(event);
      }}
    >
      <h2>{i18n.t('scenarios.recorded')}</h2>
      {groupCalls(calls).map((group, index) => (
        <PageGroup key={String(index)} group={group} states={states} editing={editing} onShow={onShow} />
      ))}
    </section>
  );
}

interface RecordedCallsProps {
  readonly item: StoredScenario;
  readonly onShow: (row: number) => void;
}

interface CallEditing {
  /** The call whose form is open, or null. */
  readonly editedIndex: number | null;
  readonly onToggle: (index: number) => void;
  readonly onChange: (index: number, call: Pick<RecordedCall, 'kind' | 'args'>) => void;
}

type CallStates = readonly (StepState | null)[];

/** Returns the state of each call in the shown replay, or null without a replay. */
function replayStates(calls: readonly RecordedCall[], shownRun: ShownRun | null, id: string): CallStates {
  const { stepOfCall, scenario } = toReplay('', calls);
  const states = stepStates(shownRun, { id, mode: 'replay' }, scenario.steps);
  return stepOfCall.map((step) => states[step] ?? null);
}

interface PageGroupProps {
  readonly group: PageOfCalls;
  readonly states: CallStates;
  readonly editing: CallEditing;
  readonly onShow: (row: number) => void;
}

function PageGroup({ group, states, editing, onShow }: PageGroupProps) {
  return (
    <>
      <h3 class="muted truncate">{group.page}</h3>
      {group.runs.map((run) => {
        const lines = run.map(({ call, index }) => (
          <CallLine
            key={String(index)}
            call={call}
            index={index}
            state={states[index] ?? null}
            editing={editing}
            onShow={onShow}
          />
        ));
        const [first, ...others] = run;
        if (!first || others.length === 0) return lines;
        const isActive = run.some(
          ({ index }) =>
            index === editing.editedIndex || ['running', 'failed', 'stopped'].includes(states[index]?.status ?? ''),
        );
        return (
          <details key={String(first.index)} class="call-run" open={isActive}>
            <summary class="truncate">
              {i18n.t('scenarios.runOfKind', { kind: first.call.kind.toUpperCase(), n: formatNumber(run.length) })}{' '}
              <span class="muted">{run.map(({ call }) => formatWithoutKind(call)).join(', ')}</span>
            </summary>
            {lines}
          </details>
        );
      })}
    </>
  );
}

function formatWithoutKind(call: RecordedCall): string {
  return formatCall(call).slice(call.kind.length + 1);
}

interface CallLineProps {
  readonly call: RecordedCall;
  readonly index: number;
  readonly state: StepState | null;
  readonly editing: CallEditing;
  readonly onShow: (row: number) => void;
}

function CallLine({ call, index, state, editing, onShow }: CallLineProps) {
  const isEdited = index === editing.editedIndex;
  const { undoCount } = useStore(scenarioStore);
  const { kind, args } = call;
  return (
    <div class="step" data-status={state?.status ?? 'ahead'}>
      <div class="step-line">
        <StepIcon state={state} />
        <button
          type="button"
          class="step-words inset truncate"
          data-call={index}
          aria-expanded={isEdited}
          title={i18n.t('scenarios.callKeys')}
          onClick={() => editing.onToggle(index)}
        >
          {formatCall(call)}
        </button>
      </div>
      <StepMessage state={state} onShow={onShow} />
      {isEdited && (
        // A call has the fields of a step that fires, and is validated like one.
        <StepForm
          key={undoCount.value}
          step={{ type: 'fire', kind, args }}
          onChange={(step) => step.type === 'fire' && editing.onChange(index, { kind: step.kind, args: step.args })}
        />
      )}
    </div>
  );
}

/** Returns the visible lines of calls, without the lines of a collapsed run. */
function findLines(list: HTMLElement | null): readonly HTMLElement[] {
  const lines = list?.querySelectorAll<HTMLElement>('[data-call]') ?? [];
  return [...lines].filter((line) => line.checkVisibility?.() ?? true);
}
