import { messageText } from '#components/i18n/message-text.ts';
import { pipelineLabel } from '#components/i18n/pipeline-label.ts';
import { Button } from '#components/kit/Button.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { fatePredictorStore } from '#components/panel/event-list/judging/panel-fate-predictor.ts';
import { RowLink } from '#components/panel/event-list/RowLink.tsx';
import { isDropped } from '#core/pipeline/event-fate';
import { observedFateMessage } from '#core/pipeline/fate-message';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { JourneyStepItem } from '../journey/RequestSteps';
import { fateSentences, fateTitle, isUnconditional } from './fate-texts';

/**
 * What the pipeline behind the collector does with the event, in full.
 * Renders nothing for an event that the pipeline does not get.
 */
export function ProcessedStoryItem({ record }: { readonly record: JudgedRecord }) {
  const list = useEventList();
  const { view } = useApp();
  const predictor = useStore(fatePredictorStore).value;
  const recordFate = predictor.predict(record, list.records);
  if (recordFate === null) return null;
  const { receipt, fate, observed, isAsObserved } = recordFate;
  const pipeline = pipelineLabel(predictor.pipeline);
  const [end, ...effects] = fateSentences(fate, list.records.numberOf);
  return (
    <JourneyStepItem title={fateTitle(recordFate)} gapMs={null} status={observed === null ? 'open' : undefined}>
      {observed !== null && <p>{messageText(observedFateMessage(observed))}</p>}
      {isAsObserved === false && (
        <p class="note">
          <Icon name="notice" />
          <span>{i18n.t('fate.differs')}</span>
        </p>
      )}
      <p class={isDropped(fate) && observed === null ? 'error' : undefined}>
        {end} {'row' in fate.params && <RowLink list={list} row={fate.params.row} />}
      </p>
      {effects.map((effect) => (
        <p key={effect}>{effect}</p>
      ))}
      <p class="muted">
        {i18n.t(isUnconditional(receipt, fate) ? 'fate.by' : 'fate.byIfAccepted', { pipeline })}{' '}
        <Button
          appearance="text"
          onClick={() => {
            view.value = 'rule-sets';
          }}
        >
          {i18n.t('fate.selectPipeline')}
        </Button>
      </p>
    </JourneyStepItem>
  );
}
