import { describe, expect, it } from 'vitest';
import { englishMessages, findingText, isMessage, shortFindingText } from '#core/report/messages';
import { fromStored } from '#core/report/stored-finding';
import type { Finding, FindingParams } from '#core/telemetry/findings';
import { validateCall } from '#core/telemetry/validate-event';

const error = { ruleSet: 'definition', severity: 'error', code: 'not-in-list', path: ['data', 'type'] } as const;
const listed: Finding = { ...error, params: { reason: 'not-listed', value: '"click"', allowed: ['TOUCH', 'DRAG'] } };

describe('the sentence of a finding', () => {
  it('has the parameters in its places, with articles and plurals', () => {
    expect(findingText(listed)).toBe('"click" is not in the list: TOUCH, DRAG.');
    const wrongType = (items: number, need: string) =>
      findingText({ params: { reason: 'wrong-type', found: { reason: 'found-array', items }, need } });
    expect(wrongType(1, 'object')).toBe('An array of 1 item was found; an object is needed.');
    expect(wrongType(1200, 'string')).toBe('An array of 1,200 items was found; a string is needed.');
  });

  it('is without its list where the list is shown beside it', () => {
    expect(shortFindingText(listed)).toBe('"click" is not in the list.');
    const nearest: FindingParams = { ...listed.params, reason: 'letter-case-list', value: '"touch"', nearest: 'TOUCH' };
    expect(shortFindingText({ params: nearest })).toBe(
      '"touch" is not in the list; only the letter case differs: TOUCH.',
    );
    expect(shortFindingText({ params: { reason: 'empty-id', field: 'id' } })).toBe(
      'id is an empty string, so it names nothing.',
    );
  });

  it('is in the language of its messages, and in English where the language lacks it', () => {
    const pseudo = { 'not-listed': '[ñóţ: {value} / {allowed}]' };
    expect(findingText(listed, pseudo)).toBe('[ñóţ: "click" / TOUCH, DRAG]');
    expect(findingText({ params: { reason: 'empty-id', field: 'id' } }, pseudo)).toBe(
      'id is an empty string, so it names nothing.',
    );
  });

  it('never shows a place of the page’s own', () => {
    const [finding] = validateCall('interact', [{ type: '{allowed} {n:x:y:z}', id: 'a' }]).findings;
    expect(finding && shortFindingText(finding)).toBe('"{allowed} {n:x:y:z}" is not in the list.');
  });

  it.each([
    [{ reason: 'not-listed' }],
    [{ reason: 'not-listed', value: { reason: 'not-listed', value: { reason: 'x' } }, allowed: [] }],
    [{ reason: 'wrong-type', found: { reason: 'wrong-type', found: { reason: 'wrong-type' } }, need: [[[]]] }],
    [{ reason: 'found-array', found: [{ a: 1 }] }],
    [{ reason: '__proto__' }],
  ])('of the parameters %j is a text, whatever a file holds', (params) => {
    const finding = fromStored({ ...error, params }, isMessage);
    expect(typeof findingText(finding)).toBe('string');
    expect(typeof shortFindingText(finding)).toBe('string');
  });
});

describe('a finding of a file', () => {
  it('is the same after it was written and read', () => {
    expect(fromStored(JSON.parse(JSON.stringify({ ...listed, message: 'For people.' })))).toEqual(listed);
  });

  it('of an older version keeps its sentence and its list, and a notice is an info', () => {
    const stored = { ...error, severity: 'notice', message: 'As it was said.', allowed: ['A'] } as const;
    const read = fromStored(stored);
    expect(read).toEqual({
      ...error,
      severity: 'info',
      params: { reason: 'stored', text: 'As it was said.', allowed: ['A'] },
    });
    expect(findingText(read)).toBe('As it was said.');
  });

  it('of a later version is told in the sentence that the file holds', () => {
    const read = fromStored({ ...error, params: { reason: 'of-tomorrow' }, message: 'Said tomorrow.' }, isMessage);
    expect(findingText(read)).toBe('Said tomorrow.');
  });
});

it('every message has only places that are closed', () => {
  for (const text of Object.values(englishMessages))
    expect(text.replace(/\{[\w:]+\}|\{"[^}]*\}/g, '')).not.toMatch(/[{}]/);
});
