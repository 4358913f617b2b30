import { describe, expect, it } from 'vitest';
import { findingText } from '#core/report/english-findings';
import { checkCall } from '#core/rules/default-rule-sets';
import { ingestionRules } from '#core/rules/ingestion/ingestion-rules';
import { isDocumented, type RuleId, ruleAnchor, ruleIdAnchor, ruleIdOf } from '#core/rules/reference/rule-anchor';
import { documentedRules, EXAMPLE_SCHEMA_FILE, type ExampleValues } from '#core/rules/reference/rule-catalog';
import {
  checkExample,
  createExampleEvent,
  createRuleReference,
  isSessionRule,
  listRuleIds,
} from '#core/rules/reference/rule-reference';
import { importSchemas } from '#core/schemas/import-schemas';
import type { Finding, FindingReason } from '#core/telemetry/findings';
import { readMessages } from '#tests/drivers/read-messages';

/** Rules without an example, which would be too large to read, or would consist of several events or of headers. */
const WITHOUT_EXAMPLE: readonly string[] = [
  'wrong-charset',
  'ingestion-size',
  'unlisted-findings',
  'duplicate-mid',
  'schema-unchecked',
];

const MAX_WORDS = 25;
const english = readMessages('en');
const entries = createRuleReference().flatMap(({ rules }) => rules);
const sentence = 'findings.sentence.';
const isSentence = (reason: string): reason is FindingReason => english.has(sentence + reason);
const reasons = [...english.keys()]
  .map((key) => key.replace(sentence, ''))
  .filter(isSentence)
  .filter(isDocumented);

it('the rule reference has an entry for every reason of a finding', () => {
  expect(reasons.length).toBeGreaterThan(50);
  expect(reasons.filter((reason) => !entries.some(({ id }) => id === ruleIdOf(reason)))).toEqual([]);
  expect(listRuleIds().filter((id) => !isSentence(id))).toEqual([]);
});

it('the rule reference has an example for every rule except those of WITHOUT_EXAMPLE', () => {
  const withoutExample = entries.filter(({ example }) => example === null).map(({ id }) => id);
  expect([...withoutExample].sort()).toEqual([...WITHOUT_EXAMPLE].sort());
});

const examples = entries.flatMap(({ example, ...entry }) => (example === null ? [] : [{ ...entry, example }]));

it.each(examples)('the example of $id has a finding with the code, severity and rule set of its entry', (entry) => {
  const { finding } = entry.example;
  expect(finding).toMatchObject({ code: entry.code, severity: entry.severity });
  expect(entry.ruleSets).toContain(finding.ruleSet);
  expect(findingText(finding)).toMatch(/\S/);
});

it.each(listRuleIds().filter((id) => !WITHOUT_EXAMPLE.includes(id)))(
  'the corrected example of %s is valid, without the finding',
  (id) => {
    const { example } = documentedRules[id];
    if (example === null) throw new Error(`${id} has no example.`);
    const findings = checkExample(example, 'right');
    const isOfRule = ({ params: { reason } }: Finding) => isDocumented(reason) && ruleIdOf(reason) === id;
    // For some kinds the ingestion pipeline rejects what the definition requires.
    const isInvalid = ({ severity, ruleSet }: Finding) => severity === 'error' && ruleSet !== 'ingestion';
    expect(
      findings.filter((finding) => isOfRule(finding) || isInvalid(finding)).map((finding) => findingText(finding)),
    ).toEqual([]);
  },
);

it('the rule reference describes the actual behavior of rules without an example', () => {
  const topn = Array.from({ length: 200 }, () => 'wrong');
  const { findings } = checkCall('search', [{ type: 'content', query: 'rain', size: 200, topn }]);
  expect(findings.at(-1)).toMatchObject({
    params: { reason: 'unlisted-errors' },
    severity: 'info',
    code: 'wrong-type',
  });
  const json = createExampleEvent('log', { 'edata.message': 'x'.repeat(1024 * 1024) });
  expect(ingestionRules.check({ type: 'event', json })).toMatchObject([
    { params: { reason: 'ingestion-size' }, code: documentedRules['ingestion-size'].code, severity: 'error' },
  ]);
});

it('the rule reference explains each rule in short sentences', () => {
  const textOf = (id: RuleId, part: string) => english.get(`rules.${id}.${part}`) ?? '';
  const parts = ['title', 'meaning', 'consequence', 'fix'] as const;
  const texts = entries.flatMap(({ id }) => parts.map((part) => textOf(id, part)));
  const long = texts.flatMap((text) => text.split(/(?<=[.:]) /)).filter((text) => text.split(' ').length > MAX_WORDS);
  expect(long).toEqual([]);
  expect(entries.filter(({ id }) => /[.]$/.test(textOf(id, 'title')))).toEqual([]);
  expect(listRuleIds().filter((id) => isSessionRule(id) && !/\.$/.test(textOf(id, 'consequence')))).toEqual([]);
  expect(entries.filter(({ id }) => !/\.$/.test(textOf(id, 'meaning')) || !/\.$/.test(textOf(id, 'fix')))).toEqual([]);
});

describe('anchors', () => {
  const params = { value: '"a"', nearest: 'A', allowed: ['A'] };
  const finding = (reason: 'letter-case' | 'letter-case-list'): Pick<Finding, 'code' | 'params'> => ({
    code: 'not-in-list',
    params: { ...params, reason },
  });

  it('the anchor of a finding is the anchor of its rule, for each message of the rule', () => {
    expect(ruleAnchor(finding('letter-case'))).toBe(ruleIdAnchor('letter-case'));
    expect(ruleAnchor(finding('letter-case-list'))).toBe(ruleIdAnchor('letter-case'));
  });
});

const schemaRules = listRuleIds().flatMap((id) => {
  const { example } = documentedRules[id];
  return example?.subject === 'schema' ? [{ id, example }] : [];
});

it.each(schemaRules)(
  'the example of $id has the documented finding of an imported schema, and the corrected example is valid',
  async ({ example }) => {
    const { kind, schema, wrong, right, finding } = example;
    const { ruleSet } = await importSchemas('NAME', [{ path: EXAMPLE_SCHEMA_FILE, text: JSON.stringify(schema) }]);
    const check = (values: ExampleValues) => ruleSet?.check({ type: 'event', json: createExampleEvent(kind, values) });
    expect(check(wrong)).toEqual([finding]);
    expect(check(right)).toEqual([]);
  },
);

it('the rule reference documents the fate of an event in the pipeline', () => {
  const fateOf = (id: RuleId) => entries.find((entry) => entry.id === id)?.fate;
  expect(fateOf('ingestion-missing')).toMatchObject({ step: 'preprocessor', reason: 'invalid' });
  expect(fateOf('ets-too-old')).toMatchObject({ step: 'denormalization', reason: 'too-old' });
  expect(fateOf('duplicate-mid')).toMatchObject({ reason: 'duplicate' });
  expect(fateOf('schema-list')).toMatchObject({ reason: 'accepted', effects: [{ reason: 'not-counted' }] });
  expect(entries.filter(({ fate }) => fate === null).map(({ id }) => id)).toEqual([
    ...['not-an-event', 'not-a-call', 'neither-call-nor-event', 'arguments-not-array'],
    ...['unlisted-findings', 'not-json', 'wrong-charset', 'schema-unchecked'],
    ...listRuleIds().filter(isSessionRule),
  ]);
});
