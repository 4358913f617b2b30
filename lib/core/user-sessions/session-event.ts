import { isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { fail, type Result, succeed } from '#core/util/result';
import { isCountedEvent } from './session-settings';

/** The fields by which the summary job groups events. Absent values are empty. */
export interface SessionOrigin {
  readonly did: string;
  readonly channel: string;
  /** `context.pdata.id`. */
  readonly producer: string;
}

/** The fields of an event that the summary job reads. */
export interface SessionEvent {
  /** Events with equal `ets` are in the order of their rows. */
  readonly row: number;
  readonly origin: SessionOrigin;
  /** Epoch milliseconds: a safe integer. */
  readonly ets: number;
  readonly eid: string;
  /** `edata.type`; `null` if there is none. */
  readonly type: string | null;
  /** `edata.mode`; empty if there is none. */
  readonly mode: string;
  /** `edata.pageid`; `null` if there is none. */
  readonly pageId: string | null;
  readonly env: string;
  /** `context.sid`; empty if there is none. */
  readonly sid: string;
  /** Numbers that an END or a SUMMARY reports; `null` for other events. */
  readonly reported: ReportedNumbers | null;
}

/** Numeric fields of `edata`, without absent ones. */
type ReportedNumbers = Readonly<Record<string, number>>;

/** The strings of an event that many events share. */
type SharedStrings = { readonly [Name in 'type' | 'mode' | 'pageId' | 'env' | 'sid']: string | null } & {
  readonly eid: string;
};

/** Why an event cannot be sorted by time. */
export type EtsFault = 'missing' | 'not-a-number' | 'out-of-range';

/**
 * Reads events for sessions.
 * Equal strings and equal origins are the same objects, because a million events have few different ones.
 */
export class SessionEventReader {
  readonly #strings = new Map<string, string>();
  readonly #origins = new Map<string, SessionOrigin>();
  #lastOrigin: SessionOrigin | null = null;
  /** The previous event, whose strings are usually the strings of the next event. */
  #last: SharedStrings = { eid: '', type: null, mode: null, pageId: null, env: null, sid: null };

  /** Returns `null` for a value that no session counts: an event of a server, or no event. */
  read(json: Json, row: number): Result<SessionEvent, EtsFault> | null {
    if (!isCountedEvent(json)) return null;
    const { eid, ets } = json;
    if (ets === undefined || ets === null) return fail('missing');
    if (typeof ets !== 'number') return fail('not-a-number');
    const time = Math.trunc(ets);
    if (!Number.isSafeInteger(time)) return fail('out-of-range');
    const context = objectOf(json.context);
    const edata = objectOf(json.edata);
    const last = this.#last;
    const event = {
      row,
      origin: this.#originOf(context),
      // Turns -0 into 0, because they are formatted differently.
      ets: time + 0,
      eid: eid === last.eid ? last.eid : this.#share(eid),
      type: this.#sharedText(edata.type, last.type),
      mode: this.#sharedText(edata.mode, last.mode) ?? '',
      pageId: this.#sharedText(edata.pageid, last.pageId),
      env: this.#sharedText(context.env, last.env) ?? '',
      sid: this.#sharedText(context.sid, last.sid) ?? '',
      reported: eid === 'END' || eid === 'SUMMARY' ? numbersOf(edata) : null,
    };
    this.#last = event;
    return succeed(event);
  }

  #originOf({ did, channel, pdata }: JsonObject): SessionOrigin {
    const [didText, channelText] = [textOf(did) ?? '', textOf(channel) ?? ''];
    const producer = textOf(objectOf(pdata).id) ?? '';
    const last = this.#lastOrigin;
    if (last !== null && last.did === didText && last.channel === channelText && last.producer === producer)
      return last;
    const origin = { did: didText, channel: channelText, producer };
    const key = originKey(origin);
    const cached = this.#origins.get(key);
    if (cached === undefined) this.#origins.set(key, origin);
    this.#lastOrigin = cached ?? origin;
    return this.#lastOrigin;
  }

  #sharedText(value: Json | undefined, last: string | null): string | null {
    // Comparing costs less than the hash that a map needs.
    if (value === last && typeof last === 'string') return last;
    const text = textOf(value);
    return text === null ? null : this.#share(text);
  }

  #share(text: string): string {
    const cached = this.#strings.get(text);
    if (cached !== undefined) return cached;
    this.#strings.set(text, text);
    return text;
  }
}

const NO_OBJECT: JsonObject = {};
const REPORTED = ['duration', 'starttime', 'endtime', 'timespent', 'pageviews', 'interactions'] as const;

function numbersOf(edata: JsonObject): ReportedNumbers {
  const reported: Record<string, number> = {};
  for (const name of REPORTED) {
    const value = edata[name];
    if (typeof value === 'number') reported[name] = value;
  }
  return reported;
}

/** Reads a string as the job does, which also accepts numbers and booleans. */
function textOf(value: Json | undefined): string | null {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : NO_OBJECT;
}

/** Returns a key that is equal for equal origins only. */
export function originKey({ did, channel, producer }: SessionOrigin): string {
  return `${did.length} ${channel.length} ${did}${channel}${producer}`;
}

/** Whether two events have the same effect on sessions. `null` stands for no event. */
export function isSameEvent(one: SessionEvent | null, other: SessionEvent | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.row === other.row &&
    one.ets === other.ets &&
    one.eid === other.eid &&
    one.type === other.type &&
    one.mode === other.mode &&
    one.pageId === other.pageId &&
    one.env === other.env &&
    one.sid === other.sid &&
    originKey(one.origin) === originKey(other.origin) &&
    JSON.stringify(one.reported) === JSON.stringify(other.reported)
  );
}
