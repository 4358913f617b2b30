import type { LedgerLine } from './ledger';
import type { FrameKind, PlayTransport, Sdk } from './play-page';

type DocumentKind = 'top page' | 'loaded late' | FrameKind;

type Time = 'panel open' | 'panel opened later' | 'worker stopped' | 'pagehide' | 'visibilitychange' | 'unload';

/** A combination of SDK, document, transport and time, with the expected ledger line of each event. */
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
const sentUnobserved: Outcome = { state: 'sent', tries: 1, arrived: 1 };
/** Chromium blocks synchronous requests while a page unloads. */
const blockedByBrowser: Outcome = { state: 'failed', tries: 1, arrived: 0 };
/** A JSON beacon is a CORS request with credentials, for which browsers reject the allowed origin `*`. */
const blockedByCors: Outcome = { state: 'failed', tries: 1, arrived: 0 };
const lost: Outcome = { state: 'lost', tries: 0, arrived: 0 };

const combine = (
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
  combine('0.0.29', 'top page', 'own', 'panel open', accepted, 'the oldest SDK that is still in use'),
  combine('1.3.0', 'top page', 'own', 'panel open', accepted, 'the SDK sends by XMLHttpRequest'),
  combine('2.0.1', 'top page', 'own', 'panel open', accepted, 'the SDK calls fetch within the last call of a batch'),
  combine('2.0.1 esm', 'top page', 'own', 'panel open', accepted, 'new sites bundle the SDK'),
  combine('0.0.29', 'loaded late', 'own', 'panel open', accepted, 'a script that a tag manager adds'),
  combine('1.3.0', 'loaded late', 'own', 'panel open', accepted, 'a script that a tag manager adds'),
  combine('2.0.1', 'loaded late', 'own', 'panel open', accepted, 'a script that a tag manager adds'),
  combine('1.3.0', 'same-origin', 'own', 'panel open', accepted, 'a player in a frame'),
  combine('2.0.1', 'same-origin', 'own', 'panel opened later', accepted, 'a frame has its own log'),
  combine('1.3.0', 'cross-site', 'own', 'panel open', accepted, 'a frame in another process'),
  combine('2.0.1', 'cross-site', 'own', 'panel opened later', accepted, 'a frame in another process has its own log'),
  combine('0.0.29', 'about:blank', 'own', 'panel open', accepted, 'a frame without a URL'),
  combine('2.0.1', 'about:blank', 'own', 'panel opened later', accepted, 'a frame without a URL'),
  combine('1.3.0', 'written', 'own', 'panel open', accepted, 'document.open removes all listeners of the document'),
  combine('2.0.1', 'written', 'own', 'panel open', accepted, 'document.open removes all listeners of the document'),
  combine('1.3.0', 'srcdoc', 'own', 'panel open', accepted, 'questions are often in a srcdoc frame'),
  combine('2.0.1', 'srcdoc', 'own', 'panel open', accepted, 'questions are often in a srcdoc frame'),
  combine('0.0.29', 'blob', 'own', 'panel open', accepted, 'decompressed content often has a blob URL'),
  combine('2.0.1', 'blob', 'own', 'panel open', accepted, 'decompressed content often has a blob URL'),
  combine('1.3.0', 'later', 'own', 'panel open', accepted, 'a frame that is added after its page is watched'),
  combine('2.0.1 esm', 'later', 'own', 'worker stopped', accepted, 'a frame that is added after its page is watched'),
  combine('0.0.29', 'top page', 'own', 'panel opened later', accepted, 'the panel reads the log of the document'),
  combine('1.3.0', 'top page', 'own', 'worker stopped', accepted, 'reports do not pass through the service worker'),
  combine('2.0.1', 'top page', 'own', 'worker stopped', accepted, 'reports do not pass through the service worker'),
  combine(
    '2.0.1',
    'top page',
    'keepalive',
    'panel open',
    accepted,
    'a dispatcher gets whole batches, before the SDK raises its DOM event',
  ),
  combine(
    '1.3.0',
    'top page',
    'keepalive',
    'panel open',
    accepted,
    'a dispatcher gets single events, and the SDK raises no DOM event',
  ),
  combine(
    '0.0.29',
    'top page',
    'beacon-text',
    'panel open',
    accepted,
    'DevTools reports the response to a beacon of an open page',
  ),
  combine(
    '2.0.1',
    'top page',
    'beacon-blob',
    'panel open',
    accepted,
    'the hook reads the text when the page creates the Blob',
  ),
  combine('2.0.1', 'top page', 'beacon-json', 'panel open', blockedByCors, 'a JSON Blob requires a CORS preflight'),
  combine('1.3.0', 'top page', 'form', 'panel open', accepted, 'a form with the batch in a field'),
  combine('2.0.1', 'top page', 'form', 'panel open', accepted, 'a form with the batch in a field'),
  combine('1.3.0', 'top page', 'bytes', 'panel open', accepted, 'bytes instead of text'),
  combine('2.0.1', 'top page', 'bytes', 'panel opened later', accepted, 'bytes instead of text'),
  combine('1.3.0', 'top page', 'gzip', 'panel open', accepted, 'the body is compressed after the call has returned'),
  combine(
    '2.0.1',
    'top page',
    'gzip',
    'panel open',
    accepted,
    'DevTools reports damaged bytes, and the hook the original bytes',
  ),
  combine('1.3.0', 'top page', 'own', 'pagehide', lost, 'the SDK never sends an incomplete batch by itself'),
  combine('2.0.1', 'top page', 'own', 'unload', lost, 'the SDK never sends an incomplete batch by itself'),
  combine('0.0.29', 'top page', 'sync-xhr', 'unload', blockedByBrowser, 'portals call syncEvents(false)'),
  combine('1.3.0', 'top page', 'sync-xhr', 'pagehide', blockedByBrowser, 'portals call syncEvents(false)'),
  combine('1.3.0', 'top page', 'beacon-text', 'pagehide', sentUnobserved, 'only the hook can observe the beacon'),
  combine('2.0.1', 'top page', 'beacon-blob', 'pagehide', sentUnobserved, 'only the hook can observe the beacon'),
  combine('2.0.1', 'top page', 'keepalive', 'visibilitychange', sentUnobserved, 'browsers recommend this event'),
  combine('1.3.0', 'top page', 'keepalive', 'unload', sentUnobserved, 'each event has its own request during unload'),
  combine('2.0.1', 'top page', 'form', 'pagehide', sentUnobserved, 'a form is sent during unload'),
  combine('1.3.0', 'top page', 'bytes', 'visibilitychange', sentUnobserved, 'bytes are sent during unload'),
  combine('2.0.1', 'top page', 'gzip', 'pagehide', lost, 'compression does not finish before the page is unloaded'),
  combine('2.0.1', 'same-origin', 'beacon-text', 'pagehide', sentUnobserved, 'a frame unloads with its page'),
  combine(
    '1.3.0',
    'cross-site',
    'beacon-blob',
    'pagehide',
    sentUnobserved,
    'a frame in another process unloads with its page',
  ),
  combine('2.0.1', 'srcdoc', 'keepalive', 'pagehide', sentUnobserved, 'a frame without a URL unloads with its page'),
];
