import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { ObservedSecret, TelemetryRecord } from '#core/journey/record';
import { type Json, stringAt } from '#core/json/json';
import type { FindingPolicy } from '#core/report/finding-policy';
import { defaultRuleSets } from '#core/rules/default-rule-sets';
import { createDefaultJudge } from '#core/stream/default-judge';
import { createJudge } from '#core/stream/judge';
import { type JudgedRecord, toPlainRecord } from '#core/stream/judged-record';
import { noJudge } from '#core/stream/no-judge';
import { sampleArguments } from '#core/telemetry/draft';
import type { RuleSet } from '#core/telemetry/findings';
import { callOf, eventOf, recordOf, requestOf } from '#tests/fixtures/records';

const observedRecord = (overrides: Partial<TelemetryRecord> = {}) => recordOf(1, overrides).observed;
const recordOfCall = (args: readonly object[], overrides: Partial<TelemetryRecord> = {}) =>
  observedRecord({ call: callOf({ args: args as never }), event: null, ...overrides });

/** Creates a rule set whose check is a mock that records its calls. */
function createMockRuleSet() {
  const check = vi.fn<RuleSet['check']>(() => [
    {
      ruleSet: 'custom:mine',
      severity: 'error',
      code: 'custom',
      path: [],
      params: { reason: 'custom', text: 'Wrong.' },
    },
  ]);
  return { ruleSet: { id: 'custom:mine', check } satisfies RuleSet, check };
}

it('a judge reports a finding of the definition once if call and event both have it', () => {
  const { judge } = createDefaultJudge();
  const data = { type: 'hover', id: 'next', pageid: 'home' };
  const event = eventOf({ json: { eid: 'INTERACT', mid: 'INTERACT:1', edata: data } });
  const record = judge(observedRecord({ call: callOf({ args: [data] }), event }), false);
  expect(record.findings.filter(({ ruleSet }) => ruleSet === 'definition')).toMatchObject([
    { code: 'not-in-list', path: ['data', 'type'] },
  ]);
  expect(record).toMatchObject({ verdict: 'invalid', summary: { findings: record.findings.length } });
});

it('a judge lists the findings of a record in the order of the rule sets', () => {
  const { judge } = createDefaultJudge();
  const { findings } = judge(observedRecord({ call: callOf({ args: [{ type: 'hover' }] }) }), false);
  const ruleSets = findings.map(({ ruleSet }) => ruleSet);
  expect(ruleSets).toEqual([...ruleSets].sort());
  expect(new Set(ruleSets)).toEqual(new Set(['definition', 'envelope']));
});

it('a judge reports secrets that were redacted before the record was created', () => {
  const secrets: readonly ObservedSecret[] = [
    {
      foundIn: 'call',
      severity: 'error',
      path: ['data', 'id'],
      params: { reason: 'secret-by-name', name: 'token', field: 'data.id' },
    },
  ];
  const { judge } = createDefaultJudge();
  const record = judge(recordOfCall([...sampleArguments('interact')] as object[], { secrets }), false);
  expect(record.findings).toMatchObject([{ ruleSet: 'privacy', code: 'secret', path: ['data', 'id'] }]);
  expect(record.verdict).toBe('invalid');
});

it('a rule set that throws does not affect the row or the findings of other rule sets', () => {
  const check = () => {
    throw new RangeError('too much');
  };
  const ruleSets: readonly RuleSet[] = [{ id: 'custom:broken', check }, ...defaultRuleSets];
  const { judge } = createJudge({ ruleSetsFor: () => ruleSets });
  const { findings, verdict } = judge(recordOfCall([{ type: 'hover' }]), false);
  expect(findings[0]).toMatchObject({ ruleSet: 'custom:broken', severity: 'warning' });
  expect([findings.length > 1, verdict]).toEqual([true, 'invalid']);
});

it('a record of an unknown kind has the verdict unknown, regardless of its findings', () => {
  const { judge } = createDefaultJudge();
  expect(
    judge(observedRecord({ kind: null, name: 'play', call: callOf({ method: 'play' }), event: null }), false),
  ).toMatchObject({ verdict: 'unknown', headline: '' });
});

