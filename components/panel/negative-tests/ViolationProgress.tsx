import { formatNumber } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { Agreement } from '#core/negative-tests/outcomes';
import type { Violation } from '#core/negative-tests/violation';
import { i18n } from '#i18n';
import type { ViolationRunner } from './violation-runner';

interface ViolationProgressProps {
  readonly runner: ViolationRunner;
  readonly violations: readonly Violation[];
}

/**
 * How far the firing is; when it is over, how many gave what was predicted.
 * Always there, so that nothing moves.
 */
export function ViolationProgress({ runner, violations }: ViolationProgressProps) {
  const progress = runner.progress.value;
  if (progress) {
    return (
      <div class="response-line">
        <StatusLabel icon="bolt" tone="plain">
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

function Tally({ runner, violations }: ViolationProgressProps) {
  const states = violations.map(runner.stateOf);
  const seen = states.flatMap((state) => (state.status === 'seen' ? [state] : []));
  const notSeen = states.filter(({ status }) => status === 'not-seen').length;
  if (seen.length + notSeen === 0) {
    return <span class="muted">{i18n.t('violations.intro')}</span>;
  }
  const countOf = (status: Agreement['status']) => seen.filter(({ agreement }) => agreement.status === status).length;
  const [agreed, fixed, notCheckable] = [countOf('as-predicted'), countOf('fixed-by-sdk'), countOf('not-checkable')];
  const isWhole = countOf('different') === 0 && notSeen === 0;
  return (
    <>
      <StatusLabel icon={isWhole ? 'valid' : 'invalid'} tone={isWhole ? 'ok' : 'bad'}>
        {i18n.t('violations.tally', seen.length, { agreed: formatNumber(agreed), n: formatNumber(seen.length) })}
      </StatusLabel>
      {fixed > 0 && <span>{i18n.t('violations.correctedCount', { n: formatNumber(fixed) })}</span>}
      {notCheckable > 0 && <span>{i18n.t('violations.notCheckableCount', { n: formatNumber(notCheckable) })}</span>}
      {notSeen > 0 && <span class="bad">{i18n.t('violations.notCaptured', { n: formatNumber(notSeen) })}</span>}
      <span class="muted wide">
        {i18n.t('violations.detected', {
          sdk: formatNumber(seen.filter(({ sdk }) => sdk.tone === 'noticed').length),
          ingestion: formatNumber(seen.filter(({ ingestion }) => ingestion.tone === 'noticed').length),
          collector: formatNumber(seen.filter(({ collector }) => collector.tone === 'noticed').length),
        })}
      </span>
    </>
  );
}
