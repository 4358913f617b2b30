import { eventJson, type TelemetryRecord } from '#core/journey/record';
import { formatPath, type Json, type JsonPath, valueAt } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';

/** What tells the page of an event, and the event from the others. */
export type EventOfPage = Pick<TelemetryRecord, 'row' | 'documentKey' | 'frame'>;

/** Fields that say where and by whom events are made: all events of a page have one value there. */
const FIELDS_OF_PAGE: ReadonlySet<string> = new Set([
  'edata.pageid',
  'actor',
  'actor.id',
  'actor.type',
  'context.channel',
  'context.env',
  'context.pdata',
  'context.pdata.id',
  'ver',
]);

/** Events that are looked at: the newest of the page. */
const MAX_PEERS = 200;

/**
 * Finds the value that the other events of a record's page have at a path of the event.
 * Undefined where they have none or several, and for fields that differ from event to event.
 */
export function findKnownValue(
  record: EventOfPage,
  path: JsonPath,
  peers: readonly TelemetryRecord[],
): Json | undefined {
  if (!FIELDS_OF_PAGE.has(formatPath(path))) return undefined;
  let known: Json | undefined;
  let seen = 0;
  for (let index = peers.length - 1; index >= 0 && seen < MAX_PEERS; index -= 1) {
    const peer = peers[index];
    if (!peer || !isOfPage(peer, record)) continue;
    seen += 1;
    const value = valueAt(eventJson(peer), path);
    if (value === undefined || value === null || value === '') continue;
    if (known !== undefined && !jsonEquals(known, value)) return undefined;
    known = value;
  }
  return known;
}

/** What was fired by hand is no example of the page. */
function isOfPage(peer: TelemetryRecord, { row, documentKey, frame }: EventOfPage): boolean {
  return (
    peer.row !== row &&
    peer.firedBy.type === 'page' &&
    peer.documentKey === documentKey &&
    peer.frame.frameId === frame.frameId &&
    peer.frame.url === frame.url
  );
}
