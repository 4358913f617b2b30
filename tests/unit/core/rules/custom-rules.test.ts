import { expect, it } from 'vitest';
import { type CustomRule, createCustomRuleSet } from '#core/rules/custom-rules';

const event = { eid: 'LOG', context: { channel: 'a', cdata: [{ id: 'x' }] } };
const findingsOf = (rule: CustomRule, json: object = event) =>
  createCustomRuleSet('channel', rule)
    .check({ type: 'event', json: JSON.parse(JSON.stringify(json)) })
    .map(({ ruleSet, code, severity, path, params }) => [
      ruleSet,
      code,
      severity,
      path.join('.'),
      params.reason,
      params.text,
    ]);

it('a custom rule runs on an event, and its result becomes a finding', () => {
  expect(findingsOf((_, get) => (get('context.channel') === 'a' ? 'No.' : null))).toEqual([
    ['custom:channel', 'custom', 'error', '', 'custom', 'No.'],
  ]);
  const ruleWithList: CustomRule = ({ eid }) => [
    { text: `${eid} here.`, path: 'context.cdata.0.id', severity: 'warning' },
    { text: 'There.', path: ['context', 'cdata', 0] },
  ];
  expect(findingsOf(ruleWithList)).toEqual([
    ['custom:channel', 'custom', 'warning', 'context.cdata.0.id', 'custom', 'LOG here.'],
    ['custom:channel', 'custom', 'error', 'context.cdata.0', 'custom', 'There.'],
  ]);
  expect(findingsOf((_, get) => (get('context.cdata.0.id') === 'x' ? undefined : 'Wrong.'))).toEqual([]);
  expect(findingsOf(() => [])).toEqual([]);
  expect(findingsOf(() => ['One.', { text: 'Two.' }]).map(([, , , , , text]) => text)).toEqual(['One.', 'Two.']);
  expect(findingsOf((_, get) => (get('__proto__.constructor') === undefined ? null : 'Wrong.'))).toEqual([]);
});

it('a custom rule that throws or returns an unexpected value has a finding', () => {
  const invalidResults: readonly unknown[] = [
    1,
    true,
    {},
    [{ text: 1 }],
    [null],
    { text: 'a', severity: 'fatal' },
    '',
    { text: ' ', path: 'eid' },
    Promise.resolve(),
    Promise.reject(new Error('async')),
  ];
  for (const result of invalidResults) {
    expect(findingsOf(() => result as null)[0]?.[5], String(result)).toMatch(/^The rule must return/);
  }
  const throwing = () => {
    throw new Error('oops');
  };
  expect(findingsOf(throwing)[0]?.[5]).toBe('The rule threw: oops');
});

it('a custom rule that throws no error, or whose result throws when it is read, has a finding', () => {
  const throwObject = () => {
    throw Object.create(null);
  };
  expect(findingsOf(throwObject)[0]?.[5]).toBe('The rule threw: object');
  const result = {
    get text(): string {
      throw new Error('no text');
    },
  };
  expect(findingsOf(() => result)[0]?.[5]).toBe('The rule threw: no text');
});

it('a custom rule can’t change the event', () => {
  const json = JSON.parse(JSON.stringify(event));
  const mutatingRule: CustomRule = (target) => {
    Object.assign(target.context as object, { channel: 'b' });
    return null;
  };
  const findings = createCustomRuleSet('channel', mutatingRule).check({ type: 'event', json });
  expect(findings.map(({ params }) => params.text)).toEqual([expect.stringMatching(/^The rule threw: /)]);
  expect(json).toEqual(event);
});

it('the findings of a custom rule are limited, and custom rules do not run on calls', () => {
  const many = findingsOf(() => Array.from({ length: 150 }, () => ({ text: 'x'.repeat(10_000) })));
  expect(many).toHaveLength(101);
  expect(String(many[0]?.[5]).length).toBeLessThan(600);
  expect(many.at(-1)?.[5]).toBe('50 more problems are not listed.');
  const ruleSet = createCustomRuleSet('a', () => 'No.');
  expect(ruleSet.check({ type: 'call', method: 'log', args: [] })).toEqual([]);
});
