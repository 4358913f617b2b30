import { countOf, countText } from '#components/i18n/count-text.ts';
import { sizeText } from '#components/i18n/format.ts';
import type { CallSighting, RequestSighting, TelemetryRecord, Transport } from '#core/journey/record';
import { i18n } from '#i18n';

const ways = (): Readonly<Record<Transport, string>> => ({
  fetch: i18n.t('story.byFetch'),
  xhr: i18n.t('story.byXhr'),
  'xhr-sync': i18n.t('story.bySyncXhr'),
  beacon: i18n.t('story.byBeacon'),
  unseen: i18n.t('story.byUnknown'),
  extension: i18n.t('story.byExtension'),
});

/** The batch that carried an event, in a line: how it was sent, how big it is, where the event stands in it. */
export function batchText({ via, batchSize, bodyBytes, indexInBatch, copies }: RequestSighting): string {
  const place = i18n.t('story.batch', {
    n: countText(batchSize),
    size: sizeText(bodyBytes),
    index: countText(indexInBatch + 1),
  });
  const again = copies > 1 ? ` ${i18n.t('story.copies', { n: countText(copies) })}` : '';
  return `${ways()[via]} ${place}${again}`;
}

/** Why the panel shows no response: beacons have none for the page, and a service worker may respond by itself. */
export function hiddenResponseText({ via }: Pick<RequestSighting, 'via'>): string {
  return i18n.t(via === 'beacon' ? 'story.beaconText' : 'story.responseHidden');
}

/** `Sent`, and from the second time on `Sent again, try 2`. */
export function tryTitle(number: number): string {
  return number === 1 ? i18n.t('journey.sent') : i18n.t('story.sentAgain', { n: countText(number) });
}

/** How many of the document's events the SDK holds, this one among them, and when it will send them. */
export function waitingText(held: number, call: Pick<CallSighting, 'batchSize'> | null): string {
  const size = call?.batchSize ?? null;
  if (size === null) {
    return i18n.t('story.queued', { events: countOf(held, 'event') });
  }
  return i18n.t('story.queuedOf', { n: countText(held), size: countText(size) });
}

/** `Waiting, 3 of 20`; without a number where the batch size could not be read. */
export function waitingTitle(held: number, call: Pick<CallSighting, 'batchSize'> | null): string {
  const size = call?.batchSize ?? null;
  return size === null
    ? i18n.t('journey.waiting')
    : i18n.t('story.waitingOf', { n: countText(held), size: countText(size) });
}

/** What is between the call and the present where nothing was raised: nothing more is to come, or something may. */
export function notEmittedText({ call, sdk }: TelemetryRecord): string {
  if (call?.outcome.status === 'pending') return i18n.t('story.promiseNoEvent');
  if (call?.hasDid === false && sdk?.generation === '1.x') {
    return i18n.t('story.waitsForDid');
  }
  return i18n.t('story.callRunning');
}
