import { formatClockTime, formatDuration } from '#components/i18n/format.ts';
import { lazy } from '#components/kit/lazy.tsx';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { OpenStep } from '../fate/OpenStep';
import { journeySteps } from './journey-steps';

/** Loaded lazily because it imports the rules of a pipeline. */
const ProcessedStep = lazy(
  async () => (await import('../fate/ProcessedStep')).ProcessedStep,
  () => <OpenStep label={i18n.t('fate.predicting')} />,
);

/**
 * The steps called, emitted, sent and accepted, with clock times and the gaps between them.
 * A fifth step shows what the pipeline will do.
 */
export function JourneyStepsLine({ record }: { readonly record: JudgedRecord }) {
  return (
    <ol class="steps" aria-label={i18n.t('detail.journey')}>
      {journeySteps(record).map(({ label, at, status, gapToNextMs }, index) => (
        <li key={String(index)} class={status}>
          {gapToNextMs !== null && <span class="gap">{formatDuration(gapToNextMs)}</span>}
          <b>{label}</b>
          <span class="mono">{at === null ? '–' : formatClockTime(at)}</span>
        </li>
      ))}
      <ProcessedStep record={record} />
    </ol>
  );
}
