import { expect, it } from 'vitest';
import { countRetries, isSentTwice, journeyState } from '#core/journey/journey-state';
import { MAX_BATCH_EVENTS } from '#core/wire/batch-body';
import {
  batchText,
  callReport,
  emitReport,
  logEvent,
  requestEndReport,
  requestReport,
  watchPage,
} from '#tests/fixtures/watched-page';

const range = (count: number) => Array.from({ length: count }, (_, index) => index);
const devtoolsEntry = (text: string) => ({
  startedDateTime: '1970-01-01T00:10:00.000Z',
  time: 1,
  request: { method: 'POST', url: 'http://localhost/other', postData: { text } },
  response: { status: 200 },
});

it('a row stores its first and its newest requests, and counts the omitted requests', () => {
  const page = watchPage();
  for (const id of range(1_000)) {
    page.log(requestReport(`r${id}`, batchText([logEvent('m')]), { at: id * 20_000 }));
    page.log(requestEndReport(`r${id}`, id < 999 ? { end: 'failed', status: 0 } : {}));
  }
  const [record] = page.records();
  if (!record) throw new Error('no row');
  expect(page.records()).toHaveLength(1);
  expect(record.requests.map(({ id }) => id)).toEqual(
    [...range(50), ...range(50).map((id) => id + 950)].map((id) => `r${id}`),
  );
  expect(record.omitted).toEqual({ requests: 900, retries: 900, messages: 0 });
  expect([journeyState(record), countRetries(record), isSentTwice(record)]).toEqual(['accepted', 999, false]);
});

it('a row stores the first and the newest console messages of its call, and counts the omitted messages', () => {
  const page = watchPage();
  page.log(
    callReport('c'),
    ...range(1_000).map((id) => ({ type: 'logged', at: 1, callId: 'c', level: 'error', message: `${id}` })),
  );
  const [record] = page.records();
  expect(record?.call?.consoleMessages.map(({ message }) => message)).toEqual(
    [...range(25), ...range(25).map((id) => id + 975)].map(String),
  );
  expect(record?.omitted).toEqual({ requests: 0, retries: 0, messages: 950 });
});

it('a request has the first end that the page reports, and later ends are ignored', () => {
  const page = watchPage();
  page.log(
    requestReport('r', batchText([logEvent('m')])),
    requestEndReport('r', { status: 500 }),
    requestEndReport('r', { status: 200 }),
  );
  expect(page.records()).toMatchObject([{ requests: [{ end: { httpStatus: 500 } }] }]);
});

it('an event is waiting if an XMLHttpRequest with GET has it as body, which browsers do not send', () => {
  const page = watchPage();
  page.log(
    emitReport(logEvent('m')),
    requestReport('r', batchText([logEvent('m')]), { transport: 'xhr', method: 'get' }),
    requestEndReport('r'),
  );
  expect(page.records().map(journeyState)).toEqual(['waiting']);
});

it('the number of SDKs of a document is limited, and the frames are reported once per message', () => {
  const page = watchPage();
  const before = page.frameReports();
  page.log(...range(60).map((sdk) => ({ type: 'sdk', at: 1, sdk, global: `g${sdk}`, generation: '2.x' })));
  expect(page.frames()).toMatchObject([{ sdks: { length: 50 }, unreadableReports: 10 }]);
  expect(page.frameReports() - before).toBe(1);
});

it('the events of an oversized batch beyond the limit are counted once if the page and DevTools report the batch', async () => {
  const page = watchPage();
  const body = batchText(range(MAX_BATCH_EVENTS + 7).map((id) => logEvent(`m${id}`)));
  page.log(requestReport('r', body, { url: 'http://localhost/other', at: 600_000 }));
  await page.capture.requestFinished({ entry: devtoolsEntry(body), readResponse: async () => null });
  expect(page.records()).toHaveLength(MAX_BATCH_EVENTS);
  expect(page.records()[0]?.requests).toMatchObject([
    { batchSize: MAX_BATCH_EVENTS + 7, end: { status: 'responded' } },
  ]);
  expect(page.unreadableReports()).toBe(7);
});

it('the events of an oversized batch beyond the limit are counted if only DevTools reports the batch', async () => {
  const page = watchPage();
  const body = batchText(range(MAX_BATCH_EVENTS + 7).map((id) => logEvent(`m${id}`)));
  await page.capture.requestFinished({ entry: devtoolsEntry(body), readResponse: async () => null });
  expect(page.records()).toHaveLength(MAX_BATCH_EVENTS);
  expect(page.unreadableReports()).toBe(7);
});
