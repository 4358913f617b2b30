import type { InputItem } from '#core/formats/input-contents';
import { stringAt } from '#core/json/json';
import type { BaselineSubject } from '#core/report/baseline';
import type { ReportedItem } from '#core/report/reported-finding';
import { STREAM_RULE_SET, type Verdict } from '#core/telemetry/findings';
import type { SessionEvent } from '#core/user-sessions/session-event';

/**
 * The values of an event that rules over many events read.
 * Small, because threads return one for each line. `eid` and `mid` may contain a secret. They are redacted only where
 * they are shown.
 */
export interface StreamItem extends Pick<ReportedItem, 'line' | 'kind' | 'verdict' | 'eid' | 'request'> {
  /** The event's index among the items of its block, from 0. */
  readonly offset: number;
  /** Never empty: no rule checks events without a `mid`. */
  readonly mid: string;
  /** Set only if the run uses or updates a baseline. */
  readonly baselineSubject?: BaselineSubject;
  /** Whether the configuration omits a duplicate `mid` of this event. */
  readonly isIgnored?: true;
}

/** An event of a user session. The event's row is its index among the items of its block, from 0. */
export interface SessionItem {
  readonly line: number;
  readonly event: SessionEvent;
}

/** Identifies findings about a duplicate `mid`. */
export const DUPLICATE_MID = { ruleSet: STREAM_RULE_SET, code: 'duplicate-mid', path: ['mid'] } as const;

/** Creates the stream item of an event, or returns `null` if the event has no `mid`. */
export function toStreamItem(
  { json, origin }: InputItem,
  line: number,
  { kind, verdict }: Verdict,
): Omit<StreamItem, 'offset'> | null {
  const mid = stringAt(json, ['mid']);
  if (!mid) return null;
  const request = origin === undefined ? {} : { request: origin };
  return { line, kind, verdict, eid: stringAt(json, ['eid']), mid, ...request };
}
