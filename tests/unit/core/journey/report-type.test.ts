import { expect, it } from 'vitest';
import { beginsWith } from '#core/journey/report-type';
import { encodePageHide, encodeSdk, writeReport } from '#page/hook/hook-messages';

it('the type of a report is read as the hook writes it, alone or before others', () => {
  const [sdk, left] = [encodeSdk(0, '$t', '2.x'), encodePageHide(false)];
  expect(beginsWith('sdk', writeReport([sdk]))).toBe(true);
  expect(beginsWith('sdk', writeReport([sdk, left]))).toBe(true);
  expect(beginsWith('left', writeReport([left]))).toBe(true);
  expect(beginsWith('left', writeReport([sdk, left]))).toBe(false);
});
