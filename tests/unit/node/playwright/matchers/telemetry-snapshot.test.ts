import { expect, it } from 'vitest';
import { formatSnapshot } from '#node/playwright/matchers/await-judgement';
import { recordOf } from '#tests/fixtures/records';
import { interactOf } from '#tests/fixtures/telemetry-source';

it('a snapshot is the same for the same events in another run', () => {
  const [one, other] = [interactOf(1, { id: 'play' }), interactOf(7, { id: 'play' })];
  expect(formatSnapshot([one, recordOf(2, { event: null })])).toBe(formatSnapshot([other]));
  expect(JSON.parse(formatSnapshot([one]))).toEqual([{ eid: 'INTERACT', mid: '<mid>', edata: { id: 'play' } }]);
});

it('a snapshot redacts the paths that a test specifies', () => {
  expect(formatSnapshot([interactOf(1, { id: 'play-17' })], ['edata.id'])).toContain('"id": "<id>"');
});

it('a snapshot has no email address', () => {
  const text = formatSnapshot([interactOf(1, { id: 'mail asha.rao@example.org' })]);
  expect(text).toContain('mail email-1@redacted.invalid');
  expect(text).not.toContain('asha');
});
