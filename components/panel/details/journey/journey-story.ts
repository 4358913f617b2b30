import { formatCount, formatNumber } from '#components/i18n/count-text.ts';
import { formatBytes } from '#components/i18n/format.ts';
import type { ObservedCall, ObservedRequest, Transport } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';

const transportTexts = (): Readonly<Record<Transport, string>> => ({
  fetch: i18n.t('story.byFetch'),
  xhr: i18n.t('story.byXhr'),
  'xhr-sync': i18n.t('story.bySyncXhr'),
  beacon: i18n.t('story.byBeacon'),
  unknown: i18n.t('story.byUnknown'),
  extension: i18n.t('story.byExtension'),
});

/** Summarizes the batch that contained an event: transport, size, and the position of the event. */
export function formatBatch({ transport, batchSize, bodyBytes, indexInBatch, copies }: ObservedRequest): string {
  const batchText = i18n.t('story.batch', {
    n: formatNumber(batchSize),
    size: formatBytes(bodyBytes),
    index: formatNumber(indexInBatch + 1),
  });
  const again = copies > 1 ? ` ${i18n.t('story.copies', { n: formatNumber(copies) })}` : '';
  return `${transportTexts()[transport]} ${batchText}${again}`;
}

/**
 * Explains why the panel shows no response.
 * Scripts cannot read the response of a beacon, and a service worker may respond by itself.
 */
export function formatHiddenResponse({ transport }: Pick<ObservedRequest, 'transport'>): string {
  return i18n.t(transport === 'beacon' ? 'story.beaconText' : 'story.responseHidden');
}

/** Returns `Sent` for the first attempt, and `Sent again, attempt 2` for the second. */
export function formatAttemptTitle(number: number): string {
  return number === 1 ? i18n.t('journey.sent') : i18n.t('story.sentAgain', { n: formatNumber(number) });
}

/** Describes the SDK's queue: the number of queued events, including this one, and when the SDK sends them. */
export function formatWaiting(queuedCount: number, call: Pick<ObservedCall, 'batchSize'> | null): string {
  const size = call?.batchSize ?? null;
  if (size === null) {
    return i18n.t('story.queued', { events: formatCount(queuedCount, 'event') });
  }
  return i18n.t('story.queuedOf', { n: formatNumber(queuedCount), size: formatNumber(size) });
}

/** Returns `Queued, 3 of 20`, or no numbers if the batch size is unknown. */
export function formatWaitingTitle(queuedCount: number, call: Pick<ObservedCall, 'batchSize'> | null): string {
  const size = call?.batchSize ?? null;
  return size === null
    ? i18n.t('journey.waiting')
    : i18n.t('story.waitingOf', { n: formatNumber(queuedCount), size: formatNumber(size) });
}

/**
 * Explains why nothing was emitted after a call.
 * The event is either dropped for certain, or may still be emitted.
 */
export function formatNotEmitted({ call, sdk }: JudgedRecord): string {
  if (call?.outcome.status === 'pending') return i18n.t('story.promiseNoEvent');
  if (call?.hasDid === false && sdk?.generation === '1.x') {
    return i18n.t('story.waitsForDid');
  }
  return i18n.t('story.callRunning');
}
