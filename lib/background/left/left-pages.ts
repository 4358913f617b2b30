import { type LeftPage, readLeftPages } from '../../history/left-page';
import { createStoredValue, type KeyValueStorage } from '../../identity/stored-value';
import { beginsWith } from '../../messaging/report-type';
import { unwatchedLogSchema } from '../../messaging/unwatched-log';
import { createFollowedLog, type FollowedLog, withinCharacters } from './followed-log';

export interface LeftPagesDeps {
  /** In memory: what pages say is not yet looked through for secrets, and must never come to a disk. */
  readonly storage: KeyValueStorage;
  /** Whether the person wants events kept at all while the panel is closed. */
  readonly isKept: () => Promise<boolean>;
  readonly now: () => number;
  readonly after: (milliseconds: number, call: () => void) => void;
}

/** Who told it, as the browser says it. */
export interface LeftSender {
  readonly tabId: number;
  readonly frameId: number;
  readonly url: string;
}

export interface LeftPages {
  /** Hears every message of a relay; keeps the logs of documents that go away for good. */
  hear(message: unknown, sender: LeftSender): void;
  /** Gives those of a tab, the first that left first, and forgets them. */
  take(tabId: number): Promise<readonly LeftPage[]>;
}

const KEY = 'leftPages';

/** What a page does while it goes away comes in many messages within a moment, and is written at once. */
const GATHER_MS = 100;

/** Living documents whose logs are followed at one time; of any other the last word is kept. */
const MOST_FOLLOWED = 50;

/** Of all pages together: a part of the 10 MB that the browser gives, in UTF-16 units. */
const MOST_CHARACTERS = 3_000_000;
const MOST_PAGES = 100;

/**
 * Keeps what pages did until they went away while no panel was open: their own logs go with them, and a panel that opens
 * later could never tell whether a waiting event was sent or lost.
 */
export function createLeftPages({ storage, isKept, now, after }: LeftPagesDeps): LeftPages {
  const stored = createStoredValue(storage, KEY, readLeftPages);
  const followed = new Map<string, FollowedLog>();
  const leaving = new Map<string, Omit<LeftPage, 'sightings'>>();

  const logOf = (documentKey: string): FollowedLog => {
    const log = followed.get(documentKey) ?? createFollowedLog();
    followed.delete(documentKey);
    followed.set(documentKey, log);
    const oldest = [...followed.keys()].find((key) => !leaving.has(key));
    if (followed.size > MOST_FOLLOWED && oldest !== undefined) followed.delete(oldest);
    return log;
  };
  let written: Promise<unknown> = Promise.resolve();
  const write = (): Promise<unknown> => {
    // Where the browser refuses to keep it there is nobody to tell.
    written = written.then(writeNow).catch(() => undefined);
    return written;
  };
  const writeNow = async (): Promise<void> => {
    const pages = [...leaving.values()].map((page) => ({ ...page, sightings: logOf(page.documentKey).sightings() }));
    for (const { documentKey } of pages) {
      leaving.delete(documentKey);
      followed.delete(documentKey);
    }
    const telling = pages.filter(({ sightings }) => sightings.some(isOfTelemetry));
    if (telling.length > 0 && (await isKept())) await stored.update((before) => bounded(merged(before, telling)));
  };

  return {
    hear(message, { tabId, frameId, url }) {
      const told = unwatchedLogSchema.safeParse(message);
      if (!told.success) return;
      const { documentKey, isTop, sightings, gone } = told.data;
      logOf(documentKey).add(sightings);
      if (!gone || leaving.has(documentKey)) return;
      leaving.set(documentKey, { tabId, documentKey, isTop, frameId: isTop ? 0 : frameId, url, leftAt: now() });
      after(GATHER_MS, () => void write());
    },
    async take(tabId) {
      await write();
      let taken: readonly LeftPage[] = [];
      await stored.update((pages) => {
        taken = pages.filter((page) => page.tabId === tabId);
        return pages.filter((page) => page.tabId !== tabId);
      });
      return taken.toSorted((one, other) => one.leftAt - other.leftAt);
    },
  };
}

/** Of every page the hook says that it leaves; a page that has nothing else to tell had no telemetry. */
function isOfTelemetry({ text }: LeftPage['sightings'][number]): boolean {
  return !beginsWith('left', text);
}

/** What comes after the gathering joins what was written before it. */
function merged(before: readonly LeftPage[], pages: readonly LeftPage[]): readonly LeftPage[] {
  const all = new Map(before.map((page) => [page.documentKey, page]));
  for (const page of pages) {
    const known = all.get(page.documentKey);
    all.set(page.documentKey, known ? { ...known, sightings: [...known.sightings, ...page.sightings] } : page);
  }
  return [...all.values()];
}

/** Of too much the oldest pages keep only their last words. */
function bounded(pages: readonly LeftPage[]): readonly LeftPage[] {
  let room = MOST_CHARACTERS;
  const kept = pages.slice(-MOST_PAGES).toReversed();
  const short = kept.map((page) => {
    const sightings = withinCharacters(page.sightings, room);
    room = Math.max(0, room - sightings.reduce((sum, { text }) => sum + text.length, 0));
    return { ...page, sightings };
  });
  return short.toReversed();
}
