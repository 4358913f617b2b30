import { expect, it } from 'vitest';
import { sampleArguments } from '#core/telemetry/draft';
import { REPORTS_DELIMITER } from '#core/wire/report-limits';
import { createReportedDocuments } from '#node/playwright/reported-documents';

const calledReport = (id: string, args = sampleArguments('log')) =>
  JSON.stringify({
    ...{ type: 'called', at: 1, callId: id, method: 'log', sdk: 0, firedBy: null, batchSize: null, hasDid: true },
    ...{ args, truncations: [] },
  });
const returnedReport = (callId: string) => `{"type":"returned","at":2,"callId":"${callId}","settled":true}`;
const PAGE_HIDE_REPORT = '{"type":"pagehide","at":3,"persisted":false}';
const EMITTED_REPORT = '{"type":"emitted","at":2,"callId":"a","event":{"eid":"LOG"},"truncations":[]}';
const line = (first: number, ...reports: readonly string[]) =>
  JSON.stringify({
    ...{
      documentKey: 'one',
      url: 'https://site.example/',
      title: '',
      isTop: true,
      first,
      text: reports.join(REPORTS_DELIMITER),
    },
  });

function createDocuments(maxBytes?: number) {
  const scheduled: (() => void)[] = [];
  const documents = createReportedDocuments({
    now: () => 1,
    setTimer(_, call) {
      scheduled.push(call);
      return () => void scheduled.splice(scheduled.indexOf(call), 1);
    },
    onChange: () => {},
    ...(maxBytes === undefined ? {} : { limits: { maxBytes, copies: 1 } }),
  });
  const runScheduled = () => {
    for (const call of scheduled.splice(0)) call();
  };
  const callIds = () => documents.records().map(({ call }) => call?.id);
  return { documents, runScheduled, callIds };
}

it('each report counts once, even if it arrives repeatedly or through several channels', () => {
  const { documents, callIds } = createDocuments();
  for (const text of [
    line(1, calledReport('a')),
    line(1, calledReport('a')),
    line(2, calledReport('b')),
    line(1, calledReport('a'), calledReport('b')),
  ]) {
    documents.receive(text);
  }
  expect(callIds()).toEqual(['a', 'b']);
});

it('a route change in a single-page app sets the page of later events, and adds a navigation', () => {
  const { documents } = createDocuments();
  const calledAt = (id: string, pageUrl: string) =>
    calledReport(id).replace('"callId"', `"pageUrl":${JSON.stringify(pageUrl)},"callId"`);
  documents.receive(line(1, calledAt('a', 'https://site.example/'), calledAt('b', 'https://site.example/#/quiz')));
  documents.receive(line(3, calledAt('c', 'https://other.example/')));
  expect(documents.records().map(({ frame }) => frame.url)).toEqual([
    'https://site.example/',
    'https://site.example/#/quiz',
    // A page can’t have a URL of another origin, so this URL is forged.
    'https://site.example/#/quiz',
  ]);
  expect(documents.navigations()).toMatchObject([
    { url: 'https://site.example/', afterRow: 0 },
    { url: 'https://site.example/#/quiz', afterRow: 1, isSameDocument: true },
  ]);
});

it('reports that wait for missing ones are processed at the end', () => {
  const { documents, callIds } = createDocuments();
  documents.receive(line(1, calledReport('a')));
  documents.receive(line(3, calledReport('c'), calledReport('d')));
  documents.receive(line(7, calledReport('g')));
  documents.finish();
  expect(callIds()).toEqual(['a', 'c', 'd', 'g']);
});

it('events of an unloaded page count as lost only after its last reports', () => {
  const { documents, runScheduled } = createDocuments();
  documents.receive(line(1, calledReport('a'), EMITTED_REPORT, returnedReport('a'), PAGE_HIDE_REPORT));
  expect(documents.records()).toMatchObject([{ lost: false }]);
  expect(documents.isSettled()).toBe(false);
  documents.receive(line(5, calledReport('b')));
  runScheduled();
  expect(documents.records()).toMatchObject([{ lost: true }, {}]);
  expect(documents.isSettled()).toBe(true);
});

