import { computed, type ReadonlySignal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';
import { type PipelineSettings, pipelineSettingsOf } from '#core/pipeline/pipeline-settings';
import {
  canBeDuplicate,
  predictRecordFate,
  type RecordFate,
  type RecordFateContext,
  toEarlierRows,
} from '#core/pipeline/record-fate';
import type { PipelineName } from '#core/rules/ingestion/ingestion-profiles';
import { createSchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import type { JudgedRecord } from '#core/stream/judged-record';
import { isSchemaSet, type RuleSet } from '#core/telemetry/findings';
import type { Records } from '../record-store';
import { judgesStore } from './judges';
import { rulesSetting } from './rules-setting';

export interface FatePredictor {
  readonly pipeline: PipelineName;
  readonly context: RecordFateContext;
  /**
   * Returns `null` if no collector received the event. `records` is the list of the record.
   * Subscribes to the version of the list, because other rows can make the event a duplicate.
   */
  predict(record: JudgedRecord, records: Pick<Records, 'all' | 'version'>): RecordFate | null;
}

/** The predictor for the pipeline that the user chose. */
export const fatePredictorStore = defineStore(({ get }): ReadonlySignal<FatePredictor> => {
  const ruleSettings = get(rulesSetting);
  const { ruleSets } = get(judgesStore);
  return computed(() => {
    const { pipeline, pipelineSettings } = ruleSettings.value;
    return createFatePredictor(pipelineSettingsOf(pipeline, pipelineSettings), ruleSets.value ?? []);
  });
});

function createFatePredictor(settings: PipelineSettings, ruleSets: readonly RuleSet[]): FatePredictor {
  const teamRuleSets = ruleSets.filter(({ id }) => isSchemaSet(id));
  const { pipeline } = settings;
  const context = { settings, check: createSchemaCheck(pipeline, teamRuleSets) };
  /** Cached because two views show the fate of the open event. */
  const fates = new WeakMap<JudgedRecord, { readonly version: number; readonly fate: RecordFate | null }>();
  return {
    pipeline,
    context,
    predict(record, records) {
      const version = records.version.value;
      const cached = fates.get(record);
      if (cached !== undefined && (cached.version === version || !canBeDuplicate(record))) return cached.fate;
      const fate = predictRecordFate(record, toEarlierRows(records.all()), context);
      fates.set(record, { version, fate });
      return fate;
    },
  };
}
