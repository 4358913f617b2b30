import { expect, it } from 'vitest';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { createScenarioFromRecords } from '#components/panel/scenarios/scenario-from-records.ts';
import { scenarioRecorderStore } from '#components/panel/scenarios/scenario-recorder.ts';
import { scenarioStore } from '#components/panel/scenarios/scenario-store.ts';
import { longValuesOf } from '#core/journey/values/long-values';
import { truncateRecord } from '#core/journey/values/truncate-record';
import { t } from '#tests/drivers/texts';
import { waitFor } from '#tests/drivers/wait-for';
import { createTestStores } from '#tests/fixtures/panel-stores';
import { callOf, recordOf } from '#tests/fixtures/records';

const LONG = 'a long value '.repeat(100);
const wholeRecord = recordOf(1, { call: callOf({ args: [{ type: 'TOUCH', id: 'play', extra: { note: LONG } }] }) });

/** Creates a live list for an event whose long values are only in the capture store. */
function createListWithStoredValues() {
  const { stores } = createTestStores();
  const live = stores.get(liveListStore);
  live.fullRecords.connect(async () => longValuesOf(wholeRecord.observed));
  const truncated = truncateRecord(wholeRecord.observed, 'stored');
  const calls = () => stores.get(scenarioStore).open.value?.scenario.recording ?? [];
  return { stores, live, truncated, calls };
}

it('a scenario of events of the list has the long values of their calls, so that a replay makes the same calls', async () => {
  const { stores, live, truncated, calls } = createListWithStoredValues();
  live.records.apply([truncated]);
  createScenarioFromRecords(stores, live.records.all());
  await waitFor(() => expect(calls().map(({ args }) => args)).toEqual([{ data: wholeRecord.call?.args[0] }]));
});

it('a recording has the long values of its calls, even if the values are stored before the recording is stopped', async () => {
  const { stores, live, truncated, calls } = createListWithStoredValues();
  const recorder = stores.get(scenarioRecorderStore);
  recorder.start();
  live.records.apply([wholeRecord]);
  live.records.apply([truncated]);
  recorder.stop();
  await waitFor(() => expect(calls().map(({ args }) => args)).toEqual([{ data: wholeRecord.call?.args[0] }]));
});

it('a scenario of more events than it can have steps is created with a message', () => {
  const { stores } = createTestStores();
  createScenarioFromRecords(
    stores,
    Array.from({ length: 500 }, (_, index) => recordOf(index + 1)),
  );
  const texts = stores.app.toasts.list.value.map(({ text }) => text());
  expect(texts).toEqual([t('scenarios.tooLong', { n: 500 })]);
});