it('the fixture waits for an unloading document until its last report has arrived', () => {
  const { documents } = createDocuments();
  documents.receive(line(1, calledReport('a'), EMITTED_REPORT, returnedReport('a'), PAGE_HIDE_REPORT));
  documents.receive(line(6, '[{"type":"unloaded","at":9}]'));
  expect([documents.hasReportedUnload('one'), documents.hasReportedAll('one')]).toEqual([true, false]);
  documents.receive(line(5, calledReport('b')));
  expect(documents.hasReportedAll('one')).toBe(true);
  expect(documents.records()).toMatchObject([{ lost: true }, {}]);
  expect(documents.isSettled()).toBe(true);
});

it('the fixture does not wait for a document in the back/forward cache', () => {
  const { documents } = createDocuments();
  documents.receive(line(1, calledReport('a'), PAGE_HIDE_REPORT.replace('false', 'true')));
  expect([documents.hasReportedUnload('one'), documents.hasReportedAll('one')]).toEqual([false, true]);
});

it('events of a page whose renderer crashed are lost immediately, with the reason', () => {
  const { documents } = createDocuments();
  documents.receive(line(1, calledReport('a'), EMITTED_REPORT, calledReport('b')));
  documents.crash('one');
  expect(documents.records()).toMatchObject([{ lost: true, lossReason: 'ended' }, {}]);
  expect([documents.isSettled(), documents.hasReportedUnload('one')]).toEqual([true, true]);
});

it('events of a page in the back/forward cache are lost at the end of a test', () => {
  const { documents } = createDocuments();
  documents.receive(
    line(1, calledReport('a'), EMITTED_REPORT, returnedReport('a'), PAGE_HIDE_REPORT.replace('false', 'true')),
  );
  documents.finish();
  expect(documents.records()).toMatchObject([{ lost: true, lossReason: 'cache-expired' }]);
});

it('cleared events are removed, and later reports of their calls are ignored', () => {
  const { documents, callIds } = createDocuments();
  documents.receive(line(1, calledReport('a')));
  documents.clear();
  documents.receive(line(2, returnedReport('a'), calledReport('b')));
  expect(callIds()).toEqual(['b']);
});

it.each([
  '',
  '1',
  '{}',
  line(0, calledReport('a')),
  '{"documentKey":"","url":"","title":"","isTop":true,"first":1,"text":""}',
])('the fixture ignores the forged line %j', (text) => {
  const { documents } = createDocuments();
  expect(documents.receive(text)).toBeNull();
  expect(documents.frames()).toEqual([]);
});

it('the valid observations of a forged report are read', () => {
  const { documents, callIds } = createDocuments();
  documents.receive(line(1, `[{"type":"nothing"},${calledReport('a')}]`));
  expect(callIds()).toEqual(['a']);
  expect(documents.frames()).toMatchObject([{ unreadableReports: 1 }]);
});

it('long values above the memory budget are truncated, oldest first, without losing events', () => {
  const { documents, runScheduled } = createDocuments(4_000_000);
  const ids = Array.from({ length: 100 }, (_, index) => `call-${index + 1}`);
  for (const [index, id] of ids.entries()) {
    const args = [{ type: 'view', level: 'INFO', message: id, params: [{ text: 'x'.repeat(100_000) }] }];
    documents.receive(line(index + 1, calledReport(id, args)));
  }
  runScheduled();
  const truncated = documents.allRecords().filter(({ longValues }) => longValues === 'truncated');
  expect(documents.truncatedEvents()).toBe(truncated.length);
  expect(truncated.map(({ call }) => call?.id)).toEqual(ids.slice(0, truncated.length));
  expect(truncated[0]?.call?.truncations).toContainEqual({ path: [0, 'params'], reason: 'memory-limit' });
  expect(documents.allRecords().map(({ call }) => call?.id)).toEqual(ids);
  expect(JSON.stringify(documents.allRecords()).length).toBeLessThan(5_000_000);
});
