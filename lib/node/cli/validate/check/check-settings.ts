import type { PipelineSettings } from '#core/pipeline/pipeline-settings';
import type { FindingPolicy } from '#core/report/finding-policy';
import type { PipelineName } from '#core/rules/ingestion/ingestion-profiles';
import type { RuleSetName } from '#core/rules/rule-set-names';
import type { Severity } from '#core/telemetry/findings';
import type { SchemaSet } from '../../../schemas/schema-sets';
import type { ItemFormat } from '../item-formatter';

/** Settings of the checks: plain data, so that they can be passed to a worker thread. */
export interface CheckSettings {
  readonly rules: readonly RuleSetName[];
  /** The pipeline whose rules `ingestion` has. */
  readonly pipeline: PipelineName;
  /** The largest event of the pipeline, if the site has changed it. */
  readonly maxEventBytes?: number | undefined;
  /** Findings below it are not shown and count for nothing. */
  readonly severity: Severity;
  /** Items without findings are not shown. */
  readonly isQuiet: boolean;
  /** In the panel's filter language; empty for all items. */
  readonly filter: string;
  readonly format: ItemFormat;
  readonly isColored: boolean;
  /** Width of the terminal; unset where there is none. */
  readonly columns?: number | null;
  readonly policy: FindingPolicy;
  /** The module whose rules of a team a worker thread has to import; `null` without any. */
  readonly configFile: string | null;
  /** Schemas of a team, which a worker thread has to import. */
  readonly schemas: readonly SchemaSet[];
  /** Keys of the findings that are known; null without a baseline. */
  readonly baseline: ReadonlySet<string> | null;
  /** Whether entries for a new baseline are wanted. */
  readonly updatesBaseline: boolean;
  /** Whether the output names the file of each item. */
  readonly showsFile: boolean;
  /** Whether a report is wanted of what is found. */
  readonly collectsReport: boolean;
  /** Whether the report shows the JSON of items. */
  readonly collectsSources: boolean;
  /** Whether items and findings are to be counted by kind, page and rule. */
  readonly collectsStats: boolean;
  /** Whether to collect items for rules over many events. */
  readonly collectsStreamItems: boolean;
  /** Whether to collect events for the audit of user sessions. */
  readonly collectsSessionItems: boolean;
  /** When events were received that do not say so, in epoch milliseconds. */
  readonly receivedAt: number | null;
  /** The pipeline whose fates are asked. Absent for none. */
  readonly fate?: PipelineSettings;
}
