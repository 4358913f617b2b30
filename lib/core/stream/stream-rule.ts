import type { JsonPath } from '#core/json/json';
import {
  type SESSION_RULE_SET,
  type Severity,
  STREAM_RULE_SET,
  type StreamFindingCode,
  type StreamRuleSetId,
} from '#core/telemetry/findings';
import type { SessionViolation } from '#core/user-sessions/session-finding';

/** Finding of a stream rule, with the parameters of its message. */
type StreamViolation =
  | ({ readonly ruleSet: typeof SESSION_RULE_SET } & SessionViolation)
  | ({ readonly ruleSet: typeof STREAM_RULE_SET; readonly code: StreamFindingCode } & (
      | DuplicateMid
      /** `path` is the path of the first leaked value in the event. `fromRow` is the row of the call that set it. */
      | { readonly code: 'leaked-options'; readonly params: { readonly fromRow: number } }
      /** The page unloaded before its SDK sent the event. */
      | { readonly code: 'lost'; readonly params: Readonly<Record<never, never>> }
    ));

/** The jobs of a pipeline that look for an earlier event with the same `mid`. */
export type DuplicateStep = 'preprocessor' | 'druid-validator';

/** `path` is the path of the `mid`. `step` is the pipeline job that finds the duplicate, if a job was checked. */
interface DuplicateMid {
  readonly code: 'duplicate-mid';
  readonly params: { readonly reason: 'duplicate-mid'; readonly step?: DuplicateStep };
}

/** A finding about several events, or about the fate of one event. Plain data. */
export type StreamFinding = StreamViolation & {
  readonly severity: Severity;
  readonly path: JsonPath;
  /** The row that the finding is about, followed by the rows that it refers to. */
  readonly rows: readonly [number, ...number[]];
  /** Unique among the findings of a stream. A later state of the finding has the same key. */
  readonly key: string;
};

/** How the findings of a rule changed. */
export interface StreamChange {
  /** New findings. A finding replaces an earlier finding with the same key. */
  readonly found: readonly StreamFinding[];
  /** Keys of the findings that no longer apply. */
  readonly withdrawn: readonly string[];
}

/** The change of a call that neither found nor withdrew anything. */
export const NO_CHANGE: StreamChange = { found: [], withdrawn: [] };

/**
 * A rule over many events.
 * After any additions and removals, its findings equal those of a run over the remaining events.
 * @template Event The values that the rule reads. Rows are numbers from 1 that nearly always increase.
 */
export interface StreamRule<Event extends { readonly row: number }> {
  readonly id: StreamRuleSetId;
  /** Adds events. An event replaces an earlier event with the same row. */
  add(events: readonly Event[]): StreamChange;
  /** Removes rows with their findings. Ignores unknown rows. */
  remove(rows: readonly number[]): StreamChange;
  /** Call when no event will follow. */
  end(): StreamChange;
}

/**
 * Creates a rule with at most one finding per event.
 * The rule stores only the rows with findings, in about 50 bytes each.
 */
export function createRowRule<Event extends { readonly row: number }>(
  find: (event: Event) => StreamFinding | null,
): StreamRule<Event> {
  const keys = new Map<number, string>();
  const change = (findings: ReadonlyMap<number, StreamFinding>, otherRows: Iterable<number>): StreamChange => {
    const withdrawn: string[] = [];
    for (const row of otherRows) {
      const key = keys.get(row);
      if (key !== undefined) withdrawn.push(key);
      keys.delete(row);
    }
    for (const [row, { key }] of findings) keys.set(row, key);
    return findings.size + withdrawn.length === 0 ? NO_CHANGE : { found: [...findings.values()], withdrawn };
  };
  return {
    id: STREAM_RULE_SET,
    add(events) {
      const findings = new Map<number, StreamFinding>();
      const otherRows = new Set<number>();
      for (const event of events) {
        const finding = find(event);
        if (finding === null) {
          otherRows.add(event.row);
          findings.delete(event.row);
        } else {
          findings.set(event.row, finding);
          otherRows.delete(event.row);
        }
      }
      return change(findings, otherRows);
    },
    remove: (rows) => change(new Map(), rows),
    end: () => NO_CHANGE,
  };
}
