import { describe, expect, it } from 'vitest';
import type { JudgedRecord } from '#core/stream/judged-record';
import { RunFindings } from '#node/playwright/reporter/run-findings';
import { formatRunSummary } from '#node/playwright/reporter/telemetry-reporter';
import { readTestFindings, TestFindingsCollector } from '#node/playwright/reporter/test-findings';
import { eventOf, findingOf, recordOf } from '#tests/fixtures/records';

const invalidRecord = (row: number) => recordOf(row, { verdict: 'invalid', findings: [findingOf()] });
const LOCATION = { file: 'tests/lesson.spec.ts', line: 7 };

function attachmentOf(records: readonly JudgedRecord[]): string {
  const collector = new TestFindingsCollector();
  collector.add(records);
  return collector.take();
}

const findingsOf = (...records: readonly JudgedRecord[]) => readTestFindings(attachmentOf(records));

it('the attachment of a test has totals, events with findings, and lost events', () => {
  const read = findingsOf(recordOf(1), invalidRecord(2), recordOf(3, { lost: true }));
  expect(read).toMatchObject({
    lost: 1,
    part: {
      totals: { items: 3, verdicts: { valid: 2, invalid: 1 } },
      listed: [{ item: { mid: 'INTERACT:1', eid: 'INTERACT' }, json: { eid: 'INTERACT' } }],
    },
  });
});

it('the attachment of a test numbers events consecutively across several additions', () => {
  const collector = new TestFindingsCollector();
  collector.add([invalidRecord(1)]);
  collector.add([invalidRecord(2)]);
  expect(readTestFindings(collector.take())?.part.listed.map(({ item }) => item.index)).toEqual([0, 1]);
});

it('the attachment of a test has no secrets', () => {
  const json = { eid: 'LOG', edata: { message: 'user@example.org' } };
  const finding = findingOf({ params: { reason: 'custom', text: 'Is user@example.org' } });
  const record = recordOf(1, { event: eventOf({ json }), findings: [finding] });
  expect(attachmentOf([record])).toContain('Is ');
  expect(attachmentOf([record])).not.toContain('user@example.org');
});

it('the attachment of a test is limited in size, and counts the events that it omits', () => {
  const many = Array.from({ length: 250 }, (_, index) => invalidRecord(index));
  const read = findingsOf(...many);
  expect(read?.part.listed).toHaveLength(100);
  expect(read?.part.totals.severities.error).toBe(250);
  const large = { eid: 'LOG', edata: { message: 'x'.repeat(300_000) } };
  const largeRecords = many.slice(0, 5).map((record) => ({ ...record, event: eventOf({ json: large }) }));
  expect(findingsOf(...largeRecords)?.part.listed.map(({ json }) => json === null)).toEqual([
    ...[false, false, false],
    ...[true, true],
  ]);
});

it.each(['', '{', 'null', '[]', '{"format":"telemetry-v3-test-findings","version":2}'])(
  'a broken attachment of a test is ignored: %j',
  (text) => {
    expect(readTestFindings(text)).toBeNull();
  },
);

it('an attachment of a test with an invalid count is ignored', () => {
  const text = attachmentOf([recordOf(1)]);
  expect(readTestFindings(text.replace('"items":1', '"items":-1'))).toBeNull();
  expect(readTestFindings(text.replace('"lost":0', '"lost":"0"'))).toBeNull();
});

it('the findings of a run are those of each test’s last attempt, in the order of the tests', () => {
  const run = new RunFindings();
  run.add('b', 0, { ...LOCATION, line: 20 }, findingsOf(invalidRecord(1)));
  run.add('a', 1, LOCATION, findingsOf(recordOf(1), invalidRecord(2)));
  run.add('a', 0, LOCATION, findingsOf(invalidRecord(1), invalidRecord(2), invalidRecord(3)));
  run.add('c', 0, LOCATION, findingsOf());
  const report = run.report(0);
  expect(report.items.map(({ file, line, index }) => [file, line, index])).toEqual([
    [LOCATION.file, 7, 1],
    [LOCATION.file, 20, 2],
  ]);
  expect(report.totals).toMatchObject({ items: 3, verdicts: { valid: 1, invalid: 2, unknown: 0 } });
  expect(run.counts()).toEqual({ tests: 3, silent: 1, retried: 1, unreadable: 0, lost: 0, unreadRequests: 0 });
});

