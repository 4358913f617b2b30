import type { Progress } from '../capture/documents';
import type { Result } from '../result';
import type { KeepFor } from './keep-for';
import { createKeeper, type Keeper, type KeptList } from './keeper';
import type { KeptSession, SessionStorage } from './kept-session';
import { inTime, openSession } from './open-session';

export interface SessionHistoryDeps {
  /** Rejects where the browser's database cannot be opened. */
  readonly openStorage: () => Promise<SessionStorage>;
  /** A random name of this run of the browser. */
  readonly browserSession: () => Promise<string>;
  readonly tabId: number;
  readonly list: KeptList;
  readonly progress: () => Progress;
  readonly now: () => number;
  readonly after: (milliseconds: number, call: () => void) => () => void;
  /** Shows a sentence to the person: what is kept, or will be kept, is not. */
  readonly tell: (problem: string) => void;
}

/** The session of one tab, kept while no panel is open. Where the database fails, the panel works on without it. */
export interface SessionHistory {
  /** What was kept, or null. Answers within 3 seconds. */
  load(keepFor: KeepFor): Promise<KeptSession | null>;
  /** Keeps the list from now on, if it is to be kept at all; to be called when what was loaded stands in the list. */
  choose(keepFor: KeepFor): void;
  flush(): void;
}

const PATIENCE_MS = 3_000;
const NO_DATABASE =
  'The browser’s database does not answer, so events are not kept when the panel closes. Recording goes on.';
const NOT_WRITTEN =
  'The browser’s database is full or broken, so events are not kept from now on when the panel closes. Recording goes on.';

export function createSessionHistory(deps: SessionHistoryDeps): SessionHistory {
  const { tabId, list, progress, now, after, tell } = deps;
  let storage: SessionStorage | null = null;
  let browserSession = '';
  let keeper: Keeper | null = null;
  let loaded: readonly unknown[] = [];

  const read = async (keepFor: KeepFor): Promise<Result<KeptSession | null, string>> => {
    [storage, browserSession] = await Promise.all([deps.openStorage(), deps.browserSession()]);
    return openSession({ storage, key: keyOf(browserSession, tabId), browserSession, keepFor, now });
  };
  const makeKeeper = (opened: SessionStorage): Keeper =>
    createKeeper({
      storage: opened,
      key: keyOf(browserSession, tabId),
      browserSession,
      list,
      progress,
      now,
      after,
      onFailure: () => tell(NOT_WRITTEN),
    });

  return {
    async load(keepFor) {
      const kept = await inTime(read(keepFor), { milliseconds: PATIENCE_MS, words: NO_DATABASE, after });
      if (!kept.ok) {
        tell(kept.failure);
        return null;
      }
      loaded = kept.value?.records ?? [];
      return kept.value;
    },
    choose(keepFor) {
      if (storage === null) return;
      if (keepFor === 'none') {
        keeper?.stop();
        keeper = null;
        return;
      }
      if (keeper !== null) return;
      keeper = makeKeeper(storage);
      const kept = new Set(loaded);
      loaded = [];
      keeper.start((record) => kept.has(record));
    },
    flush: () => keeper?.flush(),
  };
}

/** Tab ids begin anew with every run of the browser: alone they would show rows of another day. */
function keyOf(browserSession: string, tabId: number): string {
  return `${browserSession} ${tabId}`;
}
