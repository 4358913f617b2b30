import { formatNumber } from '#components/i18n/count-text.ts';
import { formatClockTime, formatShortDuration } from '#components/i18n/format.ts';
import '#components/i18n/finding-text.ts';
import { messageText } from '#components/i18n/message-text.ts';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { withoutRows } from '#core/scenarios/step-labels';
import { i18n } from '#i18n';
import type { RunBatch, StoredScenario } from './scenario-storage';

/** Results of the last runs, newest first, with how repeated runs differ. */
export function RunHistory({ item }: { readonly item: StoredScenario }) {
  if (item.batches.length === 0) return null;
  return (
    <section class="run-history" aria-label={i18n.t('scenarios.history')}>
      <h2>{i18n.t('scenarios.history')}</h2>
      <ol>
        {item.batches.map((batch) => (
          <li key={String(batch.startedAt)}>
            <BatchLine batch={batch} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function BatchLine({ batch }: { readonly batch: RunBatch }) {
  const { runs, differences, startedAt } = batch;
  const passed = runs.filter(({ status }) => status === 'passed').length;
  const tookMs = runs.reduce((sum, run) => sum + run.tookMs, 0);
  const label = i18n.t('scenarios.passedOf', { passed: formatNumber(passed), runs: formatNumber(runs.length) });
  const failures = [...new Set(runs.flatMap(failuresOf))];
  return (
    <>
      <p class="run-line">
        <span class="muted tabular">{formatClockTime(startedAt)}</span>
        <StatusLabel
          icon={passed === runs.length ? 'valid' : 'invalid'}
          isSubtle={passed === runs.length}
          tone={passed === runs.length ? 'success' : 'error'}
        >
          {label}
        </StatusLabel>
        <span class="muted tabular">{formatShortDuration(tookMs)}</span>
        {runs.length > 1 && differences.length === 0 && <span class="muted">{i18n.t('scenarios.noDifference')}</span>}
      </p>
      {failures.map((failure) => (
        <p key={failure} class="error">
          {failure}
        </p>
      ))}
      {differences.map(messageText).map((difference) => (
        <p key={difference}>{difference}</p>
      ))}
    </>
  );
}

function failuresOf({ steps }: RunBatch['runs'][number]): readonly string[] {
  return steps.flatMap(({ status, details }, index) =>
    status === 'failed' ? [`${index + 1}. ${messageText(withoutRows(details))}`] : [],
  );
}
