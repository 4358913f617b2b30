import { duplicateWindowsMs, type PipelineName } from '#core/rules/ingestion/ingestion-profiles';
import { MAX_EVENT_BYTES } from '#core/rules/ingestion/ingestion-rules';
import type { PipelineLimits, PipelineOverrides } from '#core/rules/ingestion/pipeline-numbers';
import { INTERACTION_TYPES } from './interaction-types';

/**
 * The settings of the jobs of a pipeline. A site may have changed each of them.
 * Sources: the `.conf` files of Sunbird-Obsrv/sunbird-data-pipeline, release 5.0.0, and the data set `sb-telemetry` of
 * Obsrv 2.
 */
export interface PipelineSettings extends PipelineLimits {
  readonly pipeline: PipelineName;
  /** Suffixes of `pdata.id` whose events the preprocessor deduplicates; `all` for each event. */
  readonly preprocessorProducers: readonly string[] | 'all';
  /** Whether the Druid validator deduplicates the events that reach it. */
  readonly validatorFindsDuplicates: boolean;
  /** Whether the time of an event after the day of its receipt is set to the end of that day. */
  readonly changesFutureTimes: boolean;
  /** Event types that the denormalization drops. */
  readonly skippedEids: readonly string[];
  /** Topics of the event types that are stored separately and not denormalized. */
  readonly topicOfEid: Readonly<Record<string, string>>;
  /** Whether events are joined with data of users and content. */
  readonly joinsData: boolean;
  /** Whether a SHARE is split into an event per item. */
  readonly splitsShares: boolean;
  /** `edata.type` of the INTERACTs that summaries count, in lower case. `null` if there are no summaries. */
  readonly interactionTypes: readonly string[] | null;
}

const sunbird: PipelineSettings = {
  pipeline: 'sunbird-5.0',
  maxBatchBytes: 5 * 1024 * 1024,
  maxEventBytes: MAX_EVENT_BYTES,
  duplicateWindowMs: duplicateWindowsMs['sunbird-5.0'],
  duplicateBatchWindowMs: duplicateWindowsMs['sunbird-5.0'],
  preprocessorProducers: ['.portal', '.desktop'],
  validatorFindsDuplicates: true,
  maxAgeMonths: 3,
  changesFutureTimes: true,
  skippedEids: ['INTERRUPT'],
  topicOfEid: { LOG: 'log', ERROR: 'error' },
  joinsData: true,
  splitsShares: true,
  interactionTypes: INTERACTION_TYPES,
};

/** The default settings of each pipeline. */
export const defaultPipelineSettings: Readonly<Record<PipelineName, PipelineSettings>> = {
  'sunbird-5.0': sunbird,
  'sunbird-2019': { ...sunbird, pipeline: 'sunbird-2019', preprocessorProducers: 'all', skippedEids: [] },
  'obsrv-2': {
    ...sunbird,
    pipeline: 'obsrv-2',
    duplicateWindowMs: duplicateWindowsMs['obsrv-2'],
    duplicateBatchWindowMs: duplicateWindowsMs['obsrv-2'],
    preprocessorProducers: 'all',
    validatorFindsDuplicates: false,
    maxAgeMonths: null,
    changesFutureTimes: false,
    skippedEids: [],
    topicOfEid: {},
    joinsData: false,
    splitsShares: false,
    interactionTypes: null,
  },
};

/** Returns the settings of a pipeline with the numbers that a site has changed. */
export function pipelineSettingsOf(pipeline: PipelineName, overrides: PipelineOverrides): PipelineSettings {
  return { ...defaultPipelineSettings[pipeline], ...overrides };
}
