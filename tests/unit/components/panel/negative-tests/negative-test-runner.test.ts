import { effect } from '@preact/signals';
import { describe, expect, it, onTestFinished } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { createRecords } from '#components/panel/event-list/record-store.ts';
import { hasFailed, sortByOutcome } from '#components/panel/negative-tests/negative-test-order.ts';
import { createNegativeTestRunner } from '#components/panel/negative-tests/negative-test-runner.ts';
import {
  describeFinding,
  describeMutation,
  expectedFindingOf,
  formatTableAsMarkdown,
  formatTableAsTsv,
} from '#components/panel/negative-tests/negative-test-table-text.ts';
import { SHOW_INTERVAL_MS } from '#components/panel/negative-tests/throttle-signal.ts';

import { collectorOutcome, sdkOutcome } from '#core/negative-tests/outcomes';
import { validateCall } from '#core/telemetry/validate-event';
import { succeed } from '#core/util/result';
import { showLanguage } from '#tests/drivers/show-language';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { callOf, type RecordOverrides, recordOf, requestOf } from '#tests/fixtures/records';

const frame = { frameId: 0, url: 'http://localhost:4173/', documentId: 'd', title: 'Lesson', sdks: [], sdk: 0 };

/** Creates a runner over an SDK whose calls are captured as validated records. */
function setUp() {
  const records = createRecords();
  const { scheduler, advance } = createFakeScheduler();
  const runner = createNegativeTestRunner(records, scheduler);
  const fired: string[] = [];
  const fire: Parameters<typeof runner.fire>[2] = async (kind, args) => {
    const row = fired.push(JSON.stringify(args));
    const { verdict, findings } = validateCall(kind, args);
    records.apply([recordOf(row, { kind, verdict, findings, firedBy: { type: 'panel', requestId: `${row}` } })]);
    return succeed({ requestId: `${row}` });
  };
  return { records, runner, fired, fire, advance };
}

it('a fired negative test shows its findings, and whether they match the prediction', async () => {
  const { runner, fire } = setUp();
  const negativeTest = runner
    .testsOf('interact')
    .find(({ mutation }) => describeMutation(mutation) === 'data.id omitted');
  if (!negativeTest) throw new Error('There is no such negative test.');
  expect(runner.stateOf(negativeTest)).toEqual({ status: 'not-fired' });
  await runner.fire([negativeTest], frame, fire);
  expect(runner.stateOf(negativeTest)).toMatchObject({
    status: 'seen',
    comparison: { status: 'as-predicted' },
    validator: 'error missing data.id',
    sdk: { text: 'emitted' },
    ingestion: { detection: expect.any(String) },
    collector: { text: 'not sent yet' },
  });
});

it('the result of a fired negative test is shown in a language that is selected later', async () => {
  onTestFinished(() => showLanguage('en'));
  const { runner, fire } = setUp();
  const [negativeTest] = runner.testsOf('interact');
  if (!negativeTest) throw new Error('There is no negative test.');
  await runner.fire([negativeTest], frame, fire);
  const inEnglish = runner.stateOf(negativeTest);
  expect(runner.stateOf(negativeTest)).toBe(inEnglish);
  showLanguage('hi');
  expect(runner.stateOf(negativeTest)).toMatchObject({ sdk: { text: 'emit हुआ' } });
});

it('a negative test with an unpredicted result lists the missing and the additional findings', async () => {
  const { runner, fire, records } = setUp();
  const [negativeTest] = runner.testsOf('interact');
  if (!negativeTest) throw new Error('There is no negative test.');
  await runner.fire([negativeTest], frame, fire);
  const other = {
    ruleSet: 'definition',
    severity: 'error',
    code: 'secret',
    path: ['data'],
    params: { reason: 'custom', text: '' },
  } as const;
  records.apply([recordOf(1, { findings: [other], firedBy: { type: 'panel', requestId: '1' } })]);
  expect(runner.stateOf(negativeTest)).toMatchObject({
    comparison: { status: 'different', missing: negativeTest.expected, unexpected: [other] },
  });
});

