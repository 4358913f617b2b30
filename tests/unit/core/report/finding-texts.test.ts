import { expect, it } from 'vitest';
import { findingText } from '#core/report/english-findings';
import { createFindingTexts } from '#core/report/finding-texts';
import type { Finding, FindingParams } from '#core/telemetry/findings';
import { validateCall } from '#core/telemetry/validate-event';
import english from '#i18n/english-findings';

const { shortFindingText } = createFindingTexts((key, values) => english[key]?.(values) ?? null);

const error = { ruleSet: 'definition', severity: 'error', code: 'not-in-list', path: ['data', 'type'] } as const;
const listed: Finding = { ...error, params: { reason: 'not-listed', value: '"click"', allowed: ['TOUCH', 'DRAG'] } };

it('the parameters of a finding text are typed: a missing parameter does not compile', () => {
  // @ts-expect-error The sentence also has a placeholder for the list.
  const params: FindingParams = { reason: 'not-listed', value: '"click"', alowed: ['TOUCH'] };
  expect(params.reason).toBe('not-listed');
});

it('a finding text contains its parameters, with articles and plurals', () => {
  expect(findingText(listed)).toBe('data.type must be one of TOUCH, DRAG; got "click".');
  const wrongType = (items: number, need: string) =>
    findingText({
      path: ['edata', 'x'],
      params: { reason: 'wrong-type', found: { reason: 'found-array', items }, need },
    });
  expect(wrongType(1, 'object')).toBe('edata.x must be an object; got an array of 1 item.');
  expect(wrongType(1200, 'string')).toBe('edata.x must be a string; got an array of 1,200 items.');
});

it('a short finding text gives the length of a list instead of its values', () => {
  expect(shortFindingText(listed)).toBe('data.type must be one of 2 values; got "click".');
  const allowed = ['TOUCH', 'DRAG'];
  const nearest: FindingParams = { reason: 'letter-case-list', value: '"touch"', nearest: 'TOUCH', allowed };
  expect(shortFindingText({ path: ['type'], params: nearest })).toBe('type is case-sensitive: use TOUCH, not "touch".');
  expect(shortFindingText({ path: ['edata', 'id'], params: { reason: 'empty-id', field: 'id' } })).toBe(
    'edata.id must not be empty.',
  );
});

it('a finding text is a message of the selected language, or its reason code if the message is missing', () => {
  const pseudo = createFindingTexts((key, values) =>
    key === 'findings.sentence.not-listed' ? `[ñóţ: ${Reflect.get(values, 'value')}]` : null,
  );
  expect(pseudo.findingText(listed)).toBe('[ñóţ: "click"]');
  expect(pseudo.findingText({ path: ['edata', 'id'], params: { reason: 'empty-id', field: 'id' } })).toBe('empty-id');
});

it('a finding text names the field or argument, and replaces control characters in keys', () => {
  const empty = { reason: 'empty-id', field: 'id' } as const;
  expect(findingText({ path: ['context', 'cdata', 0, 'id'], params: empty })).toBe(
    'context.cdata.0.id must not be empty.',
  );
  expect(findingText({ path: [1, 'id'], params: empty })).toBe('argument 2.id must not be empty.');
  expect(findingText({ path: ['a\u001b[2J{path}'], params: empty })).toBe('a\uFFFD[2J{path} must not be empty.');
  expect(findingText({ path: [], params: empty })).toBe('The value must not be empty.');
});

it('a finding text treats placeholders within page data as plain text', () => {
  const [finding] = validateCall('interact', [{ type: '{allowed} {n:x:y:z}', id: 'a' }]).findings;
  expect(finding && shortFindingText(finding)).toBe('data.type must be one of 20 values; got "{allowed} {n:x:y:z}".');
});

it.each([
  [{ reason: 'not-listed' }],
  [{ reason: 'not-listed', value: { reason: 'not-listed', value: { reason: 'x' } }, allowed: [] }],
  [{ reason: 'wrong-type', found: { reason: 'wrong-type', found: { reason: 'wrong-type' } }, need: [[[]]] }],
  [{ reason: 'found-array', found: [{ a: 1 }] }],
  [{ reason: '__proto__' }],
])('a finding with the parameters %j, as read from any file, has a text', (params) => {
  const finding = { ...error, params: params as unknown as FindingParams };
  expect(typeof findingText(finding)).toBe('string');
  expect(typeof shortFindingText(finding)).toBe('string');
});

it('a finding text contains at most 50 values of a list', () => {
  const allowed = Array.from({ length: 1_000 }, (_, index) => `v${index}`);
  expect(findingText({ ...listed, params: { reason: 'not-listed', value: '"a"', allowed } })).toMatch(
    /one of v0, v1, .*, v49, …; got "a"\.$/,
  );
});