it('the findings of a run omit broken attachments, and tests whose last attempt has no attachment', () => {
  const run = new RunFindings();
  run.add('no telemetry', 0, LOCATION, undefined);
  run.add('broken', 0, LOCATION, null);
  run.add('worker crashed', 0, LOCATION, findingsOf(invalidRecord(1)));
  run.add('worker crashed', 1, LOCATION, undefined);
  expect(run.report(0).totals.items).toBe(0);
  expect(run.counts()).toEqual({ tests: 0, silent: 0, retried: 1, unreadable: 2, lost: 0, unreadRequests: 0 });
});

describe('run summaries', () => {
  const counts = { tests: 1, silent: 0, retried: 0, unreadable: 0, lost: 0, unreadRequests: 0 };

  const runOf = (numbers: typeof counts) => ({
    counts: () => numbers,
    lostEvents: () => [],
    unreadRequests: () => [],
  });

  it('the summary of a run lists requests with an unreadable body, with their tests and without secrets', () => {
    const collector = new TestFindingsCollector();
    collector.add([recordOf(1)]);
    const unread = Array.from({ length: 25 }, (_, index) => ({
      ...{ method: 'POST', url: `https://c.example/t?user=asha@example.org&n=${index}`, isStopped: index === 0 },
    }));
    const run = new RunFindings();
    run.add('a', 0, LOCATION, readTestFindings(collector.take(unread)));
    const lines = formatRunSummary(run.report(0), run, []);
    expect(lines.slice(0, 4)).toEqual([
      'Telemetry of 1 test: 1 event, 0 invalid, 0 lost',
      '  Unreadable bodies: 25',
      '    tests/lesson.spec.ts:7  POST https://c.example/t?user=email-1@redacted.invalid&n=0: stopped, as the URL took telemetry before',
      '    tests/lesson.spec.ts:7  POST https://c.example/t?user=email-1@redacted.invalid&n=1: went to the network',
    ]);
    expect(lines).toHaveLength(23);
    expect(lines.at(-1)).toBe('    5 more requests');
  });

  it('the summary of a run is one line if there are no findings', () => {
    const run = new RunFindings();
    run.add('a', 0, LOCATION, findingsOf(recordOf(1), recordOf(2)));
    expect(formatRunSummary(run.report(0), run, [])).toEqual(['Telemetry of 1 test: 2 events, 0 invalid, 0 lost']);
  });

  it('the summary of a run has a table of finding codes per severity, the most frequent first', () => {
    const run = new RunFindings();
    const found = [
      findingOf({ code: 'missing' }),
      findingOf(),
      findingOf(),
      findingOf({ severity: 'warning', ruleSet: 'privacy' }),
    ];
    run.add('a', 0, LOCATION, findingsOf(recordOf(1, { verdict: 'invalid', findings: found })));
    const numbers = { tests: 1_200, silent: 1, retried: 2, unreadable: 3, lost: 4, unreadRequests: 0 };
    expect(formatRunSummary(run.report(0), runOf(numbers), ['a.html', 'b.xml']).join('\n')).toBe(
      `Telemetry of 1,200 tests: 1 event, 1 invalid, 4 lost
  Errors: 3
    definition/not-in-list  2
    definition/missing      1
  Warnings: 1
    privacy/not-in-list  1
  Without events: 1 test
  Retries: 2 earlier attempts not counted
  Not read: the telemetry of 3 tests
  Reports: a.html, b.xml`,
    );
  });

  it('the summary of a run is limited in length for any number of codes', () => {
    const report = new RunFindings().report(0);
    const totals = { ...report.totals, severities: { error: 25, warning: 0, info: 0 } };
    const codes = Array.from({ length: 25 }, (_, index) => ({
      ...({ ruleSet: 'definition', code: `code-${index}`, severity: 'error', count: 1 } as const),
    }));
    const lines = formatRunSummary({ ...report, totals, counts: codes }, runOf(counts), []);
    expect(lines).toHaveLength(23);
    expect(lines.at(-1)).toBe('    5 more codes');
  });
});
