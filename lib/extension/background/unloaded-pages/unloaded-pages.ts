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
  readonly isStored: () => Promise<boolean>;
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
  /** Deletes the pages of a closed tab, which no panel can request any more. */
  forgetTab(tabId: number): Promise<void>;
}

const KEY = 'leftPages';

/**
 * Delay of a write.
 * An unloading page reports in many messages within a moment, which one write stores.
 */
const WRITE_DELAY_MS = 100;

/**
 * Maximum of loaded documents whose logs are followed.
 * Of further ones, only the last report is stored.
 */
const MAX_FOLLOWED = 50;
/** Limit for all followed logs together, in the worker's memory. */
const MAX_FOLLOWED_BYTES = 16_000_000;

/**
 * Limit for all pages together.
 * Browsers limit `storage.session` to 10 MiB: more than half of it stays free for log-ins.
 */
const MAX_STORED_BYTES = 4_000_000;
const MAX_PAGES = 100;
/** Estimated size of a stored page without its URL and its observations. */
const PAGE_BYTES = 1_000;
/** A fragment may be megabytes long, and the URL is only displayed. */
const MAX_URL_CHARACTERS = 2_048;

/** Maximum of closed tabs that are remembered, because their relays may still report. */
const MAX_CLOSED = 100;

/**
 * Stores the logs of pages that unload while no panel is open.
 * Without them, a panel that opens later could not detect whether a pending event was sent or lost.
 */
export function createUnloadedPages({ storage, isStored, now, setTimer }: UnloadedPagesDeps): UnloadedPages {
  const stored = createStoredValue(storage, KEY, readUnloadedPages);
  const followed = new Map<string, LogBuffer>();
  const leaving = new Map<string, Omit<UnloadedPage, 'observations'>>();
  const closed = new Map<number, true>();

  const touchLog = (documentKey: string): LogBuffer => {
    const log = followed.get(documentKey) ?? createLogBuffer();
    followed.delete(documentKey);
    followed.set(documentKey, log);
    const oldest = [...followed.keys()].find((key) => !leaving.has(key));
    if (followed.size > MAX_FOLLOWED && oldest !== undefined) followed.delete(oldest);
    return log;
  };
  const boundFollowed = (): void => {
    let bytes = [...followed.values()].reduce((sum, log) => sum + log.bytes(), 0);
    for (const [key, log] of followed) {
      if (bytes <= MAX_FOLLOWED_BYTES) return;
      bytes -= log.bytes();
      followed.delete(key);
    }
  };
  let written: Promise<unknown> = Promise.resolve();
  const write = (): Promise<unknown> => {
    written = written.then(writeNow).catch(() => undefined);
    return written;
  };
  const writing = createJob(
    (run) => setTimer(WRITE_DELAY_MS, run),
    () => void write(),
  );
  const writeNow = async (): Promise<void> => {
    const pages = [...leaving.values()].map((page) => ({
      ...page,
      observations: touchLog(page.documentKey).observations(),
    }));
    for (const { documentKey } of pages) {
      leaving.delete(documentKey);
      followed.delete(documentKey);
    }
    const relevant = pages.filter(({ observations }) => observations.some(hasTelemetry));
    if (relevant.length > 0 && (await isStored()))
      await stored.update((before) => fitToLimit(mergePages(before, relevant)));
  };

  return {
    handle({ documentKey, isTop, observations, unloaded }, { tabId, frameId, url }) {
      if (closed.has(tabId)) return;
      touchLog(documentKey).add(observations);
      boundFollowed();
      if (!unloaded || leaving.has(documentKey)) return;
      const page = { tabId, documentKey, isTop, frameId: isTop ? 0 : frameId, url: truncateUrl(url), leftAt: now() };
      leaving.set(documentKey, page);
      writing.schedule();
    },
    async take(tabId) {
      await write();
      let removedPages: readonly UnloadedPage[] = [];
      await stored.update((pages) => {
        removedPages = pages.filter((page) => page.tabId === tabId);
        return pages.filter((page) => page.tabId !== tabId);
      });
      return removedPages.toSorted((one, other) => one.leftAt - other.leftAt);
    },
    async forgetTab(tabId) {
      setBounded(closed, tabId, true, MAX_CLOSED);
      for (const [key, page] of leaving) if (page.tabId === tabId) leaving.delete(key);
      await written;
      const hasPages = (await stored.read()).some((page) => page.tabId === tabId);
      if (hasPages) await stored.update((pages) => pages.filter((page) => page.tabId !== tabId));
    },
  };
}

/**
 * Whether a report concerns telemetry.
 * The hook reports every unload; a page without another report had none.
 */
function hasTelemetry({ text }: UnloadedPage['observations'][number]): boolean {
  return !beginsWith('pagehide', text);
}

/** Appends later reports of a page to its stored ones. */
function mergePages(before: readonly UnloadedPage[], pages: readonly UnloadedPage[]): readonly UnloadedPage[] {
  const all = new Map(before.map((page) => [page.documentKey, page]));
  for (const page of pages) {
    const known = all.get(page.documentKey);
    all.set(page.documentKey, known ? { ...known, observations: [...known.observations, ...page.observations] } : page);
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
    const observations = takeNewestWithin(page.observations, remainingBytes - ownBytes);
    if (observations.length === 0) continue;
    remainingBytes -= ownBytes + observationsBytes(observations);
    stored.push({ ...page, observations });
  }
  return stored.toReversed();
}

type Observations = readonly NumberedObservation[];

/** Limit of one document: memory storage is small and holds the sessions too. */
const MAX_BYTES = 1_000_000;
/** Estimated size of a stored observation without its text. */
const OBSERVATION_BYTES = 200;

/**
 * Buffers the log of one document, which is reported in parts.
 * Parts may repeat, and older ones may follow newer ones.
 */
interface LogBuffer {
  add(observations: Observations): void;
  /** Returns the observations in order; only the newest if the log exceeds its limit. */
  observations(): Observations;
  bytes(): number;
}

function createLogBuffer(): LogBuffer {
  const texts = new Map<number, string>();
  let bytes = 0;

  const newest = (): Observations => {
    const all = [...texts].map(([seq, text]) => ({ seq, text })).sort((one, other) => one.seq - other.seq);
    const newestReports = takeNewestWithin(all, MAX_BYTES);
    return newestReports.length > 0 ? newestReports : all.slice(-1);
  };
  const dropOldest = (): void => {
    const newestReports = newest();
    texts.clear();
    bytes = 0;
    for (const observation of newestReports) put(observation);
  };
  const put = (observation: Observations[number]): void => {
    if (texts.has(observation.seq)) return;
    texts.set(observation.seq, observation.text);
    bytes += bytesOf(observation);
  };

  return {
    add(observations) {
      for (const observation of observations) put(observation);
      if (bytes > 2 * MAX_BYTES) dropOldest();
    },
    observations: newest,
    bytes: () => bytes,
  };
}

function observationsBytes(observations: Observations): number {
  return observations.reduce((sum, observation) => sum + bytesOf(observation), 0);
}

/** Returns the last observations that fit. */
function takeNewestWithin(observations: Observations, maxBytes: number): Observations {
  let bytes = 0;
  const tooMuch = observations.findLastIndex((observation) => {
    bytes += bytesOf(observation);
    return bytes > maxBytes;
  });
  return observations.slice(tooMuch + 1);
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
