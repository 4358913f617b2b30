import { type Json, valueAt } from '#core/json/json';

/**
 * The pipelines whose rules are known: Sunbird of August 2019, its release 5.0.0, and Obsrv 2.
 * `obsrv-2` has only the schemas of a data set. Without a data set, an event is checked for its size only.
 */
export const pipelineNames = ['sunbird-2019', 'sunbird-5.0', 'obsrv-2'] as const;

/** One of {@link pipelineNames}. */
export type PipelineName = (typeof pipelineNames)[number];

/** Used if neither an option nor a configuration names a pipeline. */
export const DEFAULT_PIPELINE = 'sunbird-5.0' satisfies PipelineName;

const HOUR_MS = 3_600_000;

/** Time for which each pipeline stores a `mid` to detect duplicates. A site may have changed it. */
export const duplicateWindowsMs: Readonly<Record<PipelineName, number>> = {
  'sunbird-2019': HOUR_MS,
  'sunbird-5.0': HOUR_MS,
  'obsrv-2': 7 * 24 * HOUR_MS,
};

/**
 * Whether a pipeline has schemas for the version of an event.
 * The pipeline of 2019 had schemas of version 3.0. Events of 3.1 passed with the flag `tv_skipped`.
 */
export function hasSchemas(pipeline: PipelineName, event: Json): boolean {
  if (pipeline !== 'sunbird-2019') return pipeline !== 'obsrv-2';
  const version = valueAt(event, ['ver']);
  return typeof version !== 'string' || version === '3.0';
}

/**
 * Whether a pipeline rejects an event whose `eid` names no schema.
 * The other pipelines let it pass unchecked.
 */
export function rejectsUnknownKinds(pipeline: PipelineName): boolean {
  return pipeline === 'sunbird-5.0';
}
