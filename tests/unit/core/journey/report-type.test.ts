import { expect, it } from 'vitest';
import { beginsWith } from '#core/journey/report-type';
import { encodeNotFired, encodeSdk, writeReport } from '#page/hook/hook-messages';

it('the type of a report is read as the hook writes it, alone or before others', () => {
  const [sdk, notFired] = [encodeSdk(0, '$t', '2.x'), encodeNotFired('r1')];
  expect(beginsWith('sdk', writeReport([sdk]))).toBe(true);
  expect(beginsWith('sdk', writeReport([sdk, notFired]))).toBe(true);
  expect(beginsWith('sdk', writeReport([notFired, sdk]))).toBe(false);
});
