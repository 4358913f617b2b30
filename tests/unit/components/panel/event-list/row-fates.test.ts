import { signal } from '@preact/signals';
import { expect, it } from 'vitest';
import type { FatePredictor } from '#components/panel/event-list/judging/panel-fate-predictor.ts';
import { createRowFates } from '#components/panel/event-list/judging/row-fates.ts';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { createVisible } from '#components/panel/event-list/visible-rows.ts';
import { createFilter } from '#components/panel/filter/filter.ts';
import { filterLanguage } from '#components/panel/filter/filter-language.ts';
import type { ObservedRequest } from '#core/journey/record';
import type { JsonObject } from '#core/json/json';
import { pipelineSettingsOf } from '#core/pipeline/pipeline-settings';
import { createSchemaCheck } from '#core/rules/ingestion/ingestion-rules';
import type { PipelineOverrides } from '#core/rules/ingestion/pipeline-numbers';
import { createJudge } from '#core/stream/judge';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { eventOf as observedEvent, recordOf, requestOf } from '#tests/fixtures/records';
import { eventOf } from '../../../core/telemetry/sample-events';

const NOW = Date.UTC(2026, 10, 27, 10, 15);

const predictorBy = (changed: PipelineOverrides = {}): FatePredictor => ({
  pipeline: 'sunbird-5.0',
  context: { settings: pipelineSettingsOf('sunbird-5.0', changed), check: createSchemaCheck('sunbird-5.0') },
  predict: () => null,
});

const ACCEPTED: ObservedRequest['end'] = { status: 'responded', httpStatus: 200, durationMs: 1 };

/** An event that a collector accepted. */
const accepted = (row: number, mid: string, edata: object = { type: 'TOUCH', id: 'next' }) =>
  recordOf(row, {
    event: observedEvent({
      json: { ...(eventOf('interact', edata, { ets: NOW }) as JsonObject), mid },
      at: NOW + row,
    }),
    requests: [requestOf({ id: `request ${row}`, at: NOW + row })],
  }).observed;

async function openList() {
  await filterLanguage.load();
  const fake = createFakeScheduler();
  const records = createRecords(createJudge({ ruleSetsFor: () => [] }));
  const filter = createFilter();
  const predictor = signal(predictorBy());
  const visible = createVisible(records, filter, fake.scheduler, undefined, async (_, list, onChange) =>
    createRowFates({ records: list, predictor, scheduler: fake.scheduler, onChange }),
  );
  /** Waits until the code of fates is loaded and the fates are predicted in tasks. */
  const settle = async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      await Promise.resolve();
      fake.runTasks();
    }
  };
  const rowsBy = async (query: string) => {
    filter.setQuery(query);
    await settle();
    return shown();
  };
  const shown = () =>
    Array.from({ length: visible.length.value }, (_, index) => visible.at(index)).flatMap((item) =>
      item !== undefined && 'row' in item ? [item.row] : [],
    );
  return { records, predictor, rowsBy, shown, settle };
}

it('the list can be filtered by the predicted fate in the pipeline, also by duplicate', async () => {
  const { records, rowsBy } = await openList();
  records.apply([accepted(1, 'a'), accepted(2, 'b', { type: 'TOUCH' }), accepted(3, 'a')]);
  expect(await rowsBy('fate:accepted')).toEqual([1]);
  expect(await rowsBy('fate:invalid')).toEqual([2]);
  expect(await rowsBy('fate:duplicate')).toEqual([3]);
  expect(await rowsBy('fate:dropped')).toEqual([2, 3]);
  expect(await rowsBy('-fate:dropped')).toEqual([1]);
});

it('a filter by fate is updated by the response to an earlier request with the same batch id', async () => {
  const { records, rowsBy, shown, settle } = await openList();
  const inBatch = (row: number, end: ObservedRequest['end']) => ({
    ...accepted(row, `mid ${row}`),
    requests: [requestOf({ id: `request ${row}`, at: NOW + row, end, bodyFields: { params: { msgid: 'batch' } } })],
  });
  records.apply([inBatch(1, { status: 'open' }), inBatch(2, ACCEPTED)]);
  expect(await rowsBy('fate:duplicate-batch')).toEqual([]);
  records.apply([inBatch(1, ACCEPTED)]);
  await settle();
  expect(shown()).toEqual([2]);
  records.clear(1);
  await settle();
  expect(shown()).toEqual([]);
});

it('a filter by fate is updated by the response to an earlier request with the same mid', async () => {
  const { records, rowsBy, shown, settle } = await openList();
  const open = { ...accepted(1, 'a'), requests: [requestOf({ at: NOW + 1, end: { status: 'open' } })] };
  records.apply([open, accepted(2, 'a')]);
  expect(await rowsBy('fate:duplicate')).toEqual([]);
  records.apply([accepted(1, 'a')]);
  await settle();
  expect(shown()).toEqual([2]);
});

it('a filter by fate is updated by later events and by changed numbers of the pipeline', async () => {
  const { records, predictor, rowsBy, shown, settle } = await openList();
  records.apply([accepted(1, 'a')]);
  expect(await rowsBy('fate:duplicate')).toEqual([]);
  records.apply([accepted(2, 'a'), accepted(3, 'a')]);
  expect(shown()).toEqual([2, 3]);
  predictor.value = predictorBy({ maxEventBytes: 1 });
  await settle();
  expect(shown()).toEqual([]);
});
