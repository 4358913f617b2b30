import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { OutcomeComparison } from '#core/negative-tests/outcomes';
import type { Violation } from '#core/negative-tests/violation';
import { i18n } from '#i18n';
import { hasFailed } from './violation-order';
import type { ViolationRunner } from './violation-runner';

interface ViolationProgressProps {
  readonly runner: ViolationRunner;
  readonly violations: readonly Violation[];
}

/**
 * Progress of the firing, then the number of expected outcomes.
 * Always rendered, so that its content does not move the layout.
 */
export function ViolationProgress({ runner, violations }: ViolationProgressProps) {
  const progress = runner.progress.value;
  if (progress) {
    return (
      <div class="response-line">
        <StatusLabel icon="bolt" tone="inherit">
          {i18n.t('violations.firing', { n: formatNumber(progress.done + 1), all: formatNumber(progress.total) })}
        </StatusLabel>
        <progress aria-label={i18n.t('violations.fired')} max={progress.total} value={progress.done} />
        <Button onClick={runner.stop}>{i18n.t('violations.stop')}</Button>
      </div>
    );
  }
  return (
    <div class="response-line" role="status">
      <Tally runner={runner} violations={violations} />
    </div>
  );
}

const PASSED = { icon: 'valid', tone: 'success' } as const;
const FAILED = { icon: 'invalid', tone: 'error' } as const;
/** No test could be checked. */
const UNCHECKED = { icon: 'notice', tone: 'inherit' } as const;

function Tally({ runner, violations }: ViolationProgressProps) {
  const states = violations.map(runner.stateOf);
  const seen = states.flatMap((state) => (state.status === 'seen' ? [state] : []));
  const notSeen = states.filter(({ status }) => status === 'not-seen').length;
  if (seen.length + notSeen === 0) {
    return <span class="muted">{i18n.t('violations.intro')}</span>;
  }
  const countOf = (status: OutcomeComparison['status']) =>
    seen.filter(({ comparison }) => comparison.status === status).length;
  const [agreed, fixed, notCheckable] = [countOf('as-predicted'), countOf('fixed-by-sdk'), countOf('not-checkable')];
  const ruleOff = seen.filter(({ comparison }) => 'reason' in comparison && comparison.reason === 'rule-off').length;
  const dropped = notCheckable - ruleOff;
  const status = states.some(hasFailed) ? FAILED : agreed + fixed > 0 ? PASSED : UNCHECKED;
  return (
    <>
      <StatusLabel {...status}>
        {i18n.t('violations.tally', seen.length, { agreed: formatNumber(agreed), n: formatNumber(seen.length) })}
      </StatusLabel>
      {fixed > 0 && <span>{i18n.t('violations.correctedCount', { n: formatNumber(fixed) })}</span>}
      {dropped > 0 && <span>{i18n.t('violations.notCheckableCount', { n: formatNumber(dropped) })}</span>}
      {ruleOff > 0 && <span>{i18n.t('violations.ruleOffCount', { n: formatNumber(ruleOff) })}</span>}
      {notSeen > 0 && <span class="error">{i18n.t('violations.notCaptured', { n: formatNumber(notSeen) })}</span>}
      <span class="muted wide">
        {i18n.t('violations.detected', {
          sdk: formatNumber(seen.filter(({ sdk }) => sdk.detection === 'detected').length),
          ingestion: formatNumber(seen.filter(({ ingestion }) => ingestion.detection === 'detected').length),
          collector: formatNumber(seen.filter(({ collector }) => collector.detection === 'detected').length),
        })}
      </span>
    </>
  );
}
