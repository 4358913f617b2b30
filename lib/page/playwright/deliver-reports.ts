import type { BeaconReach, PageReply, PageSettings } from '#core/wire/page-delivery';
import { REPORTS_DELIMITER } from '#core/wire/report-limits';
import { apply, getOwnPropertyDescriptor, ignoreErrors, promiseThen, withoutPrototype } from '#page/builtins';
import { getThen } from '#page/hook/promises';
import { writeJson } from '#page/hook/snapshot';
import { randomName } from '#page/random-name';

/** A title is shown to tell pages apart. */
const MAX_TITLE_CHARS = 200;

/** Read before the page, or `fulfillBatches`, replaces it. */
const { sendBeacon } = Navigator.prototype;
const pageFetch = fetch;
const { json } = Response.prototype;
const { getItem, setItem, removeItem } = Storage.prototype;
const { slice, split } = String.prototype;
const titleOf = getOwnPropertyDescriptor(Document.prototype, 'title')?.get as () => string;
const storageOf = getOwnPropertyDescriptor(window, 'localStorage')?.get;

export interface ReportDelivery {
  /** Delivers what the hook handed over in one go. */
  deliver(reports: readonly string[]): void;
  /** The page unloads: from now on only the network and the storage remain. */
  leave(): void;
  /** The page is back from the back/forward cache. */
  stay(): void;
  /** Another document has taken over the window: its reports are numbered from 1 again. */
  restart(): void;
  /** Whether the page unloads. */
  isLeaving(): boolean;
  /** Tells this document from all others. */
  documentKey(): string;
}

export interface DeliveryDeps {
  readonly page: Window & typeof globalThis;
  readonly settings: PageSettings;
  /** Adds a URL that took telemetry of another document of the test. */
  readonly onTelemetryUrl: (url: string) => void;
}

/** JSON text of a `PageDelivery` that has not been acknowledged. */
interface Line {
  readonly text: string;
  isSentAtLeaving: boolean;
}

/**
 * Delivers numbered reports to the test: through the binding, and when the page unloads, by a beacon. In Chromium no
 * binding arrives from `pagehide` on. Where the page's policy forbids the beacon, the reports wait in `localStorage` for
 * the next document of the origin. The test's end tells by the numbers what it has already.
 */
export function createReportDelivery({ page, settings, onTelemetryUrl }: DeliveryDeps): ReportDelivery {
  const waiting: Line[] = [];
  const isTop = page.self === page.top;
  let documentKey = randomName();
  let next = 1;
  let reach: BeaconReach = settings.isPosting ? 'open' : 'unknown';
  let isLeaving = false;

  const acknowledge = (line: Pick<Line, 'text'>, reply: unknown): void => {
    const index = indexOf(waiting, line);
    for (let after = index; after >= 0 && after < waiting.length - 1; after += 1) {
      waiting[after] = waiting[after + 1] as Line;
    }
    if (index >= 0) waiting.length -= 1;
    const { reach: known, telemetryUrls } = reply as PageReply;
    if (known !== 'unknown') reach = known;
    for (let url = 0; url < telemetryUrls.length; url += 1) onTelemetryUrl(telemetryUrls[url] as string);
  };
  let isPosting = false;
  /** Posts all waiting lines, one request at a time: a page has six connections to its host. */
  const post = (): void => {
    if (isPosting || waiting.length === 0) return;
    isPosting = true;
    const lines: Line[] = [];
    let body = '';
    for (let index = 0; index < waiting.length; index += 1) {
      const line = waiting[index] as Line;
      lines[index] = line;
      body += (index === 0 ? '' : '\n') + line.text;
    }
    const takeReply = (reply: unknown): void => {
      isPosting = false;
      for (let index = 0; index < lines.length; index += 1) acknowledge(lines[index] as Line, reply);
      post();
    };
    const stop = (): void => {
      // What waits is sent with the next report, or when the page unloads.
      isPosting = false;
    };
    const request = withoutPrototype({ method: 'POST', body, credentials: 'omit' as const });
    const response = apply(pageFetch, page, [settings.receiverUrl, request]);
    const read = apply(promiseThen, response, [(received: unknown) => apply(json, received, [])]);
    apply(promiseThen, read, [(reply: unknown) => ignoreErrors(() => takeReply(reply)), stop]);
  };
  const call = (line: Pick<Line, 'text'>): void => {
    if (settings.isPosting) {
      post();
      return;
    }
    const binding = (page as unknown as Readonly<Record<string, unknown>>)[settings.binding];
    const result = (binding as (text: string) => unknown)(line.text);
    const then = getThen(result);
    if (then) apply(then, result, [(reply: unknown) => ignoreErrors(() => acknowledge(line, reply)), () => undefined]);
  };
  const storage = (): unknown => storageOf && apply(storageOf, page, []);
  const store = (text: string): void => {
    const stored = storage();
    const before = apply(getItem, stored, [settings.storageKey]);
    apply(setItem, stored, [settings.storageKey, before ? `${before}\n${text}` : text]);
  };
  const sendAtLeaving = (line: Line): void => {
    if (line.isSentAtLeaving) return;
    line.isSentAtLeaving = true;
    const hasPolicy = page.document.querySelector('meta[http-equiv="Content-Security-Policy" i]') !== null;
    const isSent =
      reach !== 'closed' && ignoreErrors(() => apply(sendBeacon, page.navigator, [settings.receiverUrl, line.text]));
    if (!isSent || reach !== 'open' || hasPolicy) ignoreErrors(() => store(line.text));
  };
  const send = (text: string): void => {
    const line: Line = { text, isSentAtLeaving: false };
    waiting[waiting.length] = line;
    if (isLeaving) sendAtLeaving(line);
    else ignoreErrors(() => call(line));
  };
  /** Sends the undelivered reports of earlier documents of this origin. */
  const sendStored = (): void => {
    const stored = storage();
    const text = apply(getItem, stored, [settings.storageKey]);
    if (!text) return;
    apply(removeItem, stored, [settings.storageKey]);
    const lines = apply(split as (separator: string) => string[], text, ['\n']);
    for (let index = 0; index < lines.length; index += 1) send(lines[index] as string);
  };
  ignoreErrors(sendStored);
  // A line without reports: the reply says what earlier documents know.
  ignoreErrors(() => call({ text: '{}' }));

  return {
    deliver(reports) {
      let text = '';
      for (let index = 0; index < reports.length; index += 1) {
        text += (index === 0 ? '' : REPORTS_DELIMITER) + reports[index];
      }
      const first = next;
      next += reports.length;
      const title = apply(slice as (from: number, to: number) => string, apply(titleOf, page.document, []), [
        0,
        MAX_TITLE_CHARS,
      ]);
      send(writeJson({ documentKey, url: page.location.href, title, isTop, first, text }));
    },
    leave() {
      isLeaving = true;
      for (let index = 0; index < waiting.length; index += 1) sendAtLeaving(waiting[index] as Line);
    },
    stay() {
      isLeaving = false;
    },
    restart() {
      documentKey = randomName();
      next = 1;
      isLeaving = false;
      // Reports that were delivered already are ignored.
      for (let index = 0; index < waiting.length; index += 1) ignoreErrors(() => call(waiting[index] as Line));
    },
    isLeaving: () => isLeaving,
    documentKey: () => documentKey,
  };
}

function indexOf(lines: readonly Line[], line: Pick<Line, 'text'>): number {
  for (let index = 0; index < lines.length; index += 1) if (lines[index] === line) return index;
  return -1;
}
