import { expect, it } from 'vitest';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { announceInvalid } from '#components/panel/shell/Announcer.tsx';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { recordOf } from '#tests/fixtures/records';

it('new invalid events are announced together, each once, without earlier events', () => {
  const records = createRecords();
  const fake = createFakeScheduler();
  const { text } = announceInvalid(records, 1000, fake.scheduler);
  const invalid = { verdict: 'invalid' } as const;
  records.apply([recordOf(1, { ...invalid, at: 10 }), recordOf(2, invalid), recordOf(3)]);
  records.apply([recordOf(2, { ...invalid, lost: true }), recordOf(4, { ...invalid, kind: 'end', name: 'end' })]);
  fake.advance(1999);
  expect(text.value).toBe('');
  fake.advance(1);
  expect(text.value).toBe('2 new invalid events: INTERACT, END');
});

it('events that become invalid while in the list are announced too, but not events from before the panel was opened', () => {
  const records = createRecords();
  const fake = createFakeScheduler();
  const invalid = { verdict: 'invalid' } as const;
  records.apply([recordOf(1, { ...invalid, at: 10 }), recordOf(2, { ...invalid, at: 1000 })]);
  const { text } = announceInvalid(records, 1000, fake.scheduler);
  fake.advance(2000);
  expect(text.value).toBe('1 new invalid event: INTERACT');
});

it('the same number of invalid events of the same kind is announced again', () => {
  const records = createRecords();
  const fake = createFakeScheduler();
  const { text } = announceInvalid(records, 1000, fake.scheduler);
  const announced: string[] = [];
  text.subscribe((next) => announced.push(next.trim()));
  for (const row of [1, 2, 3]) {
    records.apply([recordOf(row, { verdict: 'invalid' })]);
    fake.advance(2000);
  }
  expect(announced).toEqual(['', ...Array.from({ length: 3 }, () => '1 new invalid event: INTERACT')]);
});
