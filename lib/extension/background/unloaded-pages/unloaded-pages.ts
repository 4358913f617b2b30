import { createStoredValue, type KeyValueStorage } from '#core/identity/stored-value';
import { setBounded } from '#core/util/lru';
import { createJob, type SetTimer } from '#core/util/scheduler';
import type { NumberedObservation, UnwatchedLog } from '#core/wire/page-messages';
import { beginsWith } from '#core/wire/report-type';
import { readUnloadedPages, type UnloadedPage } from '#panel/persistence/unloaded-page';

export interface UnloadedPagesDeps {
  /** Memory storage: reports of pages are not yet redacted, and must never be on disk. */
  readonly storage: KeyValueStorage;
  /** Whether the user chose to store events while the panel is closed. */
  readonly shouldStore: () => Promise<boolean>;
  readonly now: () => number;
  readonly setTimer: SetTimer;
}

/** The sender, as the browser reports it. */
interface UnloadedPageSender {
  readonly tabId: number;
  readonly frameId: number;
  readonly url: string;
}

export interface UnloadedPages {
  /** Handles a report of a relay. Stores the log of a document that is unloaded. */
  handle(log: UnwatchedLog, sender: UnloadedPageSender): void;
  /** Removes and returns the pages of a tab, in the order of their unload. */
  take(tabId: number): Promise<readonly UnloadedPage[]>;
  /** Deletes the pages of a closed tab, because no panel can request them any more. */
  forgetTab(tabId: number): Promise<void>;
}

const KEY = 'unloadedPages';

/**
 * Delay of a write.
 * An unloading page reports in many messages within a moment, which one write stores.
 */
const WRITE_DELAY_MS = 100;

/**
 * Maximum number of documents whose logs are buffered.
 * The log of an evicted document starts again with its next report.
 */
const MAX_BUFFERED_LOGS = 50;
/** Limit for all buffered logs together, in the worker's memory. */
const MAX_BUFFERED_BYTES = 16_000_000;

/**
 * Limit for all pages together.
 * Browsers limit `storage.session` to 10 MiB. More than half of this limit stays free for log-ins.
 */
const MAX_STORED_BYTES = 4_000_000;
const MAX_PAGES = 100;
/** Estimated size of a stored page without its URL and its observations. */
const PAGE_BYTES = 1_000;
/** A fragment may be megabytes long, and the URL is only displayed. */
const MAX_URL_CHARACTERS = 2_048;

/** Maximum number of stored closed tabs, whose relays may still report. */
const MAX_CLOSED_TABS = 100;

/**
 * Stores the logs of pages that unload while no panel is open.
 * Without these logs, a panel that opens later could not detect whether a pending event was sent or lost.
 */
export function createUnloadedPages({ storage, shouldStore, now, setTimer }: UnloadedPagesDeps): UnloadedPages {
  const stored = createStoredValue(storage, KEY, readUnloadedPages);
  const logs = new Map<string, LogBuffer>();
  const unloadingPages = new Map<string, Omit<UnloadedPage, 'observations'>>();
  const closedTabs = new Map<number, true>();

  const touchLog = (documentKey: string): LogBuffer => {
    const log = logs.get(documentKey) ?? createLogBuffer();
    logs.delete(documentKey);
    logs.set(documentKey, log);
    const oldest = [...logs.keys()].find((key) => !unloadingPages.has(key));
    if (logs.size > MAX_BUFFERED_LOGS && oldest !== undefined) logs.delete(oldest);
    return log;
  };
  const evictLogs = (): void => {
    let bytes = [...logs.values()].reduce((sum, log) => sum + log.bytes(), 0);
    for (const [key, log] of logs) {
      if (bytes <= MAX_BUFFERED_BYTES) return;
      bytes -= log.bytes();
      logs.delete(key);
    }
  };
  let lastWrite: Promise<unknown> = Promise.resolve();
  const write = (): Promise<unknown> => {
    lastWrite = lastWrite.then(writeNow).catch(() => undefined);
    return lastWrite;
  };
  const writeJob = createJob(
    (run) => setTimer(WRITE_DELAY_MS, run),
    () => void write(),
  );
  const writeNow = async (): Promise<void> => {
    const pages = [...unloadingPages.values()].map((page) => ({
      ...page,
      observations: touchLog(page.documentKey).observations(),
    }));
    for (const { documentKey } of pages) {
      unloadingPages.delete(documentKey);
      logs.delete(documentKey);
    }
    const relevant = pages.filter(({ observations }) => observations.some(hasTelemetry));
    if (relevant.length > 0 && (await shouldStore()))
      await stored.update((before) => fitToLimit(mergePages(before, relevant)));
  };

  return {
    handle({ documentKey, isTop, observations, unloaded }, { tabId, frameId, url }) {
      if (closedTabs.has(tabId)) return;
      touchLog(documentKey).add(observations);
      evictLogs();
      if (!unloaded || unloadingPages.has(documentKey)) return;
      const page = {
        tabId,
        documentKey,
        isTop,
        frameId: isTop ? 0 : frameId,
        url: truncateUrl(url),
        unloadedAt: now(),
      };
      unloadingPages.set(documentKey, page);
      writeJob.schedule();
    },
    async take(tabId) {
      await write();
      let removedPages: readonly UnloadedPage[] = [];
      await stored.update((pages) => {
        removedPages = pages.filter((page) => page.tabId === tabId);
        return pages.filter((page) => page.tabId !== tabId);
      });
      return removedPages.toSorted((one, other) => one.unloadedAt - other.unloadedAt);
    },
    async forgetTab(tabId) {
      setBounded(closedTabs, tabId, true, MAX_CLOSED_TABS);
      for (const [key, page] of unloadingPages) if (page.tabId === tabId) unloadingPages.delete(key);
      await lastWrite;
      const hasPages = (await stored.read()).some((page) => page.tabId === tabId);
      if (hasPages) await stored.update((pages) => pages.filter((page) => page.tabId !== tabId));
    },
  };
}