describe('results that a judge reuses', () => {
  it('a row is not judged again if its call and event are unchanged', () => {
    const { ruleSet, check } = createMockRuleSet();
    const { judge } = createJudge({ ruleSetsFor: () => [ruleSet] });
    const first = judge(recordOfCall([{}]), false);
    const checkCalls = check.mock.calls.length;
    const second = judge({ ...first.observed, lost: true }, false, first);
    expect(check.mock.calls.length).toBe(checkCalls);
    expect(second).toMatchObject({ verdict: 'invalid', lost: true });
    expect(judge(second.observed, false, second)).toBe(second);
    const sent = { ...second.observed, requests: [requestOf()] };
    expect(judge(sent, false, second)).toMatchObject({ verdict: 'invalid', requests: [{ id: 'request' }] });
    expect(check.mock.calls.length).toBe(checkCalls);
  });

  it('rows with equal findings share one summary', () => {
    const { judge } = createDefaultJudge();
    const [one, other] = [
      judge(recordOfCall([{ type: 'hover' }]), false),
      judge(recordOfCall([{ type: 'hover' }]), false),
    ];
    expect(one.summary).toBe(other.summary);
  });

  it('findings of the original values are retained after the values were truncated', () => {
    const { judge } = createDefaultJudge();
    const whole = judge(recordOfCall([{ type: 'hover' }]), false);
    const truncated = judge({ ...recordOfCall([{}]), longValues: 'stored' }, false, whole);
    expect(truncated.findings).toEqual(whole.findings);
    expect(judge(truncated.observed, true, truncated)).toMatchObject({ sharesMid: true, findings: whole.findings });
  });

  it('another judge with the same rules returns the same record if it has no findings', () => {
    const ruleSetsFor = () => defaultRuleSets;
    const args = [...sampleArguments('interact')] as object[];
    const before = createJudge({ ruleSetsFor }).judge(recordOfCall(args), false);
    expect(before.verdict).toBe('valid');
    expect(createJudge({ ruleSetsFor }).judge(before, false, before)).toBe(before);
  });
});

it('a judged record as a plain object, and as JSON, has the observed fields and the findings', () => {
  const { judge } = createDefaultJudge();
  const record = judge(observedRecord({ event: eventOf() }), true);
  const plain = toPlainRecord(record);
  expect(plain).toMatchObject({ ...record.observed, sharesMid: true, headline: record.headline });
  expect(plain.findings).toEqual(record.findings);
  expect(JSON.parse(JSON.stringify(record))).toEqual(JSON.parse(JSON.stringify(plain)));
});

it('a judge without rules adds no findings, and retains existing ones', () => {
  expect(noJudge.judge(observedRecord(), false)).toMatchObject({ verdict: 'unknown', findings: [], headline: '' });
  const judged = recordOf(1, { verdict: 'invalid' });
  expect(noJudge.judge(judged, false)).toBe(judged);
});

it('a judge reports a hint once for a value in both call and event, and compares ets with the time of observation', () => {
  const { judge } = createDefaultJudge();
  const data = { type: 'TOUCH', id: 'undefined', pageid: 'lesson' };
  const now = 1_763_620_200_000;
  const hintsOf = (observedIn: 'page' | 'file', ets: number) => {
    const event = eventOf({ json: { eid: 'INTERACT', ets, edata: data }, at: now, observedIn });
    const { findings } = judge(observedRecord({ call: callOf({ method: 'interact', args: [data] }), event }), false);
    return findings.filter(({ ruleSet }) => ruleSet === 'hints').map(({ code, path }) => `${code} ${path.join('.')}`);
  };
  expect(hintsOf('page', now)).toEqual(['placeholder data.id']);
  expect(hintsOf('page', now + 7_200_000)).toEqual(['placeholder data.id', 'event-age ets']);
  expect(hintsOf('file', now + 7_200_000)).toEqual(['placeholder data.id']);
});

it('the rule sets of a row without findings are updated when rule sets are enabled', () => {
  const laterRuleSet: RuleSet = { id: 'custom:later', check: () => [] };
  const before = createDefaultJudge().judge(recordOfCall([...sampleArguments('interact')] as object[]), false);
  const { judge } = createJudge({ ruleSetsFor: () => [...defaultRuleSets, laterRuleSet] });
  expect(judge(before, false, before).ruleSets).toContain('custom:later');
});

it('a judge lists the rule sets that apply to a record, and shares equal lists', () => {
  const { ruleSet } = createMockRuleSet();
  const eventsRuleSet: RuleSet = { ...ruleSet, id: 'schema:end', scope: 'events', isFor: (event) => isEnd(event) };
  const { judge } = createJudge({ ruleSetsFor: () => [ruleSet, eventsRuleSet] });
  const ruleSetsOfEvent = (eid: string) =>
    judge(observedRecord({ call: null, event: eventOf({ json: { eid } }) }), false).ruleSets;
  expect(ruleSetsOfEvent('END')).toEqual(['custom:mine', 'schema:end']);
  expect(ruleSetsOfEvent('LOG')).toEqual(['custom:mine']);
  expect(judge(recordOfCall([{}]), false).ruleSets).toBe(ruleSetsOfEvent('LOG'));
});

