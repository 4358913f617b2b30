import type { BeaconReach, PageReply, PageSettings } from '#core/wire/page-delivery';
import { REPORTS_DELIMITER } from '#core/wire/report-limits';
import { apply, getOwnPropertyDescriptor, ignoreErrors, promiseThen, withoutPrototype } from '#page/builtins';
import { getThen } from '#page/hook/promises';
import { writeJson } from '#page/hook/snapshot';
import { randomName } from '#page/random-name';

/** Length at which titles are truncated. They are shown to distinguish pages. */
const MAX_TITLE_CHARS = 200;

// Stored before the page, or `fulfillBatches`, replaces these functions.
const { sendBeacon } = Navigator.prototype;
const pageFetch = fetch;
const { json } = Response.prototype;
const { getItem, setItem, removeItem } = Storage.prototype;
const { slice, split } = String.prototype;
const titleOf = getOwnPropertyDescriptor(Document.prototype, 'title')?.get as () => string;
const storageOf = getOwnPropertyDescriptor(window, 'localStorage')?.get;

export interface ReportDelivery {
  /** Delivers reports that the hook has sent together. */
  deliver(reports: readonly string[]): void;
  /** Delivers reports by beacon and storage from now on. Call when the page unloads. */
  leave(): void;
  /** Delivers reports through the binding again. Call when the page returns from the back/forward cache. */
  stay(): void;
  /** Numbers reports from 1 again. Call when another document has taken over the window. */
  restart(): void;
  /** Whether the page is unloading. */
  isLeaving(): boolean;
  /** Returns the unique key of this document. */
  documentKey(): string;
}

export interface DeliveryDeps {
  readonly page: Window & typeof globalThis;
  readonly settings: PageSettings;
  /** Called with each URL to which another document of the test has sent telemetry. */
  readonly onTelemetryUrl: (url: string) => void;
}

/** JSON text of a `PageDelivery` that has not been acknowledged. */
interface Line {
  readonly text: string;
  isSentAtLeaving: boolean;
}

/**
 * Delivers numbered reports to the test, through the binding, or by beacon when the page unloads.
 * In Chromium, binding calls are lost from `pagehide` on. If the page's policy forbids the beacon, the reports are
 * stored in `localStorage` for the next document of the origin. The test ignores duplicates by their numbers.
 */
export function createReportDelivery({ page, settings, onTelemetryUrl }: DeliveryDeps): ReportDelivery {
  const pendingLines: Line[] = [];
  const isTop = page.self === page.top;
  let documentKey = randomName();
  let nextNumber = 1;
  let reach: BeaconReach = settings.isPosting ? 'open' : 'unknown';
  let isLeaving = false;

  const acknowledge = (line: Pick<Line, 'text'>, reply: unknown): void => {
    const index = indexOf(pendingLines, line);
    for (let position = index; position >= 0 && position < pendingLines.length - 1; position += 1) {
      pendingLines[position] = pendingLines[position + 1] as Line;
    }
    if (index >= 0) pendingLines.length -= 1;
    const { reach: newReach, telemetryUrls } = reply as PageReply;
    if (newReach !== 'unknown') reach = newReach;
    for (let urlIndex = 0; urlIndex < telemetryUrls.length; urlIndex += 1) {
      onTelemetryUrl(telemetryUrls[urlIndex] as string);
    }
  };
  let isPosting = false;
  /** Posts all pending lines, one request at a time, because a page has only six connections to its host. */
  const post = (): void => {
    if (isPosting || pendingLines.length === 0) return;
    isPosting = true;
    const lines: Line[] = [];
    let body = '';
    for (let index = 0; index < pendingLines.length; index += 1) {
      const line = pendingLines[index] as Line;
      lines[index] = line;
      body += (index === 0 ? '' : '\n') + line.text;
    }
    const takeReply = (reply: unknown): void => {
      isPosting = false;
      for (let index = 0; index < lines.length; index += 1) acknowledge(lines[index] as Line, reply);
      post();
    };
    const handleFailure = (): void => {
      // Pending lines are sent with the next report, or when the page unloads.
      isPosting = false;
    };
    const request = withoutPrototype({ method: 'POST', body, credentials: 'omit' as const });
    const response = apply(pageFetch, page, [settings.receiverUrl, request]);
    const read = apply(promiseThen, response, [(received: unknown) => apply(json, received, [])]);
    apply(promiseThen, read, [(reply: unknown) => ignoreErrors(() => takeReply(reply)), handleFailure]);
  };
  const deliverLine = (line: Pick<Line, 'text'>): void => {
    if (settings.isPosting) {
      post();
      return;
    }
    const binding = (page as unknown as Readonly<Record<string, unknown>>)[settings.binding];
    const result = (binding as (text: string) => unknown)(line.text);
    const then = getThen(result);
    if (then) apply(then, result, [(reply: unknown) => ignoreErrors(() => acknowledge(line, reply)), () => undefined]);
  };
  const readStorage = (): unknown => storageOf && apply(storageOf, page, []);
  const store = (text: string): void => {
    const storage = readStorage();
    const storedText = apply(getItem, storage, [settings.storageKey]);
    apply(setItem, storage, [settings.storageKey, storedText ? `${storedText}\n${text}` : text]);
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
    pendingLines[pendingLines.length] = line;
    if (isLeaving) sendAtLeaving(line);
    else ignoreErrors(() => deliverLine(line));
  };
  /** Sends the undelivered reports of earlier documents of this origin. */
  const sendStored = (): void => {
    const storage = readStorage();
    const text = apply(getItem, storage, [settings.storageKey]);
    if (!text) return;
    apply(removeItem, storage, [settings.storageKey]);
    const lines = apply(split as (separator: string) => string[], text, ['\n']);
    for (let index = 0; index < lines.length; index += 1) send(lines[index] as string);
  };
  ignoreErrors(sendStored);
  // A line without reports, to get the reply with the state of earlier documents.
  ignoreErrors(() => deliverLine({ text: '{}' }));

  return {
    deliver(reports) {
      let text = '';
      for (let index = 0; index < reports.length; index += 1) {
        text += (index === 0 ? '' : REPORTS_DELIMITER) + reports[index];
      }
      const first = nextNumber;
      nextNumber += reports.length;
      const title = apply(slice as (from: number, to: number) => string, apply(titleOf, page.document, []), [
        0,
        MAX_TITLE_CHARS,
      ]);
      send(writeJson({ documentKey, url: page.location.href, title, isTop, first, text }));
    },
    leave() {
      isLeaving = true;
      for (let index = 0; index < pendingLines.length; index += 1) sendAtLeaving(pendingLines[index] as Line);
    },
    stay() {
      isLeaving = false;
    },
    restart() {
      documentKey = randomName();
      nextNumber = 1;
      isLeaving = false;
      // The test ignores lines that were delivered already.
      for (let index = 0; index < pendingLines.length; index += 1)
        ignoreErrors(() => deliverLine(pendingLines[index] as Line));
    },
    isLeaving: () => isLeaving,
    documentKey: () => documentKey,
  };
}

function indexOf(lines: readonly Line[], line: Pick<Line, 'text'>): number {
  for (let index = 0; index < lines.length; index += 1) if (lines[index] === line) return index;
  return -1;
}
