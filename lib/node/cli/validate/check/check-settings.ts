import type { PipelineSettings } from '#core/pipeline/pipeline-settings';
import type { FindingPolicy } from '#core/report/finding-policy';
import type { PipelineName } from '#core/rules/ingestion/ingestion-profiles';
import type { RuleSetName } from '#core/rules/rule-set-names';
import type { Severity } from '#core/telemetry/findings';
import type { SchemaSet } from '../../../schemas/schema-sets';
import type { ItemFormat } from '../item-formatter';

/** Settings of the checks, as plain data that can be posted to a worker thread. */
export interface CheckSettings {
  readonly rules: readonly RuleSetName[];
  /** The pipeline whose rules `ingestion` has. */
  readonly pipeline: PipelineName;
  /** Maximum size of an event in the pipeline, if the site has changed the default. */
  readonly maxEventBytes?: number | undefined;
  /** Lowest severity. Findings below it are neither shown nor counted. */
  readonly severity: Severity;
  /** Whether to omit items without findings from the output. */
  readonly isQuiet: boolean;
  /** A filter in the panel's filter language. Empty for all items. */
  readonly filter: string;
  readonly format: ItemFormat;
  readonly isColored: boolean;
  /** Width of the terminal, or `null` without a terminal. */
  readonly columns?: number | null;
  readonly policy: FindingPolicy;
  /** The module from which a worker thread imports the team's custom rules, or `null` if there are none. */
  readonly configFile: string | null;
  /** The team's schemas, which each worker thread imports. */
  readonly schemas: readonly SchemaSet[];
  /** Keys of the known findings, or `null` without a baseline. */
  readonly baseline: ReadonlySet<string> | null;
  /** Whether to collect entries for a new baseline. */
  readonly updatesBaseline: boolean;
  /** Whether the output names the file of each item. */
  readonly showsFile: boolean;
  /** Whether to collect findings for a report. */
  readonly collectsReport: boolean;
  /** Whether the report shows the JSON of items. */
  readonly collectsSources: boolean;
  /** Whether to count items and findings by kind, page and rule. */
  readonly collectsStats: boolean;
  /** Whether to collect items for rules over many events. */
  readonly collectsStreamItems: boolean;
  /** Whether to collect events for the audit of user sessions. */
  readonly collectsSessionItems: boolean;
  /** Receipt time of events without their own, in epoch milliseconds. */
  readonly receivedAt: number | null;
  /** The pipeline for which to predict the fates of events. Unset if fates are not requested. */
  readonly fate?: PipelineSettings;
}
