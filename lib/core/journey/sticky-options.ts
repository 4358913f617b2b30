import { isJsonObject, type Json, type JsonPath } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { appendItems } from '#core/util/append-items';
import { setBounded } from '#core/util/lru';
import { MAX_CHANGES, optionsOf } from './changes';
import type { Change, ObservedCall, TelemetryRecord } from './record';

/** The parts of `options` that the SDKs go on using for later events until a call resets them. */
const STICKY_PARTS = ['context', 'object', 'actor'] as const;

type Part = (typeof STICKY_PARTS)[number];

/** The options that the last call with `options` left in its SDK. */
type LeakedOption = Partial<Record<Part, { readonly value: Json; readonly row: number }>>;

/**
 * SDKs whose options are remembered, over all documents.
 * More than a page with its frames and its cached predecessors has.
 */
const MAX_SDKS = 200;

export interface StickyOptions {
  /** Notes the options of a call, and returns what an event of it shows of earlier calls' options. */
  leaks(sdkKey: string, call: ObservedCall, row: number, event: Json): readonly Change[];
}

/**
 * Finds options that leak: the context of one call in the events of later calls without a context.
 * Only what really stands in the event counts, so a reset that was not seen is no false alarm.
 */
export function createStickyOptions(): StickyOptions {
  const leftBy = new Map<string, LeakedOption>();
  return {
    leaks(sdkKey, call, row, event) {
      const left = leftBy.get(sdkKey) ?? {};
      const options = optionsOf(call);
      const found: Change[] = [];
      const next: LeakedOption = { ...left };
      for (const part of STICKY_PARTS) {
        const given = options?.[part];
        if (isJsonObject(given)) next[part] = { value: given, row };
        else appendItems(found, leaksOf(part, left[part], event));
      }
      if (Object.keys(next).length > 0) setBounded(leftBy, sdkKey, next, MAX_SDKS);
      return found;
    },
  };
}

function leaksOf(part: Part, left: LeakedOption[Part], event: Json): readonly Change[] {
  const sent = isJsonObject(event) ? event[part] : undefined;
  if (!left || !isJsonObject(left.value) || !isJsonObject(sent)) return [];
  const found: Change[] = [];
  // Walks the sent options only: a large context is not searched for each event.
  for (const key of Object.keys(sent)) {
    const value = Object.hasOwn(left.value, key) ? left.value[key] : undefined;
    if (value === undefined || !jsonEquals(value, sent[key])) continue;
    found.push({ type: 'added', path: [part, key], sent: value, fromRow: left.row });
    if (found.length === MAX_CHANGES) break;
  }
  return found;
}

/** Returns the first value of an event that leaked from an earlier call, with the row of that call; `null` if there is none. */
export function leakedOptionOf({
  changes,
}: Pick<TelemetryRecord, 'changes'>): { readonly path: JsonPath; readonly fromRow: number } | null {
  for (const change of changes) {
    if (change.type === 'added' && change.fromRow !== null) return { path: change.path, fromRow: change.fromRow };
  }
  return null;
}
