import { formatClockTime, formatDuration } from '#components/i18n/format.ts';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { journeySteps } from './journey-steps';

/** Called, emitted, sent, accepted: with clock times, and the gaps between them. */
export function JourneyStepsLine({ record }: { readonly record: JudgedRecord }) {
  return (
    <ol class="steps" aria-label={i18n.t('detail.journey')}>
      {journeySteps(record).map(({ label, at, status, gapToNext }, index) => (
        <li key={String(index)} class={status}>
          {gapToNext !== null && <span class="gap">{formatDuration(gapToNext)}</span>}
          <b>{label}</b>
          <span class="mono">{at === null ? '–' : formatClockTime(at)}</span>
        </li>
      ))}
    </ol>
  );
}
