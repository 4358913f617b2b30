import { afterEach, describe, expect, it, vi } from 'vitest';
import { findingSummary, invalidReason } from '#components/i18n/finding-summary.ts';
import { checkCall } from '#core/rules/default-rule-sets';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { Finding } from '#core/telemetry/findings';
import { i18n } from '#i18n';
import { recordOf } from '#tests/fixtures/records';

afterEach(() => {
  vi.restoreAllMocks();
});

const finding = (overrides: Partial<Finding>): Finding => ({
  ruleSet: 'definition',
  severity: 'error',
  code: 'not-in-list',
  path: ['data', 'type'],
  params: { reason: 'custom', text: 'Anything.' },
  ...overrides,
});

it.each<[Partial<Finding>, string]>([
  [{ code: 'missing' }, 'data.type is missing'],
  [
    { code: 'not-in-list', params: { reason: 'not-listed', value: '"click"', allowed: [] } },
    'data.type: "click" not allowed',
  ],
  [{ code: 'not-in-list' }, 'data.type: value not allowed'],
  [
    {
      code: 'wrong-type',
      params: { reason: 'wrong-type', need: 'number', found: { reason: 'found-value', value: '"7"' } },
    },
    'data.type: "7" has the wrong type',
  ],
  [
    {
      code: 'wrong-type',
      params: { reason: 'wrong-type', need: 'number', found: { reason: 'found-array', items: 2 } },
    },
    'data.type: wrong type',
  ],
  [{ code: 'out-of-range', params: { reason: 'below-minimum', value: -1, minimum: 0 } }, 'data.type: -1 out of range'],
  [{ code: 'out-of-range', params: { reason: 'empty-string' } }, 'data.type is empty'],
  [{ code: 'unknown-field' }, 'data.type: not in the definition'],
  [{ code: 'extra-argument', path: [2] }, 'argument 3: not in the definition'],
  [{ code: 'contradiction' }, 'data.type contradicts another field'],
  [{ code: 'secret', ruleSet: 'privacy', path: ['edata', 'uri'] }, 'edata.uri contains a secret'],
  [{ code: 'wrong-type', ruleSet: 'envelope', path: [] }, 'whole event: wrong type'],
])('the summary of a finding with %j is “%s”', (overrides, text) => {
  expect(findingSummary(finding(overrides))).toBe(text);
});

it('the summary of a finding in a row includes the value that the finding is about', () => {
  const { findings } = checkCall('interact', [{ type: 'click', id: 7 }]);
  const texts = findings.filter(({ severity }) => severity === 'error').map(findingSummary);
  expect(texts).toEqual(['data.type: "click" not allowed', 'data.id: 7 has the wrong type']);
});

describe('why an event is invalid', () => {
  const invalid = (findings: readonly Finding[]): JudgedRecord => recordOf(1, { verdict: 'invalid', findings });
  const notice = finding({ severity: 'warning' });

  it('the summary of an invalid event consists of its first error, the number of further errors, and the list of all errors', () => {
    const record = invalid([notice, finding({ code: 'missing' }), finding({ code: 'secret' }), notice]);
    expect(invalidReason(record)).toEqual({
      first: 'data.type is missing',
      more: 1,
      all: 'data.type is missing\ndata.type contains a secret',
    });
  });

  it('the summary of an invalid event follows a change of the language, also if it was shown before', () => {
    const record = invalid([finding({ code: 'missing' })]);
    expect(invalidReason(record)?.first).toBe('data.type is missing');
    vi.spyOn(i18n, 't').mockReturnValue('data.type नहीं है');
    expect(invalidReason(record)?.first).toBe('data.type नहीं है');
  });

  it('a valid event has no summary of errors, even if it has notices', () => {
    expect(invalidReason(recordOf(1, { findings: [notice] }))).toBeNull();
  });

  it('the summary of an invalid event omits findings about the logged-in entity', () => {
    expect(invalidReason(invalid([finding({ ruleSet: 'entity' })]))).toBeNull();
  });
});
