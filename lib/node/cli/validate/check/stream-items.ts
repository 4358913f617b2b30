import type { InputItem } from '#core/formats/input-contents';
import { stringAt } from '#core/json/json';
import type { BaselineSubject } from '#core/report/baseline';
import type { ReportedItem } from '#core/report/reported-finding';
import { STREAM_RULE_SET, type Verdict } from '#core/telemetry/findings';
import type { SessionEvent } from '#core/user-sessions/session-event';

/**
 * The values of one event that rules over many events read: small, as a thread returns it for each line.
 * Its `eid` and `mid` are unmasked: they may hold a secret, and are masked where they are shown.
 */
export interface StreamItem extends Pick<ReportedItem, 'line' | 'kind' | 'verdict' | 'eid' | 'request'> {
  /** Its index among the items of its block, from 0. */
  readonly offset: number;
  /** Never empty: no rule checks events without a `mid`. */
  readonly mid: string;
  /** Absent unless a baseline is asked. */
  readonly baselineSubject?: BaselineSubject;
  /** Whether the configuration omits a duplicate `mid` of this event. */
  readonly isIgnored?: true;
}

/** An event that user sessions count. Its row is its index among the items of its block, from 0. */
export interface SessionItem {
  readonly line: number;
  readonly event: SessionEvent;
}

/** Identifies findings of a duplicate `mid`. */
export const DUPLICATE_MID = { ruleSet: STREAM_RULE_SET, code: 'duplicate-mid', path: ['mid'] } as const;

/** Returns `null` for an event without a `mid`. */
export function streamItemOf(
  { json, origin }: InputItem,
  line: number,
  { kind, verdict }: Verdict,
): Omit<StreamItem, 'offset'> | null {
  const mid = stringAt(json, ['mid']);
  if (!mid) return null;
  const request = origin === undefined ? {} : { request: origin };
  return { line, kind, verdict, eid: stringAt(json, ['eid']), mid, ...request };
}