describe('negative test of the envelope', () => {
  const rejected = 'Invalid LOG Event: data.edata.type should be string';
  const outcomeWith = async (overrides: RecordOverrides) => {
    const { runner, fire, records } = setUp();
    const negativeTest = runner.testsOf('log').find(({ part }) => part === 'envelope');
    if (!negativeTest) throw new Error('There is no negative test of the envelope.');
    await runner.fire([negativeTest], frame, fire);
    const [surplus] = records.all().flatMap(({ findings }) => findings);
    if (!surplus) throw new Error('The options argument was not noticed.');
    const firedBy = { type: 'panel', requestId: '1' } as const;
    records.apply([recordOf(1, { findings: [surplus], event: null, firedBy, ...overrides })]);
    const row = runner.rowsOf(runner.testsOf('log')).find(({ validator }) => validator !== 'not fired');
    return { state: runner.stateOf(negativeTest), cell: row?.validator };
  };

  it.each<[string, RecordOverrides]>([
    [
      'dropped by SDK validation: data.edata.type should be string',
      { call: callOf({ consoleMessages: [{ level: 'error', message: rejected }] }) },
    ],
    ['dropped silently', {}],
    ['threw: no schema', { call: callOf({ outcome: { status: 'threw', at: 1, message: 'no schema' } }) }],
  ])('a negative test of the envelope is not checkable, with the reason, if its call %s', async (reason, overrides) => {
    const { state, cell } = await outcomeWith(overrides);
    expect(state).toMatchObject({ comparison: { status: 'not-checkable' }, sdk: { text: reason } });
    expect(cell).toBe(`not checkable: ${reason}`);
  });

  it('a negative test of the envelope differs from its prediction as long as its call has not returned', async () => {
    const { state } = await outcomeWith({ call: callOf({ outcome: { status: 'running' } }) });
    expect(state).toMatchObject({ comparison: { status: 'different' } });
  });

  it('a negative test of the envelope whose call was dropped by the SDK differs from its prediction if it has an additional finding', async () => {
    const additionalFinding = {
      ruleSet: 'definition',
      severity: 'error',
      code: 'missing',
      path: [0],
      params: { reason: 'custom', text: '' },
    } as const;
    const { state } = await outcomeWith({ findings: [additionalFinding] });
    expect(state).toMatchObject({ comparison: { status: 'different', unexpected: [additionalFinding] } });
  });
});

it('a negative test whose options persist in the SDK is followed by a valid call with empty options', async () => {
  const { runner, fired, fire } = setUp();
  const envelopeTests = runner.testsOf('log').filter(({ part }) => part === 'envelope');
  await runner.fire(envelopeTests.slice(0, 3), frame, fire);
  expect(fired).toHaveLength(4);
  expect(fired[3]).toContain('{"actor":{},"context":{},"object":{}}');
});

it('the table lists unexpected results first after a run has ended, then the others in the order of the definition', async () => {
  const { runner, fire, records } = setUp();
  const all = runner.testsOf('interact').slice(0, 4);
  const [, second, third] = all;
  await runner.fire(all.slice(1, 3), frame, fire);
  expect(runner.endedRuns.value).toBe(1);
  records.apply([recordOf(2, { findings: [], firedBy: { type: 'panel', requestId: '2' } })]);
  expect(sortByOutcome(all, runner.stateOf)).toEqual([third, second, all[0], all[3]]);
  expect(all.filter((negativeTest) => hasFailed(runner.stateOf(negativeTest)))).toEqual([third]);
});

it('the table preserves the results that it showed after the list is cleared, and has no result for other tests', async () => {
  const { runner, fire, records } = setUp();
  const [shownTest, notShownTest] = runner.testsOf('interact');
  if (!shownTest || !notShownTest) throw new Error('There is no negative test.');
  await runner.fire([shownTest, notShownTest], frame, fire);
  const before = runner.stateOf(shownTest);
  records.clear();
  expect(runner.stateOf(shownTest)).toBe(before);
  expect(runner.stateOf(notShownTest)).toEqual({ status: 'no-record' });
  expect(hasFailed(runner.stateOf(notShownTest))).toBe(false);
});

it('firing many negative tests can be stopped in the middle', async () => {
  const { runner, fired, fire } = setUp();
  const all = runner.testsOf('assess').filter(({ part }) => part === 'definition');
  await runner.fire(all, frame, (...args) => {
    if (fired.length === 4) runner.stop();
    return fire(...args);
  });
  expect(fired).toHaveLength(5);
  expect(runner.progress.value).toBeNull();
});

