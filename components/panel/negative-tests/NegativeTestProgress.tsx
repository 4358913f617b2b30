import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { NegativeTest } from '#core/negative-tests/negative-test';
import type { OutcomeComparison } from '#core/negative-tests/outcomes';
import { i18n } from '#i18n';
import { hasFailed } from './negative-test-order';
import type { NegativeTestRunner } from './negative-test-runner';

interface NegativeTestProgressProps {
  readonly runner: NegativeTestRunner;
  readonly negativeTests: readonly NegativeTest[];
}

/**
 * Progress of the firing, then the number of expected outcomes.
 * Always rendered, so that its content does not move the layout.
 */
export function NegativeTestProgress({ runner, negativeTests }: NegativeTestProgressProps) {
  const progress = runner.progress.value;
  if (progress) {
    return (
      <div class="response-line">
        <StatusLabel icon="bolt" tone="inherit">
          {i18n.t('negativeTests.firing', { n: formatNumber(progress.done + 1), all: formatNumber(progress.total) })}
        </StatusLabel>
        <progress aria-label={i18n.t('negativeTests.fired')} max={progress.total} value={progress.done} />
        <Button onClick={runner.stop}>{i18n.t('negativeTests.stop')}</Button>
      </div>
    );
  }
  return (
    <div class="response-line" role="status">
      <Tally runner={runner} negativeTests={negativeTests} />
    </div>
  );
}

const PASSED = { icon: 'valid', tone: 'success' } as const;
const FAILED = { icon: 'invalid', tone: 'error' } as const;
/** No test could be checked. */
const UNCHECKED = { icon: 'notice', tone: 'inherit' } as const;

function Tally({ runner, negativeTests }: NegativeTestProgressProps) {
  const states = negativeTests.map(runner.stateOf);
  const seenStates = states.flatMap((state) => (state.status === 'seen' ? [state] : []));
  const notSeenCount = states.filter(({ status }) => status === 'not-seen').length;
  if (seenStates.length + notSeenCount === 0) {
    return <span class="muted">{i18n.t('negativeTests.intro')}</span>;
  }
  const countOf = (status: OutcomeComparison['status']) =>
    seenStates.filter(({ comparison }) => comparison.status === status).length;
  const agreedCount = countOf('as-predicted');
  const fixedCount = countOf('fixed-by-sdk');
  const notCheckableCount = countOf('not-checkable');
  const ruleOffCount = seenStates.filter(
    ({ comparison }) => 'reason' in comparison && comparison.reason === 'rule-off',
  ).length;
  const droppedCount = notCheckableCount - ruleOffCount;
  const statusWithoutFailure = agreedCount + fixedCount > 0 ? PASSED : UNCHECKED;
  const status = states.some(hasFailed) ? FAILED : statusWithoutFailure;
  const seenCount = formatNumber(seenStates.length);
  const countDetected = (target: 'sdk' | 'ingestion' | 'collector') =>
    formatNumber(seenStates.filter((state) => state[target].detection === 'detected').length);
  return (
    <>
      <StatusLabel {...status}>
        {i18n.t('negativeTests.tally', seenStates.length, { agreed: formatNumber(agreedCount), n: seenCount })}
      </StatusLabel>
      {fixedCount > 0 && <span>{i18n.t('negativeTests.correctedCount', { n: formatNumber(fixedCount) })}</span>}
      {droppedCount > 0 && <span>{i18n.t('negativeTests.notCheckableCount', { n: formatNumber(droppedCount) })}</span>}
      {ruleOffCount > 0 && <span>{i18n.t('negativeTests.ruleOffCount', { n: formatNumber(ruleOffCount) })}</span>}
      {notSeenCount > 0 && (
        <span class="error">{i18n.t('negativeTests.notCaptured', { n: formatNumber(notSeenCount) })}</span>
      )}
      <span class="muted wide">
        {i18n.t('negativeTests.detected', {
          sdk: countDetected('sdk'),
          ingestion: countDetected('ingestion'),
          collector: countDetected('collector'),
        })}
      </span>
    </>
  );
}
