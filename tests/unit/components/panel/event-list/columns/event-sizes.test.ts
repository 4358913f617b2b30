import { beforeEach, describe, expect, it } from 'vitest';
import { createSizes, measureEventBytes, type Sizes } from '#components/panel/event-list/columns/event-sizes.ts';
import { createRecords, type Records } from '#components/panel/event-list/record-store.ts';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { callOf, eventOf, recordOf } from '#tests/fixtures/records';

const bytesOf = (json: string | object) =>
  measureEventBytes({ call: null, event: eventOf({ json: JSON.parse(JSON.stringify(json)) }) });

it.each(['plain', 'जल चक्र', '😀🎉', 'é', '\ud800', 'עברית'])(
  'the size of an event of %j is the number of UTF-8 bytes of its JSON',
  (text) => {
    expect(bytesOf({ text })).toBe(new TextEncoder().encode(JSON.stringify({ text })).length);
  },
);

it('the size of an event is the size of the arguments if only its call was captured', () => {
  expect(measureEventBytes({ call: callOf({ args: [{ id: 'a' }] }), event: null })).toBe('[{"id":"a"}]'.length);
});

describe('event sizes', () => {
  let records: Records;
  let sizes: Sizes;
  let fake: ReturnType<typeof createFakeScheduler>;
  const settle = () => {
    while (fake.pendingCount() > 0) {
      fake.advance(120);
      fake.runIdle();
    }
  };

  beforeEach(() => {
    fake = createFakeScheduler();
    records = createRecords();
    sizes = createSizes(records, fake.scheduler);
  });

  it('the sizes are summed up in idle time', () => {
    records.apply(Array.from({ length: 1000 }, (_, index) => recordOf(index + 1)));
    expect(sizes.total.value).toBe(0);
    settle();
    expect(sizes.total.value).toBe(1000 * measureEventBytes(recordOf(1)));
  });

  it('the sizes change if an event replaces its call, and stay the same after updates without a change', () => {
    records.apply([recordOf(1, { event: null })]);
    settle();
    records.apply([recordOf(1)]);
    settle();
    records.apply([recordOf(1, { lost: true })]);
    expect(fake.pendingCount()).toBe(0);
    expect(sizes.total.value).toBe(measureEventBytes(recordOf(1)));
  });

  it('the sizes are empty after the list is cleared, and return when clearing is undone', () => {
    records.apply([recordOf(1), recordOf(2)]);
    settle();
    const before = sizes.total.value;
    records.clear();
    expect(sizes.total.value).toBe(0);
    records.restore();
    expect(sizes.total.value).toBe(before);
  });
});
