import { isJsonObject, type Json, type JsonPath } from '#core/json/json';
import { jsonEquals } from '#core/json/json-equals';
import { appendItems } from '#core/util/lists';
import { setBounded } from '#core/util/lru';
import { MAX_CHANGES, optionsOf } from './changes';
import type { Change, ObservedCall, TelemetryRecord } from './record';

/** The parts of `options` that the SDKs also apply to later events, until a call resets them. */
const STICKY_PARTS = ['context', 'object', 'actor'] as const;

type Part = (typeof STICKY_PARTS)[number];

/** The options that are set in an SDK, each with the row of its call. */
type StoredOptions = Partial<Record<Part, { readonly value: Json; readonly row: number }>>;

/**
 * Limit of the SDKs whose options are stored, over all documents.
 * A page with its frames and cached predecessors has fewer.
 */
const MAX_SDKS = 200;

export interface StickyOptions {
  /** Stores the options of a call. Returns the values of its event that leaked from options of earlier calls. */
  findLeaks(sdkKey: string, call: ObservedCall, row: number, event: Json): readonly Change[];
}

/**
 * Creates a search for options that leak, such as the context of one call in events of later calls without a context.
 * Only values in the event itself count, so that an unobserved reset causes no false finding.
 */
export function createStickyOptions(): StickyOptions {
  const optionsBySdk = new Map<string, StoredOptions>();
  return {
    findLeaks(sdkKey, call, row, event) {
      const earlier = optionsBySdk.get(sdkKey) ?? {};
      const options = optionsOf(call);
      const changes: Change[] = [];
      const next: StoredOptions = { ...earlier };
      for (const part of STICKY_PARTS) {
        const value = options?.[part];
        if (isJsonObject(value)) next[part] = { value, row };
        else appendItems(changes, findLeaksOfPart(part, earlier[part], event));
      }
      if (Object.keys(next).length > 0) setBounded(optionsBySdk, sdkKey, next, MAX_SDKS);
      return changes;
    },
  };
}

function findLeaksOfPart(part: Part, earlier: StoredOptions[Part], event: Json): readonly Change[] {
  const sent = isJsonObject(event) ? event[part] : undefined;
  if (!earlier || !isJsonObject(earlier.value) || !isJsonObject(sent)) return [];
  const leaks: Change[] = [];
  // Walks the sent options only: a large context is not searched for each event.
  for (const key of Object.keys(sent)) {
    const value = Object.hasOwn(earlier.value, key) ? earlier.value[key] : undefined;
    if (value === undefined || !jsonEquals(value, sent[key])) continue;
    leaks.push({ type: 'added', path: [part, key], sent: value, fromRow: earlier.row });
    if (leaks.length === MAX_CHANGES) break;
  }
  return leaks;
}

/** Returns the first value that leaked from an earlier call, with the row of that call, or `null`. */
export function leakedOptionOf({
  changes,
}: Pick<TelemetryRecord, 'changes'>): { readonly path: JsonPath; readonly fromRow: number } | null {
  for (const change of changes) {
    if (change.type === 'added' && change.fromRow !== null) return { path: change.path, fromRow: change.fromRow };
  }
  return null;
}
