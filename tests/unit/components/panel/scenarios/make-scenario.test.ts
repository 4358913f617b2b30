import { expect, it } from 'vitest';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { makeScenario } from '#components/panel/scenarios/make-scenario.ts';
import { scenarioRecorderStore } from '#components/panel/scenarios/scenario-recorder.ts';
import { scenarioStore } from '#components/panel/scenarios/scenario-store.ts';
import { longValuesOf } from '#core/journey/values/long-values';
import { truncateRecord } from '#core/journey/values/truncate-record';
import { t } from '#tests/drivers/texts';
import { waitFor } from '#tests/drivers/wait-for';
import { createTestStores } from '#tests/fixtures/panel-stores';
import { callOf, recordOf } from '#tests/fixtures/records';

const LONG = 'a long value '.repeat(100);
const full = recordOf(1, { call: callOf({ args: [{ type: 'TOUCH', id: 'play', extra: { note: LONG } }] }) });

/** A live list that has an event whose long values are only in the capture store. */
function withStoredValues() {
  const { stores } = createTestStores();
  const live = stores.get(liveListStore);
  live.fullRecords.connect(async () => longValuesOf(full.observed));
  const truncated = truncateRecord(full.observed, 'stored');
  const calls = () => stores.get(scenarioStore).open.value?.scenario.recording ?? [];
  return { stores, live, truncated, calls };
}

it('a scenario of events of the list has the long values of their calls, so that a replay makes the same calls', async () => {
  const { stores, live, truncated, calls } = withStoredValues();
  live.records.apply([truncated]);
  makeScenario(stores, live.records.all());
  await waitFor(() => expect(calls().map(({ args }) => args)).toEqual([{ data: full.call?.args[0] }]));
});

it('a recording has the long values of its calls, even if they are stored before it is stopped', async () => {
  const { stores, live, truncated, calls } = withStoredValues();
  const recorder = stores.get(scenarioRecorderStore);
  recorder.start();
  live.records.apply([full]);
  live.records.apply([truncated]);
  recorder.stop();
  await waitFor(() => expect(calls().map(({ args }) => args)).toEqual([{ data: full.call?.args[0] }]));
});

it('a scenario of more events than it can have steps is created with a message', () => {
  const { stores } = createTestStores();
  makeScenario(
    stores,
    Array.from({ length: 500 }, (_, index) => recordOf(index + 1)),
  );
  const texts = stores.app.toasts.list.value.map(({ text }) => text());
  expect(texts).toEqual([t('scenarios.tooLong', { n: 500 })]);
});
