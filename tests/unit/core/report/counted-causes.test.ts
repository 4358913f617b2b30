import { expect, it } from 'vitest';
import { toFilterMatcher } from '#core/query/filter-text';
import type { FindingPolicy } from '#core/report/finding-policy';
import { selectableRuleSets } from '#core/rules/rule-sets';
import { createJudge } from '#core/stream/judge';
import { eventOf as observedEvent, recordOf } from '#tests/fixtures/records';
import { eventOf } from '../telemetry/sample-events';

const { envelope, definition, hints } = selectableRuleSets;
const wrappedEvent = eventOf('log', { edata: { type: 'system', level: 'INFO', message: 'm' } });

const judge = (policy: Partial<FindingPolicy>, json = wrappedEvent) =>
  createJudge({
    ruleSetsFor: () => [envelope, definition, hints],
    policy: { severities: {}, ignore: [], ...policy },
    compileFilter: toFilterMatcher,
  }).judge(
    recordOf(1, { kind: 'log', call: null, event: observedEvent({ json, observedIn: 'file' }) }).observed,
    false,
  );
const rulesOf = ({ findings }: ReturnType<typeof judge>) =>
  findings.map(({ ruleSet, code, severity }) => `${ruleSet}/${code} ${severity}`);

it('a finding that explains other errors replaces them if it is an error itself', () => {
  expect(rulesOf(judge({}))).toEqual(['hints/wrapped error']);
  expect(rulesOf(judge({ severities: { missing: 'warning' } }))).toEqual(['hints/wrapped error']);
});

it.each<[string, Partial<FindingPolicy>, number]>([
  ['off', { severities: { 'hints/wrapped': 'off' } }, 0],
  ['off with its rule set', { severities: { wrapped: 'off' } }, 0],
  ['ignored', { ignore: [{ code: 'wrapped', reason: 'r' }] }, 1],
  ['ignored by a filter', { ignore: [{ filter: 'kind:log rule:wrapped', code: 'hints', reason: 'r' }] }, 1],
])('a finding does not replace the errors that it explains if it is %s', (_, policy, ignoredCount) => {
  const record = judge(policy);
  expect(record.verdict).toBe('invalid');
  expect(rulesOf(record)).toContain('definition/missing error');
  expect(rulesOf(record).join()).not.toContain('wrapped');
  expect(record.summary.ignored).toBe(ignoredCount);
});

it.each(['warning', 'info'] as const)(
  'a finding with its severity set to %s is listed together with the errors that it explains',
  (severity) => {
    const record = judge({ severities: { 'hints/wrapped': severity } });
    expect(record.verdict).toBe('invalid');
    expect(rulesOf(record)).toEqual(expect.arrayContaining([`hints/wrapped ${severity}`, 'definition/missing error']));
  },
);

it('the findings of the envelope are reported if the finding about a V2 event name is disabled', () => {
  const v2Event = eventOf('interact', { type: 'TOUCH', id: 'next' }, { eid: 'OE_INTERACT' });
  expect(rulesOf(judge({}, v2Event))).toEqual(['hints/earlier-version error']);
  expect(rulesOf(judge({ severities: { 'earlier-version': 'off' } }, v2Event))).toContain('envelope/not-in-list error');
});
