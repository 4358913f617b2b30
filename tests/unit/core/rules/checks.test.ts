import { describe, expect, it } from 'vitest';
import { createEntityRules, privacyRules, redactSecrets } from '#core/rules/checks';
import { checkCall, checkEvent } from '#core/rules/default-rule-sets';
import type { RuleSet, Subject } from '#core/telemetry/findings';
import { definitionRules, envelopeRules, verdictOf } from '#core/telemetry/validate-event';
import { callOf, recordOf } from '#tests/fixtures/records';

const token = `eyJhbGciOiJSUzI1NiJ9.eyJ${'a'.repeat(60)}.${'b'.repeat(60)}`;
const call = (message: string) => [{ type: 'api_call', level: 'INFO', message }];
const event = { eid: 'LOG', actor: { id: 'teacher-04', type: 'User' }, context: { did: 'device-1' }, edata: {} };

it('checkCall reports a token in a call, which makes the call invalid', () => {
  const { verdict, findings } = checkCall('log', call(`sent ${token}`));
  expect(verdict).toBe('invalid');
  expect(findings).toMatchObject([{ ruleSet: 'privacy', code: 'secret', path: ['data', 'message'] }]);
  expect(JSON.stringify(findings)).not.toContain(token);
});

it('a call without secrets has only the findings of the definition', () => {
  expect(checkCall('log', call('GET /lesson'))).toEqual({ verdict: 'valid', kind: 'log', findings: [] });
});

it('a token in the configuration argument of start is not reported', () => {
  const data = { type: 'player', mode: 'play', stageid: 's' };
  expect(checkCall('start', [{ authtoken: token }, 'do_1', '1.0', data]).findings).toEqual([]);
});

it('checkEvent reports a token in an event', () => {
  expect(checkEvent({ ...event, tags: [token] }).findings).toContainEqual(
    expect.objectContaining({ ruleSet: 'privacy', path: ['tags', 0] }),
  );
});

it.each([
  ['the active entity', 'teacher-04', null],
  ['the device of an anonymous actor', 'device-1', null],
  ['another entity', 'student-17', 'info'],
])('the actor is checked against the active entity: %s', (_who, id, severity) => {
  const { check } = createEntityRules({ userId: 'teacher-04' });
  const findings = check({ type: 'event', json: { ...event, actor: { id, type: 'User' } } });
  expect(findings[0]?.severity ?? null).toBe(severity);
});

describe('rule sets', () => {
  const subjects: readonly Subject[] = [
    { type: 'call', method: 'log', args: [{ type: 7, level: 'INFO', message: token }] },
    { type: 'event', json: { eid: 'LOG', actor: { id: 'student-17' }, edata: { type: 7, message: token } } },
  ];

  it.each([definitionRules, envelopeRules, privacyRules, createEntityRules({ userId: 'teacher-04' })])(
    'the findings of each rule set have its id: $id',
    ({ id, check }) => {
      const findings = subjects.flatMap(check);
      expect(findings.length).toBeGreaterThan(0);
      expect(new Set(findings.map(({ ruleSet }) => ruleSet))).toEqual(new Set([id]));
    },
  );

  it('the findings of any rule set count in the verdict', () => {
    const strictRuleSet: RuleSet = {
      id: 'privacy',
      check: () => [
        { ruleSet: 'privacy', severity: 'error', code: 'secret', path: [], params: { reason: 'score-of-yes' } },
      ],
    };
    const subject: Subject = { type: 'call', method: 'interrupt', args: [{ type: 'background' }] };
    expect(verdictOf(subject, [definitionRules]).verdict).toBe('valid');
    expect(verdictOf(subject, [definitionRules, strictRuleSet])).toMatchObject({
      verdict: 'invalid',
      kind: 'interrupt',
    });
  });
});

it('the secrets of a whole record are redacted, and a record without secrets stays the same object', () => {
  const record = recordOf(1, { call: callOf({ args: call(`sent ${token}`) }) });
  expect(JSON.stringify(redactSecrets(record))).not.toContain(token);
  expect(redactSecrets(record).row).toBe(1);
  const recordWithoutSecrets = recordOf(2);
  expect(redactSecrets(recordWithoutSecrets)).toBe(recordWithoutSecrets);
});
