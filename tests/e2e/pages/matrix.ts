import type { LedgerLine } from './ledger';
import type { FrameKind, PlayTransport, Sdk } from './play-page';

type DocumentKind = 'top page' | 'loaded late' | FrameKind;

type Time = 'panel open' | 'panel opened later' | 'worker stopped' | 'pagehide' | 'visibilitychange' | 'unload';

/** One way through the matrix, and what must be true of every event that takes it. */
export interface Combination {
  readonly sdk: Sdk;
  readonly documentKind: DocumentKind;
  readonly transport: PlayTransport;
  readonly time: Time;
  readonly line: Omit<LedgerLine, 'mark'>;
  /** Why this combination is tested. */
  readonly because: string;
}

type Outcome = Combination['line'];

const accepted: Outcome = { state: 'accepted', tries: 1, arrived: 1 };
/** The request arrives, but no script can see its outcome. */
const handedOver: Outcome = { state: 'sent', tries: 1, arrived: 1 };
/** Chromium blocks synchronous requests while a page unloads. */
const blockedByBrowser: Outcome = { state: 'failed', tries: 1, arrived: 0 };
/** A beacon is sent with credentials, and for those the collector's `*` as allowed origin is not enough. */
const blockedByCors: Outcome = { state: 'failed', tries: 1, arrived: 0 };
const lost: Outcome = { state: 'lost', tries: 0, arrived: 0 };

const row = (
  sdk: Sdk,
  documentKind: DocumentKind,
  transport: PlayTransport,
  time: Time,
  line: Outcome,
  because: string,
): Combination => ({
  sdk,
  documentKind,
  transport,
  time,
  line,
  because,
});

export const combinations: readonly Combination[] = [
  row('0.0.29', 'top page', 'own', 'panel open', accepted, 'the oldest SDK that is still in use'),
  row('1.3.0', 'top page', 'own', 'panel open', accepted, 'the default page, XMLHttpRequest'),
  row('2.0.1', 'top page', 'own', 'panel open', accepted, 'the default page, fetch inside the last call of a batch'),
  row('2.0.1 esm', 'top page', 'own', 'panel open', accepted, 'the SDK inside a bundle, as new sites have it'),
  row('0.0.29', 'loaded late', 'own', 'panel open', accepted, 'a script that a tag manager adds'),
  row('1.3.0', 'loaded late', 'own', 'panel open', accepted, 'a script that a tag manager adds'),
  row('2.0.1', 'loaded late', 'own', 'panel open', accepted, 'a script that a tag manager adds'),
  row('1.3.0', 'same-origin', 'own', 'panel open', accepted, 'a player in a frame'),
  row('2.0.1', 'same-origin', 'own', 'panel opened later', accepted, 'a frame has a log of its own'),
  row('1.3.0', 'cross-site', 'own', 'panel open', accepted, 'a frame in another process'),
  row('2.0.1', 'cross-site', 'own', 'panel opened later', accepted, 'a frame in another process keeps its own log'),
  row('0.0.29', 'about:blank', 'own', 'panel open', accepted, 'a frame without a URL'),
  row('2.0.1', 'about:blank', 'own', 'panel opened later', accepted, 'a frame without a URL'),
  row('1.3.0', 'written', 'own', 'panel open', accepted, 'document.open takes every listener off the document'),
  row('2.0.1', 'written', 'own', 'panel open', accepted, 'document.open takes every listener off the document'),
  row('1.3.0', 'srcdoc', 'own', 'panel open', accepted, 'a sandbox for questions'),
  row('2.0.1', 'srcdoc', 'own', 'panel open', accepted, 'a sandbox for questions'),
  row('0.0.29', 'blob', 'own', 'panel open', accepted, 'decompressed content'),
  row('2.0.1', 'blob', 'own', 'panel open', accepted, 'decompressed content'),
  row('1.3.0', 'later', 'own', 'panel open', accepted, 'a frame that comes when everything is watched already'),
  row('2.0.1 esm', 'later', 'own', 'worker stopped', accepted, 'a frame that comes when everything is watched already'),
  row('0.0.29', 'top page', 'own', 'panel opened later', accepted, 'read from the log of the document'),
  row('1.3.0', 'top page', 'own', 'worker stopped', accepted, 'no worker is on the way'),
  row('2.0.1', 'top page', 'own', 'worker stopped', accepted, 'no worker is on the way'),
  row('2.0.1', 'top page', 'keepalive', 'panel open', accepted, 'a dispatcher takes whole batches, before the event'),
  row('1.3.0', 'top page', 'keepalive', 'panel open', accepted, 'a dispatcher takes single events, and none is raised'),
  row(
    '0.0.29',
    'top page',
    'beacon-text',
    'panel open',
    accepted,
    'DevTools knows how a beacon of a living page ended',
  ),
  row('2.0.1', 'top page', 'beacon-blob', 'panel open', accepted, 'the text of a Blob is known from its making'),
  row('2.0.1', 'top page', 'beacon-json', 'panel open', blockedByCors, 'a Blob of JSON asks the collector first'),
  row('1.3.0', 'top page', 'form', 'panel open', accepted, 'a form with the batch in a field'),
  row('2.0.1', 'top page', 'form', 'panel open', accepted, 'a form with the batch in a field'),
  row('1.3.0', 'top page', 'bytes', 'panel open', accepted, 'bytes instead of text'),
  row('2.0.1', 'top page', 'bytes', 'panel opened later', accepted, 'bytes instead of text'),
  row('1.3.0', 'top page', 'gzip', 'panel open', accepted, 'packed after the call has come back'),
  row('2.0.1', 'top page', 'gzip', 'panel open', accepted, 'DevTools shows damaged bytes; the page’s own are whole'),
  row('1.3.0', 'top page', 'own', 'pagehide', lost, 'below the batch size nothing is sent, ever'),
  row('2.0.1', 'top page', 'own', 'unload', lost, 'below the batch size nothing is sent, ever'),
  row('0.0.29', 'top page', 'sync-xhr', 'unload', blockedByBrowser, 'syncEvents(false), as portals do it'),
  row('1.3.0', 'top page', 'sync-xhr', 'pagehide', blockedByBrowser, 'syncEvents(false), as portals do it'),
  row('1.3.0', 'top page', 'beacon-text', 'pagehide', handedOver, 'DevTools shows nothing of it; the page does'),
  row('2.0.1', 'top page', 'beacon-blob', 'pagehide', handedOver, 'DevTools shows nothing of it; the page does'),
  row('2.0.1', 'top page', 'keepalive', 'visibilitychange', handedOver, 'the way that the browsers recommend'),
  row('1.3.0', 'top page', 'keepalive', 'unload', handedOver, 'one request per event, all during unload'),
  row('2.0.1', 'top page', 'form', 'pagehide', handedOver, 'a form while the page goes'),
  row('1.3.0', 'top page', 'bytes', 'visibilitychange', handedOver, 'bytes while the page goes'),
  row('2.0.1', 'top page', 'gzip', 'pagehide', lost, 'packing takes a moment that a leaving page does not have'),
  row('2.0.1', 'same-origin', 'beacon-text', 'pagehide', handedOver, 'a frame goes with its page'),
  row('1.3.0', 'cross-site', 'beacon-blob', 'pagehide', handedOver, 'a frame in another process goes with its page'),
  row('2.0.1', 'srcdoc', 'keepalive', 'pagehide', handedOver, 'a frame without a URL goes with its page'),
];
