import { expect, it } from 'vitest';
import type { TelemetryRecord } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { compileFilterText } from '#core/query/filter-text';
import {
  type FindingPolicy,
  type IgnoreRule,
  MAX_IGNORE_RULES,
  noPolicy,
  parsePolicy,
} from '#core/report/finding-policy';
import {
  ignoreRuleFor,
  severityKey,
  withIgnoreRules,
  withoutIgnoreRules,
  withSeverity,
} from '#core/report/ignore-rules';
import { createJudge } from '#core/stream/judge';
import type { JudgedRecord } from '#core/stream/judged-record';
import { definitionRules } from '#core/telemetry/validate-event';
import { callOf, eventOf, recordOf } from '#tests/fixtures/records';

const SITE = 'localhost:4173';

const ruleSetsFor = () => [definitionRules];
const judgeBy = (policy: FindingPolicy) => {
  const { judge } = createJudge({
    ruleSetsFor,
    policy,
    compileFilter(filter) {
      const compiled = compileFilterText(filter);
      return compiled.ok ? compiled.value : null;
    },
  });
  return (record: TelemetryRecord, before?: JudgedRecord) => judge(record, false, before);
};
const judgeIgnoring = (...ignore: readonly IgnoreRule[]) => judgeBy({ severities: {}, ignore });

/** Returns the judged record of an impression, whose default data has no pageid. */
function createImpression(data: Json = { type: 'view' }, overrides: Partial<TelemetryRecord> = {}): JudgedRecord {
  const call = callOf({ method: 'impression', args: [data] });
  const event = eventOf({ json: { eid: 'IMPRESSION', mid: 'a', edata: data } });
  return judgeBy(noPolicy)(recordOf(1, { kind: 'impression', name: 'impression', call, event, ...overrides }).observed);
}

const [missingFinding] = createImpression().findings;
if (missingFinding === undefined) throw new Error('The impression has no finding.');
const ignoreRule = ignoreRuleFor(createImpression(), missingFinding, 'field');

it('an ignore rule matches a finding by site, code and path', () => {
  expect(ignoreRule).toEqual({ site: SITE, code: 'missing', path: 'edata.pageid', reason: '' });
  expect(ignoreRuleFor(createImpression(), missingFinding, 'rule')).toEqual({
    site: SITE,
    code: 'missing',
    reason: '',
  });
});

it('an ignored finding does not count in the verdict, and is restored once the rule is removed', () => {
  const record = createImpression();
  expect(record.verdict).toBe('invalid');
  const ignored = judgeIgnoring(ignoreRule)(record);
  expect(ignored).toMatchObject({ verdict: 'valid', summary: { ignored: 1 }, findings: [], ignored: record.findings });
  expect(judgeBy(noPolicy)(ignored)).toMatchObject({ verdict: 'invalid', findings: record.findings });
});

it('a finding at another site, path or code is not ignored', () => {
  const atOtherSite = createImpression(undefined, { frame: { frameId: 0, url: 'https://learn.example/' } });
  const others = [
    { ...ignoreRule, path: 'edata.page' },
    { ...ignoreRule, code: 'wrong-type' },
  ];
  expect(judgeIgnoring(...others)(createImpression()).verdict).toBe('invalid');
  expect(judgeIgnoring(ignoreRule)(atOtherSite).verdict).toBe('invalid');
  const { site: _, ...everywhere } = ignoreRule;
  expect(judgeIgnoring(everywhere)(atOtherSite).verdict).toBe('valid');
});

it('an ignore rule with a filter applies to matching events only, and a rule with an invalid filter to none', () => {
  expect(judgeIgnoring({ filter: 'kind:impression is:invalid', reason: 'known' })(createImpression()).verdict).toBe(
    'valid',
  );
  expect(judgeIgnoring({ filter: 'kind:log', reason: 'known' })(createImpression()).verdict).toBe('invalid');
  expect(judgeIgnoring({ filter: 'nokey:(', reason: 'known' })(createImpression()).verdict).toBe('invalid');
});

it('an event with other errors stays invalid if one of its findings is ignored', () => {
  const record = createImpression({ type: 'hover' });
  const ignored = judgeIgnoring(ignoreRule)(record);
  expect(ignored.verdict).toBe('invalid');
  expect(ignored.findings).toHaveLength(record.findings.length - 1);
});

it('an ignore rule for a finding in a list item applies to all items', () => {
  const args = [{ type: 'content', query: 'q', size: 1, topn: [1, 2] }];
  const call = callOf({ method: 'search', args });
  const record = judgeBy(noPolicy)(recordOf(1, { kind: 'search', call, event: null }).observed);
  const itemFinding = record.findings.find(({ path }) => path.at(-1) === 0);
  const itemRule = itemFinding && ignoreRuleFor(record, itemFinding, 'field');
  expect(itemRule?.path).toBe('edata.topn.*');
  expect(judgeIgnoring(...(itemRule ? [itemRule] : []))(record).ignored).toHaveLength(2);
});

it('a severity setting decides the verdict, a qualified code has precedence, and the original severity is restorable', () => {
  const key = severityKey(missingFinding);
  expect(key).toBe('definition/missing');
  const withWarning = judgeBy(withSeverity(noPolicy, key, 'warning'))(createImpression());
  expect(withWarning).toMatchObject({ verdict: 'valid', findings: [{ severity: 'warning' }], summary: { notices: 1 } });
  const both = { severities: { missing: 'off', [key]: 'error' }, ignore: [] } as const;
  expect(judgeBy(both)(createImpression()).verdict).toBe('invalid');
  const withoutRule = judgeBy(withSeverity(noPolicy, key, 'off'))(createImpression());
  expect(withoutRule).toMatchObject({ verdict: 'valid', findings: [], summary: { findings: 0, ignored: 0 } });
  expect(judgeBy(noPolicy)(withoutRule.observed, withoutRule)).toMatchObject({
    verdict: 'invalid',
    findings: [missingFinding],
  });
});

it('findings that a policy disables are restored by another policy, even if long values are no longer in memory', () => {
  const judgeWithoutRule = judgeBy(withSeverity(noPolicy, 'definition/missing', 'off'));
  const whole = judgeWithoutRule(createImpression().observed);
  const truncated = judgeWithoutRule({ ...whole.observed, longValues: 'stored' }, whole);
  expect(truncated.findings).toEqual([]);
  expect(judgeBy(noPolicy)(truncated.observed, truncated).findings).toEqual([missingFinding]);
});

it('ignore rules are limited in number and unique, and an invalid policy is read as an empty policy', () => {
  const many = Array.from({ length: MAX_IGNORE_RULES + 1 }, (_, n) => ({ ...ignoreRule, path: `edata.${n}` }));
  const all = withIgnoreRules({ severities: { missing: 'info' }, ignore: [] }, many);
  expect(all.ignore).toHaveLength(MAX_IGNORE_RULES);
  expect(withIgnoreRules(all, all.ignore.slice(-1)).ignore).toHaveLength(MAX_IGNORE_RULES);
  expect(withoutIgnoreRules(all, many).ignore).toEqual([]);
  expect(parsePolicy(all)).toEqual(all);
  expect(parsePolicy({ severities: {}, ignore: [{ site: 1 }] })).toEqual(noPolicy);
  expect(parsePolicy(undefined)).toEqual(noPolicy);
});
