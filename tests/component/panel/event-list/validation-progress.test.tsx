import { act, render, screen } from '@testing-library/preact';
import { expect, it } from 'vitest';
import { StoresContext } from '#components/panel/app/stores.ts';
import { EventListContext, liveListStore } from '#components/panel/event-list/event-list.ts';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { policySetting } from '#components/panel/event-list/judging/policy-setting.ts';
import { SelectionStatus } from '#components/panel/event-list/SelectionStatus.tsx';
import { createMemoryStore } from '#panel/persistence/memory-store';
import { t } from '#tests/drivers/texts';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { createTestStores } from '#tests/fixtures/panel-stores';
import { callOf, recordOf } from '#tests/fixtures/records';

/** Number of rows that the panel judges between two readings of the clock. */
const SLICE_ROWS = 50;
/** Each reading of the clock advances it by this time, which is long enough to end a slice. */
const CLOCK_STEP_MS = 10;

async function openList(rows: number) {
  const fake = createFakeScheduler();
  const now = () => {
    fake.spend(CLOCK_STEP_MS);
    return fake.scheduler.now();
  };
  const { stores } = createTestStores({}, createMemoryStore(), { ...fake.scheduler, now });
  const live = stores.get(liveListStore);
  await stores.get(judgesStore).load();
  const call = callOf({ args: [{ type: 'hover', id: 'a', pageid: 'b' }] });
  live.records.apply(Array.from({ length: rows }, (_, index) => recordOf(index + 1, { call, event: null }).observed));
  render(
    <StoresContext.Provider value={stores}>
      <EventListContext.Provider value={live}>
        <SelectionStatus />
      </EventListContext.Provider>
    </StoresContext.Provider>,
  );
  /** Changes the verdict of every event. */
  const ignore = () =>
    act(() => stores.get(policySetting).set({ severities: {}, ignore: [{ code: 'not-in-list', reason: '' }] }));
  return { fake, ignore };
}

const progress = (remaining: number) => screen.queryByText(t('status.validating', remaining));

it('the status bar shows the number of events left to validate if validation takes long', async () => {
  const { fake, ignore } = await openList(3 * SLICE_ROWS);
  await ignore();
  expect(progress(2 * SLICE_ROWS)).toBeNull();
  await act(() => fake.advance(300));
  expect(progress(2 * SLICE_ROWS)).not.toBeNull();
  await act(fake.runIdle);
  expect(progress(SLICE_ROWS)).not.toBeNull();
  await act(fake.runIdle);
  expect(progress(0)).toBeNull();
});

it('the status bar shows no progress if validation ends quickly', async () => {
  const { fake, ignore } = await openList(2 * SLICE_ROWS);
  await ignore();
  await act(fake.runIdle);
  await act(() => fake.advance(1_000));
  expect(progress(0)).toBeNull();
  expect(progress(SLICE_ROWS)).toBeNull();
});
