import { countText } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { State } from '#components/kit/StatusLabel.tsx';
import type { Agreement } from '#core/negative-tests/outcomes';
import type { Violation } from '#core/negative-tests/violation';
import { i18n } from '#i18n';
import type { ViolationBench } from './violation-runner';

interface ViolationProgressProps {
  readonly bench: ViolationBench;
  readonly violations: readonly Violation[];
}

/** How far the firing is; when it is over, how many gave what was predicted. Always there, so that nothing moves. */
export function ViolationProgress({ bench, violations }: ViolationProgressProps) {
  const progress = bench.progress.value;
  if (progress) {
    return (
      <div class="answer-line">
        <State icon="bolt" tone="plain">
          {i18n.t('violations.firing', { n: countText(progress.done + 1), all: countText(progress.total) })}
        </State>
        <progress aria-label={i18n.t('violations.fired')} max={progress.total} value={progress.done} />
        <Button onClick={bench.stop}>{i18n.t('violations.stop')}</Button>
      </div>
    );
  }
  return (
    <div class="answer-line" role="status">
      <Tally bench={bench} violations={violations} />
    </div>
  );
}

function Tally({ bench, violations }: ViolationProgressProps) {
  const states = violations.map(bench.stateOf);
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
      <State icon={isWhole ? 'valid' : 'invalid'} tone={isWhole ? 'ok' : 'bad'}>
        {i18n.t('violations.tally', seen.length, { agreed: countText(agreed), n: countText(seen.length) })}
      </State>
      {fixed > 0 && <span>{i18n.t('violations.correctedCount', { n: countText(fixed) })}</span>}
      {notCheckable > 0 && <span>{i18n.t('violations.notCheckableCount', { n: countText(notCheckable) })}</span>}
      {notSeen > 0 && <span class="bad">{i18n.t('violations.notCaptured', { n: countText(notSeen) })}</span>}
      <span class="muted wide">
        {i18n.t('violations.detected', {
          sdk: countText(seen.filter(({ sdk }) => sdk.tone === 'noticed').length),
          ingestion: countText(seen.filter(({ ingestion }) => ingestion.tone === 'noticed').length),
          collector: countText(seen.filter(({ collector }) => collector.tone === 'noticed').length),
        })}
      </span>
    </>
  );
}
