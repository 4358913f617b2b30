import { isJsonObject, type Json } from '#core/json/json';

/** Replaces parts of events by equal parts that are already in memory. */
export interface JsonInterner {
  /**
   * Returns an equal event that shares parts with its call and the previous event.
   * `args` are the arguments of the call, or empty without a call.
   */
  intern(event: Json, args: readonly Json[]): Json;
  clear(): void;
}

/**
 * Creates an interner that stores equal parts of events once.
 * An event repeats the data of its call, and the context of the previous event. Stored once, 100,000 events take two
 * thirds of the memory, and the garbage collector has less to trace.
 */
export function createJsonInterner(): JsonInterner {
  const previousParts = new Map<string, SerializedPart>();
  return {
    intern(event, args) {
      if (!isJsonObject(event)) return event;
      const serializedArgs = args.map(serialize);
      const interned: Record<string, Json> = { ...event };
      for (const key of REPEATED_PARTS) {
        if (interned[key] === undefined) continue;
        const serialized = serialize(interned[key]);
        const part =
          [...serializedArgs, previousParts.get(key)].find((each) => each?.text === serialized.text) ?? serialized;
        previousParts.set(key, part);
        interned[key] = part.json;
      }
      return interned;
    },
    clear: () => previousParts.clear(),
  };
}

/** Parts that the SDKs repeat in consecutive events. */
const REPEATED_PARTS = ['edata', 'context', 'actor', 'object', 'tags'];

interface SerializedPart {
  readonly text: string;
  readonly json: Json;
}

function serialize(json: Json): SerializedPart {
  return { text: JSON.stringify(json), json };
}
