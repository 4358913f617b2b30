// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { readReport } from '#core/wire/hook-report';
import { beginsWith } from '#core/wire/report-type';
import { writePageHide } from '#page/page-hide';

it.each([true, false])(
  'the report of a pagehide says whether the page may be restored from the cache: %s',
  (persisted) => {
    const text = writePageHide(Object.assign(new Event('pagehide'), { persisted }));
    expect(beginsWith('pagehide', text)).toBe(true);
    expect(readReport(text).observations).toMatchObject([{ type: 'pagehide', persisted, at: expect.any(Number) }]);
  },
);
