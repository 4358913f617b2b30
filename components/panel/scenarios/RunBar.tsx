import type { TargetedMouseEvent } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatNumber } from '#components/i18n/count-text.ts';
import { formatShortDuration } from '#components/i18n/format.ts';
import { messageText } from '#components/i18n/message-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { RepeatField } from '#components/kit/forms/RepeatField.tsx';
import { createRepeatCount } from '#components/kit/forms/repeat-count.ts';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { useApp } from '#components/panel/app/stores.ts';
import { readOnlyReason } from '#components/panel/app/tab-state.ts';
import { messageForStep } from '#core/scenarios/step-labels';
import { i18n } from '#i18n';
import type { StoredScenario } from './scenario-storage';
import { MAX_REPEATS, type ScenarioStore } from './scenario-store';

interface RunBarProps {
  readonly store: ScenarioStore;
  readonly item: StoredScenario;
  readonly onRun: (times: number) => void;
  readonly onReplay: () => void;
}

/** Runs the scenario, once or several times; says how far it is, and how it ended. */
export function RunBar({ store, item, onRun, onReplay }: RunBarProps) {
  const times = useMemo(() => createRepeatCount(MAX_REPEATS), []);
  const busy = store.busy.value;
  const unavailable = readOnlyReason(useApp().tab.value);
  const isRecorded = (item.scenario.recording ?? []).length > 0;
  const run = () => {
    const count = times.read();
    if (count !== null) onRun(count);
  };
  return (
    <div class="run-bar">
      {busy ? (
        <Button icon="stop" onClick={store.stop}>
          {i18n.t('scenarios.stop')}
        </Button>
      ) : (
        <>
          {isRecorded && (
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
            appearance={isRecorded ? 'plain' : 'primary'}
            icon={isRecorded ? 'eye' : 'bolt'}
            {...(isRecorded ? { title: i18n.t('scenarios.expectHint') } : {})}
            disabled={item.scenario.steps.length === 0}
            unavailable={unavailable}
            onClick={run}
          >
            {i18n.t(isRecorded ? 'scenarios.expect' : 'scenarios.run')}
          </Button>
        </>
      )}
      <div class="check">
        <RepeatField count={times} label={i18n.t('scenarios.times')} disabled={busy} />
        <span aria-hidden="true">{i18n.t('scenarios.times')}</span>
      </div>
      <div class="grow clip" role="status">
        <Outcome store={store} item={item} />
      </div>
    </div>
  );
}

function Outcome({ store, item }: Pick<RunBarProps, 'store' | 'item'>) {
  const shown = store.shownRun.value;
  if (shown?.id !== item.id) return <span class="muted">{i18n.t('scenarios.notRun')}</span>;
  const { mode, run, number, times } = shown;
  const running = mode === 'steps' ? item.scenario.steps[run.index] : undefined;
  const step = formatNumber(Math.min(run.index + 1, run.steps.length));
  const ofTimes =
    times > 1 ? ` · ${i18n.t('scenarios.runOf', { n: formatNumber(number), times: formatNumber(times) })}` : '';
  const took = formatShortDuration((run.endedAt ?? run.startedAt) - run.startedAt);
  switch (run.status) {
    case 'running':
      return (
        <StatusLabel icon="waiting" tone="plain">
          {i18n.t('scenarios.runningStep', { step, all: formatNumber(run.steps.length) }) + ofTimes}
          {running && `: ${messageText(messageForStep(running))}`}
        </StatusLabel>
      );
    case 'passed':
      return (
        <StatusLabel icon="valid" tone="ok">
          {i18n.t('scenarios.passed', { took }) + ofTimes}
        </StatusLabel>
      );
    case 'failed':
      return (
        <button type="button" class="link" title={i18n.t('scenarios.showFailure')} onClick={showFailure}>
          <StatusLabel icon="invalid" tone="bad">
            {i18n.t('scenarios.failedAt', { step }) + ofTimes}
          </StatusLabel>
        </button>
      );
    case 'stopped':
      return (
        <StatusLabel icon="notice" tone="warn">
          {i18n.t('scenarios.stoppedAt', { step }) + ofTimes}
        </StatusLabel>
      );
  }
}

/** Focuses the failed step, which scrolls it into view. */
function showFailure({ currentTarget }: TargetedMouseEvent<HTMLButtonElement>): void {
  const steps = currentTarget.closest('.scenario')?.querySelectorAll<HTMLElement>('[data-status="failed"] button');
  [...(steps ?? [])].find((step) => step.matches('[data-step], [data-call]'))?.focus();
}
