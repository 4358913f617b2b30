import { expect, it } from 'vitest';
import { beginsWith } from '#core/wire/report-type';
import { type Observation, writeReport } from '#page/hook/hook-messages';

it('the type of a report is detected from its first observation', () => {
  const sdk: Observation = { type: 'sdk', at: 1, sdk: 0, global: '$t', generation: '2.x' };
  const notFired: Observation = { type: 'not-fired', at: 1, requestId: 'r1' };
  expect(beginsWith('sdk', writeReport([sdk]))).toBe(true);
  expect(beginsWith('sdk', writeReport([sdk, notFired]))).toBe(true);
  expect(beginsWith('sdk', writeReport([notFired, sdk]))).toBe(false);
});
