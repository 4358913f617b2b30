import { expect, it } from 'vitest';
import { panelRules } from '#core/drafts/panel-rules';
import { formatFix, suggestFix } from '#core/drafts/quick-fix';
import type { Json } from '#core/json/json';
import type { EventKind } from '#core/telemetry/kinds';
import { callOf, eventOf, recordOf } from '#tests/fixtures/records';

const assess = { item: { id: 'q1' }, pass: 'Yes', score: 1, resvalues: [{ a: 1 }], duration: 2 };

/** Returns the suggested fixes of all findings of a call, as `path: text`. */
function suggestFixes(kind: EventKind, ...args: readonly Json[]): readonly string[] {
  const { findings } = panelRules.validateCall(kind, args);
  const record = recordOf(1, { kind, name: kind, call: callOf({ method: kind, args }), findings });
  return findings.map((finding) => textOf(finding.path.join('.'), suggestFix(record, finding, panelRules)));
}

function textOf(path: string, fix: ReturnType<typeof suggestFix>): string {
  if (fix === null) return `${path}: nothing`;
  return fix.type === 'remove' ? `${path}: remove ${fix.path.at(-1)}` : `${path}: ${formatFix(fix)}`;
}

it('a suggested fix is never an arbitrary valid value', () => {
  expect(suggestFixes('interact', { id: 'next' })).toContainEqual('data.type: nothing');
  expect(suggestFixes('interact', { type: 'hover', id: 'next' })).toContainEqual('data.type: nothing');
  expect(suggestFixes('interact', { type: null, id: 'next' })).toContainEqual('data.type: nothing');
  expect(suggestFixes('summary', 7)).toContainEqual('data: nothing');
});

it.each([
  ['a missing letter', 'TOUH', 'TOUCH'],
  ['an extra letter', 'TOUUCH', 'TOUCH'],
  ['a wrong letter', 'toech', 'TOUCH'],
  ['two swapped letters', 'CHOSOE', 'CHOOSE'],
  ['the name of a browser event', 'click', 'TOUCH'],
  ['the name of a touch gesture', 'Tap', 'TOUCH'],
])('the suggested fix of a value with %s is the allowed value', (_, type, allowedType) => {
  expect(suggestFixes('interact', { type, id: 'next', pageid: 'p' })).toContain(`data.type: "type": "${allowedType}"`);
});

it('a short value that resembles two allowed values has no suggested fix', () => {
  expect(suggestFixes('assess', { ...assess, pass: 'Ye' })).toContain('data.pass: nothing');
});

it('the suggested fix of a number out of range is the limit, and a value that cannot be converted without loss has none', () => {
  expect(suggestFixes('assess', { ...assess, score: 7 })).toContain('data.score: "score": 1');
  const suggestEndtimeFixes = (endtime: Json) => suggestFixes('summary', { edata: { endtime } });
  expect(suggestEndtimeFixes('12')).toContain('data.edata.endtime: "endtime": 12');
  for (const time of ['12.5', 12.5, '0x1F', ' ', '1e3'])
    expect(suggestEndtimeFixes(time)).toContain('data.edata.endtime: nothing');
});

it('the suggested fix of a value in the wrong case is the value in the right case', () => {
  expect(suggestFixes('interact', { type: 'touch', id: 'next', pageid: 'p' })).toContain('data.type: "type": "TOUCH"');
});

it('the suggested fix of a number as text is the number', () => {
  expect(suggestFixes('search', { type: 'content', query: 'q', size: '12', topn: [{}] })).toContain(
    'data.size: "size": 12',
  );
});

it('the suggested fix of a null field with a similar name is its removal, not its rename', () => {
  const fixes = suggestFixes('impression', { type: 'view', pageId: null });
  expect(fixes).toEqual(['data.pageid: nothing', 'data.pageId: remove pageId']);
});

it('the suggested fix of an unknown field is its removal, or its rename to a similar unset field', () => {
  const fixes = suggestFixes('interact', { type: 'TOUCH', id: 'a', pageid: 'p', plugin: 1, extraa: {}, ID: 'x' });
  expect(fixes).toContain('data.plugin: remove plugin');
  expect(fixes).toContain('data.extraa: "extra": {}');
  expect(fixes).toContain('data.ID: remove ID');
});

it('an event without a call has suggested fixes, too', () => {
  const json = { eid: 'INTERACT', edata: { type: 'touch', id: 'a', pageid: 'p' } };
  const { findings } = panelRules.validateEvent(json);
  const record = recordOf(1, { call: null, event: eventOf({ json }), findings });
  const finding = findings.find(({ path }) => path.join('.') === 'edata.type');
  expect(finding && suggestFix(record, finding, panelRules)).toEqual({
    type: 'set',
    path: ['event', 'edata', 'type'],
    value: 'TOUCH',
    certainty: 'likely',
  });
});
