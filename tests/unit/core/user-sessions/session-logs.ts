import type { Json, JsonObject } from '#core/json/json';
import { type SessionEvent, SessionEventReader } from '#core/user-sessions/session-event';

/** Reads the events of a log. The row of an event is its position in the log, from 1. */
export function readSessionEvents(log: readonly Json[]): readonly SessionEvent[] {
  const reader = new SessionEventReader();
  return log.flatMap((json, index) => {
    const result = reader.read(json, index + 1);
    return result?.ok ? [result.value] : [];
  });
}

/** Creates a seeded generator of random numbers from 0 to below 1 (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), 1 | state);
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits;
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

const EIDS = 'START START START END END IMPRESSION IMPRESSION INTERACT INTERACT INTERACT ASSESS INTERRUPT LOG'.split(
  ' ',
);
const TYPES = ['app', 'content', 'content', 'Content', 'session', 'player', 'editor', 'resource', 'app'];
const MODES = ['play', 'play', 'play', 'preview', '', undefined, 'Play'];
const INTERACT_TYPES = ['TOUCH', 'click', 'OTHER', 'SHOW', 'scroll', 'END'];
const GAPS_MS = [0, 0, 5, 1_234, 15_005, 42_195, 600_000, 600_001, 700_000, 1_800_000, 1_800_001, 4_000_000];

interface LogValues {
  readonly eids: readonly string[];
  readonly types: readonly (string | undefined)[];
}

const LOG_VALUES: LogValues = { eids: EIDS, types: TYPES };
/** Values with SUMMARY events and with events without a type. */
export const ODD_LOG_VALUES: LogValues = { eids: [...EIDS, 'SUMMARY', 'SUMMARY'], types: [...TYPES, undefined] };

/** Creates a log with nesting, missing ENDs, breaks, idle times and mixed producers, not in the order of `ets`. */
export function createRandomLog(seed: number, { eids, types } = LOG_VALUES): readonly JsonObject[] {
  const random = createRandom(seed);
  const select = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const producers = ['portal', 'app', 'player'].slice(0, 1 + Math.floor(random() * 3));
  // Only the later gaps are idle times, so logs differ in their number of idle times.
  const gaps = GAPS_MS.slice(0, 5 + Math.floor(random() * (GAPS_MS.length - 4)));
  let ets = 1_700_000_000_000;
  const log = Array.from({ length: 5 + Math.floor(random() * 120) }, (): JsonObject => {
    ets += select(gaps) + (random() < 0.5 ? Math.floor(random() * 9_999) : 0);
    const eid = select(eids);
    const type = eid === 'INTERACT' ? select(INTERACT_TYPES) : select(types);
    const hasMode = eid === 'START' || eid === 'END' || eid === 'SUMMARY';
    const mode = hasMode ? select(MODES) : undefined;
    return {
      eid,
      ets,
      context: { did: 'd', channel: 'c', env: select(['home', 'player']), pdata: { id: select(producers) } },
      edata: {
        ...(type === undefined ? {} : { type }),
        pageid: select(['home', 'library', 'detail']),
        ...(mode === undefined ? {} : { mode }),
        ...(eid === 'SUMMARY' ? { starttime: ets - select(GAPS_MS), timespent: 5, pageviews: 1 } : {}),
      },
    };
  });
  return log
    .map((event, index) => ({ event, at: random() < 0.1 ? random() * log.length : index }))
    .sort((one, other) => one.at - other.at)
    .map(({ event }) => event);
}