/**
 * Whether a report concerns telemetry.
 * Every unload is reported, so a page without any other report had no telemetry.
 */
function hasTelemetry({ text }: UnloadedPage['observations'][number]): boolean {
  return !beginsWith('pagehide', text);
}

/** Appends later reports of a page to its stored ones. */
function mergePages(before: readonly UnloadedPage[], pages: readonly UnloadedPage[]): readonly UnloadedPage[] {
  const all = new Map(before.map((page) => [page.documentKey, page]));
  for (const page of pages) {
    const earlier = all.get(page.documentKey);
    const merged = earlier && { ...earlier, observations: [...earlier.observations, ...page.observations] };
    all.set(page.documentKey, merged ?? page);
  }
  return [...all.values()];
}

function truncateUrl(url: string): string {
  return url.length > MAX_URL_CHARACTERS ? `${url.slice(0, MAX_URL_CHARACTERS - 1)}…` : url;
}

/** Reduces the oldest pages to their last observations, or drops them, until all fit. */
function fitToLimit(pages: readonly UnloadedPage[]): readonly UnloadedPage[] {
  let remainingBytes = MAX_STORED_BYTES;
  const stored: UnloadedPage[] = [];
  for (const page of pages.slice(-MAX_PAGES).toReversed()) {
    const ownBytes = PAGE_BYTES + storedBytes(page.url);
    const observations = newestWithin(page.observations, remainingBytes - ownBytes);
    if (observations.length === 0) continue;
    remainingBytes -= ownBytes + observationsBytes(observations);
    stored.push({ ...page, observations });
  }
  return stored.toReversed();
}

type Observations = readonly NumberedObservation[];

/** Limit of one document's log, because memory storage is small and also contains the sessions. */
const MAX_LOG_BYTES = 1_000_000;
/** Estimated size of a stored observation without its text. */
const OBSERVATION_BYTES = 200;

/**
 * Buffers the log of one document, which is reported in parts.
 * Parts may repeat, and older ones may follow newer ones.
 */
interface LogBuffer {
  add(observations: Observations): void;
  /** Returns the observations in order, but only the newest ones if the log exceeds its limit. */
  observations(): Observations;
  bytes(): number;
}

function createLogBuffer(): LogBuffer {
  const texts = new Map<number, string>();
  let bytes = 0;

  const newestObservations = (): Observations => {
    const all = [...texts].map(([seq, text]) => ({ seq, text })).sort((one, other) => one.seq - other.seq);
    const newest = newestWithin(all, MAX_LOG_BYTES);
    return newest.length > 0 ? newest : all.slice(-1);
  };
  const dropOldest = (): void => {
    const newest = newestObservations();
    texts.clear();
    bytes = 0;
    for (const observation of newest) put(observation);
  };
  const put = (observation: Observations[number]): void => {
    if (texts.has(observation.seq)) return;
    texts.set(observation.seq, observation.text);
    bytes += bytesOf(observation);
  };

  return {
    add(observations) {
      for (const observation of observations) put(observation);
      if (bytes > 2 * MAX_LOG_BYTES) dropOldest();
    },
    observations: newestObservations,
    bytes: () => bytes,
  };
}

function observationsBytes(observations: Observations): number {
  return observations.reduce((sum, observation) => sum + bytesOf(observation), 0);
}

/** Returns the last observations that fit. */
function newestWithin(observations: Observations, maxBytes: number): Observations {
  let bytes = 0;
  const lastExcluded = observations.findLastIndex((observation) => {
    bytes += bytesOf(observation);
    return bytes > maxBytes;
  });
  return observations.slice(lastExcluded + 1);
}

function bytesOf({ text }: Observations[number]): number {
  return OBSERVATION_BYTES + storedBytes(text);
}

/**
 * Returns the size of a string in `storage.session`.
 * Uses the larger of two counts: Chromium counts UTF-8, Firefox one or two bytes for each UTF-16 unit.
 */
function storedBytes(text: string): number {
  const utf8 = new TextEncoder().encode(text).byteLength;
  return utf8 === text.length ? utf8 : Math.max(utf8, 2 * text.length);
}
