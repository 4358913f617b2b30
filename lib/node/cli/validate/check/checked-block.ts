import type { BaselineEntry } from '#core/report/baseline';
import type { ReportPart } from '#core/report/finding-report';
import type { StatsPart } from '#core/report/stats/event-stats';
import type { Severity, Verdict } from '#core/telemetry/findings';
import type { FateDuplicates, FateFact } from './fate-facts';
import type { FateCounts } from './fate-predictor';
import type { SessionItem, StreamItem } from './stream-items';

/** The results of a block of an input. */
export interface CheckedBlock {
  /**
   * Lines of the output in UTF-8, each with its line feed.
   * The checker overwrites them with its next block.
   */
  readonly out: Uint8Array;
  /** Sentences about the batches and files that contain the items, for standard error. */
  readonly notes: readonly string[];
  /** Number of items, including those that are not shown. */
  readonly items: number;
  readonly verdicts: Readonly<Record<Verdict['verdict'], number>>;
  /** Counts of the findings that are not in the baseline. */
  readonly severities: Readonly<Record<Severity, number>>;
  /** Keys of the baseline entries that were found. */
  readonly known: readonly string[];
  readonly newBaseline: readonly BaselineEntry[];
  /** `null` if no report is requested. */
  readonly report: ReportPart | null;
  /** `null` if no statistics are requested. */
  readonly stats: StatsPart | null;
  /** Inputs of rules over many events, in the order of the items. */
  readonly streamItems: readonly StreamItem[];
  /** Inputs of the user session audit. */
  readonly sessionItems: readonly SessionItem[];
  /** `null` if no fates are requested. */
  readonly fates: FateCounts | null;
}

/** A block whose events were checked, except for duplicates among all events. */
export interface PreparedBlock {
  readonly items: number;
  /** Empty if no fates are requested. */
  readonly facts: readonly FateFact[];
  /**
   * Returns the results. Call once.
   *
   * @param firstIndex the index of the block's first item among all items. Used only if fates are requested.
   */
  readonly finish: (firstIndex: number, duplicates: FateDuplicates) => CheckedBlock;
}
