import type { CallSighting, RequestSighting, TelemetryRecord, Transport } from '../journey/record';
import { countOf, countText, sizeText } from './figures';

const ways: Readonly<Record<Transport, string>> = {
  fetch: 'by fetch',
  xhr: 'by XMLHttpRequest',
  'xhr-sync': 'by a synchronous XMLHttpRequest',
  beacon: 'as a beacon',
  unseen: 'in a way that only DevTools saw',
};

/** The batch that carried an event, in a line: how it was sent, how big it is, where the event stands in it. */
export function batchText({ via, batchSize, bodyBytes, indexInBatch, copies }: RequestSighting): string {
  const place = `Sent ${ways[via]}. Batch of ${countText(batchSize)}, ${sizeText(bodyBytes)}; this is event ${countText(indexInBatch + 1)}.`;
  return copies > 1 ? `${place} The batch holds it ${countText(copies)} times.` : place;
}

/** `Sent`, and from the second time on `Sent again, try 2`. */
export function tryTitle(number: number): string {
  return number === 1 ? 'Sent' : `Sent again, try ${countText(number)}`;
}

/** How many of the document's events the SDK holds, this one among them, and when it will send them. */
export function waitingText(held: number, call: Pick<CallSighting, 'batchSize'> | null): string {
  const size = call?.batchSize ?? null;
  if (size === null) {
    return `The SDK holds ${countOf(held, 'event')} of this page. It sends them when its batch is full, or with an END.`;
  }
  return `The SDK holds ${countText(held)} of ${countText(size)} events. It sends them when there are ${countText(size)}, or with an END.`;
}

/** `Waiting, 3 of 20`; without a number where the batch size could not be read. */
export function waitingTitle(held: number, call: Pick<CallSighting, 'batchSize'> | null): string {
  const size = call?.batchSize ?? null;
  return size === null ? 'Waiting' : `Waiting, ${countText(held)} of ${countText(size)}`;
}

/** What is between the call and the present where nothing was raised: nothing more is to come, or something may. */
export function notEmittedText({ call, sdk }: TelemetryRecord): string {
  if (call?.outcome.status === 'pending') return 'The SDK gave a promise and has raised no event yet.';
  if (call?.hasDid === false && sdk?.generation === '1.x') {
    return 'SDK 1.x waits for the device id before it raises the event.';
  }
  return 'The call has not come back yet.';
}
