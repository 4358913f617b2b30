import type { BaselineSubject } from '#core/report/baseline';
import type { ReportedItem } from '#core/report/reported-finding';
import { STREAM_RULE_SET } from '#core/telemetry/findings';

/**
 * What rules over many events look at of one event: small, as a thread returns it for each line.
 * Its `eid` and `mid` are those of the event: they may hold a secret, and are redacted where they are shown.
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

/** What names a duplicate `mid`. */
export const DUPLICATE_MID = { ruleSet: STREAM_RULE_SET, code: 'duplicate-mid', path: ['mid'] } as const;