it('the table and the progress are rendered once per interval while negative tests are fired, and immediately at the end', async () => {
  const { runner, fired, fire, advance } = setUp();
  const all = runner.testsOf('assess').slice(0, 40);
  const rendered: (readonly [done: number | null, seen: number])[] = [];
  const stop = effect(() => {
    const seen = all.filter((negativeTest) => runner.stateOf(negativeTest).status === 'seen').length;
    rendered.push([runner.progress.value?.done ?? null, seen]);
  });
  onTestFinished(stop);
  await runner.fire(all, frame, async (...args) => {
    const result = await fire(...args);
    if (fired.length % 20 === 0) advance(SHOW_INTERVAL_MS);
    return result;
  });
  expect(rendered.at(0)).toEqual([null, 0]);
  expect(rendered.at(1)).toEqual([0, 0]);
  expect(rendered.at(-1)).toEqual([null, all.length]);
  // Some of these leave options in the SDK, and are followed by a valid call, which has no row.
  expect(rendered.length).toBeLessThanOrEqual(3 + fired.length / 20);
  expect(rendered.length).toBeGreaterThan(3);
});

it.each([
  [
    'threw: schema is undefined',
    { call: callOf({ outcome: { status: 'threw', at: 1, message: 'schema is undefined' } }) },
  ],
  ['emitted', {}],
  [
    'dropped by SDK validation: data.edata.type should be string',
    {
      event: null,
      call: callOf({
        consoleMessages: [{ level: 'error', message: 'Invalid LOG Event: data.edata.type should be string' }],
      }),
    },
  ],
  ['dropped silently', { event: null }],
])('the result of the SDK is shown as %s', (text, overrides) => {
  expect(messageText(sdkOutcome(recordOf(1, overrides)).text)).toBe(text);
});

it.each([
  ['not sent yet', {}],
  ['never sent', { event: null }],
  ['200 {"responseCode":"SUCCESS"}', { requests: [requestOf()] }],
  [
    '400',
    { requests: [requestOf({ responseText: null, end: { status: 'responded', httpStatus: 400, durationMs: 1 } })] },
  ],
  [
    'no response: Failed to fetch',
    { requests: [requestOf({ end: { status: 'failed', message: 'Failed to fetch', durationMs: 1 } })] },
  ],
])('the result of the collector is shown as %s', (text, overrides) => {
  expect(messageText(collectorOutcome(recordOf(1, overrides)).text)).toBe(text);
});

describe('result table', () => {
  const row = {
    kind: 'LOG',
    mutation: 'data.level: "a\tb|c"',
    predicted: '=1',
    validator: 'x',
    sdk: '',
    ingestion: '',
    collector: '',
  };

  it('the table as TSV has one line per row and no formulas', () => {
    expect(formatTableAsTsv([row])).toBe(
      'Kind\tCase\tExpected\tValidator\tSDK\tIngestion\tCollector\nLOG\tdata.level: "a b|c"\t\'=1\tx\t\t\t',
    );
  });

  it('the table as Markdown has the same columns whatever text a cell contains', () => {
    expect(formatTableAsMarkdown([row]).split('\n')[2]).toBe(
      '| LOG | data.level&#58; "a b&#124;c" | =1 | x |  |  |  |',
    );
    const collector = '404 <h1>No\\|![x](//x)</h1>';
    const [, , line] = formatTableAsMarkdown([{ ...row, collector }]).split('\n');
    expect(line?.split(' | ').at(-1)).toBe('404 &lt;h1&gt;No&#92;&#124;&#33;&#91;x&#93;&#40;//x&#41;&lt;/h1&gt; |');
  });

  it('the table as Markdown has no link, mention or reference from the response of a collector', () => {
    const [, , line] = formatTableAsMarkdown([{ ...row, collector: 'see https://evil.example, @everyone, #1' }]).split(
      '\n',
    );
    expect(line).not.toMatch(/https:\/\/|@everyone|#1\b/);
  });

  it('the table describes each negative test differently', () => {
    const { runner } = setUp();
    const all = runner
      .testsOf('response')
      .map(
        (negativeTest) =>
          `${describeMutation(negativeTest.mutation)} → ${describeFinding(expectedFindingOf(negativeTest))}`,
      );
    expect(new Set(all).size).toBe(all.length);
    expect(all).toContain('data.target.parent.type omitted → error missing data.target.parent.type');
    expect(all).toContain('context.cdata.0.id omitted → error missing context.cdata.0.id (envelope)');
  });

  it('the table shows values as JSON, and shows the new name of a renamed field', () => {
    const { runner } = setUp();
    const cases = runner.testsOf('interact').map(({ mutation }) => describeMutation(mutation));
    expect(cases).toEqual(
      expect.arrayContaining([
        'data: []',
        'data: "text"',
        'data.type: ""',
        'data.extra renamed to EXTRA',
        'data.unlisted added',
      ]),
    );
    expect(cases.filter((text) => /empty|array of|object with/.test(text))).toEqual([]);
  });
});