function isEnd(event: Json): boolean {
  return stringAt(event, ['eid']) === 'END';
}

/** Rule sets that find their letter in the arguments. The findings of the last rule set replace all others. */
const anyRuleSets: readonly RuleSet[] = (['a', 'b', 'c', 'd'] as const).map((name, index) => ({
  id: `custom:${name}`,
  check: (subject) =>
    subject.type === 'call' && JSON.stringify(subject.args).includes(name)
      ? [
          {
            ruleSet: `custom:${name}`,
            severity: index % 2 === 0 ? 'error' : 'warning',
            code: 'custom',
            path: [],
            params: { reason: 'custom', text: name },
          },
        ]
      : [],
  ...(name === 'd' ? { join: (_, found) => found } : {}),
}));
const anyChoice = fc.record({
  ruleSets: fc.subarray([...anyRuleSets]),
  severities: fc.constantFrom<FindingPolicy['severities']>({}, { 'custom:a': 'off' }, { 'custom:b': 'error' }),
  ignore: fc.constantFrom<FindingPolicy['ignore']>([], [{ code: 'custom', reason: '' }]),
});

it('repeated judging with any rule sets and policies has the same result as judging once', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('', 'a', 'b', 'ab', 'cd', 'abcd'),
      fc.array(anyChoice, { maxLength: 6 }),
      (text, choices) => {
        const record = recordOfCall([{ text }]);
        let judged: JudgedRecord | null = null;
        for (const { ruleSets, severities, ignore } of choices) {
          const options = { ruleSetsFor: () => ruleSets, policy: { severities, ignore } };
          judged = createJudge(options).judge(judged ?? record, false, judged);
          const once = createJudge(options).judge(record, false);
          expect(judged.summary).toEqual(once.summary);
          expect([judged.findings, judged.ignored, judged.ruleSets]).toEqual([
            once.findings,
            once.ignored,
            once.ruleSets,
          ]);
        }
      },
    ),
  );
});

describe('rules across events', () => {
  const sessionFinding = {
    ruleSet: 'user-session',
    severity: 'error',
    code: 'end-without-start',
    path: ['edata', 'type'],
    params: { reason: 'end-without-start', type: 'content' },
    rows: [1],
  } as const;
  const { judge } = createJudge({ ruleSetsFor: () => [] });

  it('findings across events are added to the findings of the row, and count in its verdict', () => {
    const record = judge(observedRecord(), false, null, [sessionFinding]);
    expect(record).toMatchObject({
      verdict: 'invalid',
      findings: [sessionFinding],
      summary: { ruleSetsWithErrors: ['user-session'] },
    });
  });

  it('findings across events are retained when the row changes, until they are replaced', () => {
    const first = judge(observedRecord(), false, null, [sessionFinding]);
    const sent = judge(observedRecord({ requests: [requestOf()] }), false, first);
    expect(sent.findings).toEqual([sessionFinding]);
    const other = judge(observedRecord({ event: eventOf({ json: { eid: 'END' } }) }), false, sent);
    expect(other.findings).toEqual([sessionFinding]);
    expect(judge(other, false, other, [])).toMatchObject({ verdict: 'valid', findings: [] });
  });

  it('a policy applies to findings across events, even if long values are not in memory', () => {
    const policy: FindingPolicy = { severities: { 'end-without-start': 'warning' }, ignore: [] };
    const { judge: judgeLeniently } = createJudge({ ruleSetsFor: () => [], policy });
    const truncated = judge(
      observedRecord({ longValues: 'stored' }),
      false,
      judge(observedRecord(), false, null, [sessionFinding]),
    );
    expect(truncated.findings).toEqual([sessionFinding]);
    const rejudged = judgeLeniently(truncated, false, truncated);
    expect(rejudged).toMatchObject({ verdict: 'valid', findings: [{ severity: 'warning' }] });
    expect(judgeLeniently(rejudged, false, rejudged, []).findings).toEqual([]);
  });

  it('a row with unchanged findings across events is not judged again', () => {
    const found = [sessionFinding];
    const record = judge(observedRecord(), false, null, found);
    expect(judge(record, false, record, found)).toBe(record);
  });
});
