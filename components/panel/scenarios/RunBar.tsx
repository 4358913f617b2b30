import { useMemo } from 'preact/hooks';
import { countText } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { RepeatField } from '#components/kit/RepeatField.tsx';
import { createRepeatCount } from '#components/kit/repeat-count.ts';
import { State } from '#components/kit/StatusLabel.tsx';
import { timeWords } from '#core/scenarios/step-labels';
import { i18n } from '#i18n';
import type { KeptScenario } from './scenario-storage';
import { MAX_REPEATS, type ScenarioBench } from './scenario-store';

interface RunBarProps {
  readonly bench: ScenarioBench;
  readonly item: KeptScenario;
  readonly onRun: (times: number) => void;
}

/** Runs the scenario, once or several times; says how far it is, and how it ended. */
export function RunBar({ bench, item, onRun }: RunBarProps) {
  const times = useMemo(() => createRepeatCount(MAX_REPEATS), []);
  const busy = bench.busy.value;
  const run = () => {
    const count = times.read();
    if (count !== null) onRun(count);
  };
  return (
    <div class="run-bar">
      {busy ? (
        <Button icon="x" onClick={bench.stop}>
          {i18n.t('scenarios.stop')}
        </Button>
      ) : (
        <Button look="primary" icon="bolt" disabled={item.scenario.steps.length === 0} onClick={run}>
          {i18n.t('scenarios.run')}
        </Button>
      )}
      <div class="check">
        <RepeatField count={times} label={i18n.t('scenarios.times')} disabled={busy} />
        <span aria-hidden="true">{i18n.t('scenarios.times')}</span>
      </div>
      <div class="grow clip" role="status">
        <Outcome bench={bench} item={item} />
      </div>
    </div>
  );
}

function Outcome({ bench, item }: Pick<RunBarProps, 'bench' | 'item'>) {
  const shown = bench.shownRun.value;
  if (shown?.id !== item.id) return <span class="muted">{i18n.t('scenarios.notRun')}</span>;
  const { run, number, times } = shown;
  const step = countText(Math.min(run.index + 1, run.steps.length));
  const ofTimes = times > 1 ? ` · ${i18n.t('scenarios.runOf', { n: countText(number), times: countText(times) })}` : '';
  const took = timeWords((run.endedAt ?? run.startedAt) - run.startedAt);
  switch (run.status) {
    case 'running':
      return (
        <State icon="waiting" tone="plain">
          {i18n.t('scenarios.runningStep', { step, all: countText(run.steps.length) }) + ofTimes}
        </State>
      );
    case 'passed':
      return (
        <State icon="valid" tone="ok">
          {i18n.t('scenarios.passed', { took }) + ofTimes}
        </State>
      );
    case 'failed':
      return (
        <State icon="invalid" tone="bad">
          {i18n.t('scenarios.failedAt', { step }) + ofTimes}
        </State>
      );
    case 'stopped':
      return (
        <State icon="notice" tone="warn">
          {i18n.t('scenarios.stoppedAt', { step }) + ofTimes}
        </State>
      );
  }
}
