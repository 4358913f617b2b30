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

/** Summarizes the batch that carried an event: its transport, its size, the event's position in it. */
export function formatBatch({ transport, batchSize, bodyBytes, indexInBatch, copies }: ObservedRequest): string {
  const place = i18n.t('story.batch', {
    n: formatNumber(batchSize),
    size: formatBytes(bodyBytes),
    index: formatNumber(indexInBatch + 1),
  });
  const again = copies > 1 ? ` ${i18n.t('story.copies', { n: formatNumber(copies) })}` : '';
  return `${transportTexts()[transport]} ${place}${again}`;
}

/**
 * Explains why the panel shows no response: beacons have none for the page, and a service worker may respond by itself.
 */
export function formatHiddenResponse({ transport }: Pick<ObservedRequest, 'transport'>): string {
  return i18n.t(transport === 'beacon' ? 'story.beaconText' : 'story.responseHidden');
}

/** `Sent`, and from the second time on `Sent again, try 2`. */
export function formatAttemptTitle(number: number): string {
  return number === 1 ? i18n.t('journey.sent') : i18n.t('story.sentAgain', { n: formatNumber(number) });
}

/** How many of the document's events the SDK holds, this one among them, and when it will send them. */
export function formatWaiting(held: number, call: Pick<ObservedCall, 'batchSize'> | null): string {
  const size = call?.batchSize ?? null;
  if (size === null) {
    return i18n.t('story.queued', { events: formatCount(held, 'event') });
  }
  return i18n.t('story.queuedOf', { n: formatNumber(held), size: formatNumber(size) });
}

/** `Waiting, 3 of 20`; without a number where the batch size could not be read. */
export function formatWaitingTitle(held: number, call: Pick<ObservedCall, 'batchSize'> | null): string {
  const size = call?.batchSize ?? null;
  return size === null
    ? i18n.t('journey.waiting')
    : i18n.t('story.waitingOf', { n: formatNumber(held), size: formatNumber(size) });
}

/**
 * Explains why nothing was emitted after a call.
 * Either nothing more can come, or something may.
 */
export function formatNotEmitted({ call, sdk }: JudgedRecord): string {
  if (call?.outcome.status === 'pending') return i18n.t('story.promiseNoEvent');
  if (call?.hasDid === false && sdk?.generation === '1.x') {
    return i18n.t('story.waitsForDid');
  }
  return i18n.t('story.callRunning');
}
