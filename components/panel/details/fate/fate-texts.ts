import { formatNumber } from '#components/i18n/count-text.ts';
import { messageText } from '#components/i18n/message-text.ts';
import type { EventFate } from '#core/pipeline/event-fate';
import { fateMessage } from '#core/pipeline/fate-message';
import type { RecordFate } from '#core/pipeline/record-fate';
import { i18n } from '#i18n';

/** Summarizes the fate of an event. Marks the fate as a prediction unless the pipeline itself reported it. */
export function fateTitle({ receipt, fate, observed }: RecordFate): string {
  if (observed !== null) return i18n.t('fate.observed', { outcome: i18n.t(`fate.outcome.${observed.reason}`) });
  const outcome = i18n.t(`fate.outcome.${fate.reason}`);
  return isUnconditional(receipt, fate)
    ? i18n.t('fate.predicted', { outcome })
    : i18n.t('fate.ifAccepted', { outcome });
}

/** Whether the fate no longer depends on the collector: it received the event, or the batch is too large to accept. */
export function isUnconditional(receipt: RecordFate['receipt'], { reason }: EventFate): boolean {
  return receipt === 'received' || reason === 'batch-too-large';
}

/**
 * Returns a sentence on where the event ends, and one for each effect.
 * `numberOf` returns the number that the list shows for a row.
 */
export function fateSentences(fate: EventFate, numberOf: (row: number) => number | null): readonly string[] {
  const displayedFate = withNumbers(fate, numberOf);
  // The list has numbers for events, not for batches.
  if (displayedFate.reason === 'duplicate-batch') {
    return [i18n.t('fate.duplicateBatch', { row: formatNumber(displayedFate.params.row) })];
  }
  const message = fateMessage(displayedFate);
  return Array.isArray(message) ? message.map(messageText) : [messageText(message)];
}

function withNumbers(fate: EventFate, numberOf: (row: number) => number | null): EventFate {
  if (fate.reason !== 'duplicate' && fate.reason !== 'duplicate-batch') return fate;
  return { ...fate, params: { row: numberOf(fate.params.row) ?? fate.params.row } };
}
