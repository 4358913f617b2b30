import type { BaselineEntry } from '#core/report/baseline';
import type { ReportPart } from '#core/report/finding-report';
import type { StatsPart } from '#core/report/stats/event-stats';
import type { Severity, Verdict } from '#core/telemetry/findings';
import type { FateDuplicates, FateFact } from './fate-facts';
import type { FateCounts } from './fate-predictor';
import type { SessionItem, StreamItem } from './stream-items';

/** The results of a block of an input. */
export interface CheckedBlock {
  /** Lines of the output in UTF-8, each with its line feed. The checker overwrites them with its next block. */
  readonly out: Uint8Array;
  /** Sentences about what holds the items, for the standard error. */
  readonly notes: readonly string[];
  /** How many items there were, shown or not. */
  readonly items: number;
  readonly verdicts: Readonly<Record<Verdict['verdict'], number>>;
  /** Without the findings that are known. */
  readonly severities: Readonly<Record<Severity, number>>;
  /** Keys of the entries of the baseline that were found. */
  readonly known: readonly string[];
  readonly newBaseline: readonly BaselineEntry[];
  /** `null` if no report is wanted. */
  readonly report: ReportPart | null;
  /** `null` if no statistics are wanted. */
  readonly stats: StatsPart | null;
  /** Inputs of rules over many events, in the order of the items. */
  readonly streamItems: readonly StreamItem[];
  /** The events that user sessions count. */
  readonly sessionItems: readonly SessionItem[];
  /** `null` if no fates are asked. */
  readonly fates: FateCounts | null;
}

/** A block whose events were checked each by itself. Its results wait for the duplicates among all events. */
export interface PreparedBlock {
  readonly items: number;
  /** Empty if no fates are asked. */
  readonly facts: readonly FateFact[];
  /**
   * Returns the results. Call once.
   *
   * @param firstIndex the place of the block's first item among all items, where fates are asked.
   */
  readonly finish: (firstIndex: number, duplicates: FateDuplicates) => CheckedBlock;
}
