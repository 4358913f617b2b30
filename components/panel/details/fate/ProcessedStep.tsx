import { useStore } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { fatePredictorStore } from '#components/panel/event-list/judging/panel-fate-predictor.ts';
import { isDropped } from '#core/pipeline/event-fate';
import type { RecordFate } from '#core/pipeline/record-fate';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { fateSentences, fateTitle, isUnconditional } from './fate-texts';
import { OpenStep } from './OpenStep';

/** The fifth step of a journey: what the pipeline behind the collector does with the event. */
export function ProcessedStep({ record }: { readonly record: JudgedRecord }) {
  const { records } = useEventList();
  const predictor = useStore(fatePredictorStore).value;
  const recordFate = predictor.predict(record, records);
  if (recordFate === null) return <OpenStep label={i18n.t('fate.notProcessed')} />;
  return (
    <li class={stepClass(recordFate)} title={fateSentences(recordFate.fate, records.numberOf).join('\n')}>
      <b>{fateTitle(recordFate)}</b>
      <span class="mono">{predictor.pipeline}</span>
    </li>
  );
}

function stepClass({ receipt, fate, observed }: RecordFate): string {
  const isDiscarded = observed === null ? isDropped(fate) : observed.reason !== 'passed';
  const status = isDiscarded ? 'error' : 'reached';
  if (observed !== null) return status;
  return isUnconditional(receipt, fate) ? `predicted ${status}` : `predicted open ${status}`;
}
