import type { TargetedMouseEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { formatShortDuration } from '#components/i18n/format.ts';
import { headlineText } from '#components/i18n/headline-text.ts';
import { messageText } from '#components/i18n/message-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import { RepeatField } from '#components/kit/forms/RepeatField.tsx';
import { createRepeatCount } from '#components/kit/forms/repeat-count.ts';
import { useKeptFocus } from '#components/kit/kept-focus.ts';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { useApp, useStore, useStores } from '#components/panel/app/stores.ts';
import { notFiringReason } from '#components/panel/app/tab-state.ts';
import { findKeyAction } from '#components/panel/app/view-keys.ts';
import { showLiveEvent } from '#components/panel/captures/capture-list.ts';
import { NoTarget } from '#components/panel/compose/target/NoTarget.tsx';
import { TargetFrame } from '#components/panel/compose/target/TargetFrame.tsx';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { kindLabel } from '#core/journey/record';
import { messageForStep } from '#core/scenarios/step-labels';
import { i18n } from '#i18n';
import { RecordedCalls } from './RecordedCalls';
import { RunHistory } from './RunHistory';
import { ScenarioHeader } from './ScenarioHeader';
import { RecordButton, ScenarioFromRowsButton, ScenarioList } from './ScenarioList';
import { StepList } from './StepList';
import { scenarioKeys } from './scenario-keys';
import { scenarioRecorderStore } from './scenario-recorder';
import { scenarioRunnerStore } from './scenario-runner';
import { MAX_REPEATS, type StoredScenario } from './scenario-storage';
import { createEmptyScenario, type ScenarioStore, scenarioStore } from './scenario-store';
import '#components/panel/compose/compose.css';
import './scenarios.css';

/** Scenarios: the list, the open one with its steps, its current run, and earlier runs. */
export function ScenariosView() {
  const store = useStore(scenarioStore);
  const root = useKeptFocus<HTMLElement>();
  const item = store.open.value;
  const isRecording = useStore(scenarioRecorderStore).count.value !== null;
  const openPane = item ? <OpenScenario item={item} /> : store.isLoaded.value && <NoScenario />;
  return (
    <main
      class="scenarios"
      aria-busy={!store.isLoaded.value}
      onKeyDown={(event) => handleUndoKey(event, store)}
      ref={root}
    >
      <ScenarioList />
      {isRecording ? <LiveRecording /> : openPane}
    </main>
  );
}

function OpenScenario({ item }: { readonly item: StoredScenario }) {
  const stores = useStores();
  const frames = useStore(liveListStore).get(listFrames);
  const store = useStore(scenarioStore);
  const { run, replay } = useStore(scenarioRunnerStore);
  const target = frames.target.value;
  return (
    <section class="scenario" aria-label={item.scenario.name}>
      <ScenarioHeader item={item} />
      <div class="scenario-body">
        <RecordedCalls key={`calls of ${item.id}`} item={item} onShow={(row) => showLiveEvent(stores, row)} />
        <StepList key={item.id} item={item} />
        <RunHistory item={item} />
      </div>
      <RunBar store={store} item={item} onRun={run} onReplay={replay} />
      <section class="firebar" aria-label={i18n.t('scenarios.target')}>
        {target ? <TargetFrame frames={frames} target={target} /> : <NoTarget />}
      </section>
    </section>
  );
}

function NoScenario() {
  const store = useStore(scenarioStore);
  return (
    <EmptyState
      icon="steps"
      title={i18n.t('scenarios.none')}
      hint={i18n.t('scenarios.emptyHint')}
      actions={
        <>
          <RecordButton big />
          <ScenarioFromRowsButton big />
          <Button big onClick={() => store.add(createEmptyScenario())}>
            {i18n.t('scenarios.create')}
          </Button>
          <Button big onClick={store.addPlaySession}>
            {i18n.t('scenarios.addPlaySession')}
          </Button>
        </>
      }
    >
      {i18n.t('scenarios.emptyText')}
    </EmptyState>
  );
}

/** Handles Ctrl+Z outside of fields, which have their own undo. */
function handleUndoKey(event: KeyboardEvent, { undo }: ScenarioStore) {
  const action = findKeyAction(scenarioKeys, event, { undo });
  if (!action) return;
  event.preventDefault();
  action();
}

/** Limits rendering during long recordings. */
const MAX_LINES = 50;

/** The events of the current recording, the latest first. */
function LiveRecording() {
  const recorded = useStore(scenarioRecorderStore).recorded.value;
  const latest = recorded.slice(-MAX_LINES).reverse();
  return (
    <section class="live-recording" aria-label={i18n.t('scenarios.recordingNow')}>
      <h2>{i18n.t('scenarios.recordingNow')}</h2>
      {latest.length === 0 && <p class="muted">{i18n.t('scenarios.recordingEmpty')}</p>}
      <ol reversed start={recorded.length}>
        {latest.map((record) => (
          <li key={record.row} class="truncate">
            <span class="mono">{kindLabel(record)}</span> <span class="muted">{headlineText(record)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface RunBarProps {
  readonly store: ScenarioStore;
  readonly item: StoredScenario;
  readonly onRun: (times: number) => void;
  readonly onReplay: () => void;
}

/** Runs the scenario once or several times, and shows the progress and the outcome. */
function RunBar({ store, item, onRun, onReplay }: RunBarProps) {
  const times = useMemo(() => createRepeatCount(MAX_REPEATS), []);
  const isBusy = store.isBusy.value;
  const unavailable = notFiringReason(useApp().tab.value);
  const hasRecording = (item.scenario.recording ?? []).length > 0;
  const run = () => {
    const count = times.read();
    if (count !== null) onRun(count);
  };
  return (
    <div class="run-bar">
      {isBusy ? (
        <Button icon="stop" onClick={store.stop}>
          {i18n.t('scenarios.stop')}
        </Button>
      ) : (
        <>
          {hasRecording && (
            <Button
              appearance="primary"
              icon="bolt"
              title={i18n.t('scenarios.replayHint')}
              unavailable={unavailable}
              onClick={onReplay}
            >
              {i18n.t('scenarios.replay')}
            </Button>
          )}
          <Button
            appearance={hasRecording ? 'plain' : 'primary'}
            icon={hasRecording ? 'eye' : 'bolt'}
            {...(hasRecording ? { title: i18n.t('scenarios.expectHint') } : {})}
            disabled={item.scenario.steps.length === 0}
            unavailable={unavailable}
            onClick={run}
          >
            {i18n.t(hasRecording ? 'scenarios.expect' : 'scenarios.run')}
          </Button>
        </>
      )}
      <div class="check">
        <RepeatField count={times} label={i18n.t('scenarios.times')} disabled={isBusy} />
        <span aria-hidden="true">{i18n.t('scenarios.times')}</span>
      </div>
      <div class="grow truncate" role="status">
        <Outcome store={store} item={item} />
      </div>
    </div>
  );
}

function Outcome({ store, item }: Pick<RunBarProps, 'store' | 'item'>) {
  const shownRun = store.shownRun.value;
  if (shownRun?.id !== item.id) return <span class="muted">{i18n.t('scenarios.notRun')}</span>;
  const { mode, steps, run, number, times } = shownRun;
  const runningStep = mode === 'steps' ? steps[run.index] : undefined;
  const step = formatNumber(Math.min(run.index + 1, run.steps.length));
  const runLabel = times > 1 && (
    <span class="muted">{i18n.t('scenarios.runOf', { n: formatNumber(number), times: formatNumber(times) })}</span>
  );
  const took = formatShortDuration((run.endedAt ?? run.startedAt) - run.startedAt);
  switch (run.status) {
    case 'running':
      return (
        <>
          <StatusLabel icon="waiting" tone="inherit">
            {i18n.t('scenarios.runningStep', { step, all: formatNumber(run.steps.length) })}
          </StatusLabel>{' '}
          {runLabel} {runningStep && <span>{messageText(messageForStep(runningStep))}</span>}
        </>
      );
    case 'passed':
      return (
        <>
          <StatusLabel icon="valid" tone="success">
            {i18n.t('scenarios.passed', { took })}
          </StatusLabel>{' '}
          {runLabel}
        </>
      );
    case 'failed':
      return (
        <>
          <button type="button" class="link" title={i18n.t('scenarios.showFailure')} onClick={showFailure}>
            <StatusLabel icon="invalid" tone="error">
              {i18n.t('scenarios.failedAt', { step })}
            </StatusLabel>
          </button>{' '}
          {runLabel}
        </>
      );
    case 'stopped':
      return (
        <>
          <StatusLabel icon="notice" tone="warning">
            {i18n.t('scenarios.stoppedAt', { step })}
          </StatusLabel>{' '}
          {runLabel}
        </>
      );
  }
}

/** Focuses the failed step, so that the browser scrolls it into view. */
function showFailure({ currentTarget }: TargetedMouseEvent<HTMLButtonElement>): void {
  const steps = currentTarget.closest('.scenario')?.querySelectorAll<HTMLElement>('[data-status="failed"] button');
  [...(steps ?? [])].find((step) => step.matches('[data-step], [data-call]'))?.focus();
}
