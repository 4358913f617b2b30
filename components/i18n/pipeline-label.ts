import type { PipelineName } from '#core/rules/ingestion/ingestion-profiles';
import { i18n } from '#i18n';

/** Returns the display name of a pipeline. */
export function pipelineLabel(pipeline: PipelineName): string {
  const keys = {
    'sunbird-2019': 'ruleSets.pipeline.sunbird2019',
    'sunbird-5.0': 'ruleSets.pipeline.sunbird5',
    'obsrv-2': 'ruleSets.pipeline.obsrv2',
  } as const;
  return i18n.t(keys[pipeline]);
}
