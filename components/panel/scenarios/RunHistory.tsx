import { formatNumber } from '#components/i18n/count-text.ts';
import { formatClockTime, formatShortDuration } from '#components/i18n/format.ts';
import '#components/i18n/finding-text.ts';
import { messageText } from '#components/i18n/message-text.ts';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { withoutRows } from '#core/scenarios/step-labels';
import { i18n } from '#i18n';
import type { RunBatch, StoredScenario } from './scenario-storage';

/** The results of the last runs, newest first, with the differences between repeated runs. */
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
  const passedCount = runs.filter(({ status }) => status === 'passed').length;
  const hasPassed = passedCount === runs.length;
  const tookMs = runs.reduce((sum, run) => sum + run.tookMs, 0);
  const label = i18n.t('scenarios.passedOf', { passed: formatNumber(passedCount), runs: formatNumber(runs.length) });
  const failures = [...new Set(runs.flatMap(formatFailures))];
  return (
    <>
      <p class="run-line">
        <span class="muted tabular">{formatClockTime(startedAt)}</span>
        <StatusLabel icon={hasPassed ? 'valid' : 'invalid'} isSubtle={hasPassed} tone={hasPassed ? 'success' : 'error'}>
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

function formatFailures({ steps }: RunBatch['runs'][number]): readonly string[] {
  return steps.flatMap(({ status, details }, index) =>
    status === 'failed' ? [`${index + 1}. ${messageText(withoutRows(details))}`] : [],
  );
}
