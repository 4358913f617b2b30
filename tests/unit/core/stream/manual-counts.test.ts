import { expect, it } from 'vitest';
import { createCounter } from '#core/stream/counts';
import { recordOf } from '#tests/fixtures/records';

const manual = { firedBy: { type: 'panel', requestId: 'r' } } as const;
const invalid = { verdict: 'invalid' } as const;

it('manually fired events are counted separately from those of the page', () => {
  const counter = createCounter();
  const fired = recordOf(3, { ...invalid, ...manual, lost: true });
  for (const record of [recordOf(1, invalid), recordOf(2, { lost: true }), fired, recordOf(4, manual)])
    counter.add(record);
  const counts = counter.snapshot();
  expect(counts).toMatchObject({ total: 4, invalid: 2, lost: 2, firedManually: 2 });
  expect(counts.manual).toMatchObject({ invalid: 1, lost: 1, firedManually: 0 });
  expect(counts.documents.get('document')).toEqual({ events: 4, invalid: 1, wrong: 2 });
  expect(counts.documentsWithManual.get('document')).toEqual({ events: 4, invalid: 2, wrong: 3 });
  counter.remove(fired);
  expect(counter.snapshot().manual).toMatchObject({ invalid: 0, lost: 0 });
});
