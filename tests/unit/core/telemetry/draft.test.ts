import { expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { parseDraft, sampleArguments, sampleDraft } from '#core/telemetry/draft';
import { eventKinds } from '#core/telemetry/kinds';

it.each(eventKinds)('the sample draft of %s is parsed as the sample’s arguments', (kind) => {
  expect(parseDraft(kind, sampleDraft(kind))).toEqual({ ok: true, value: sampleArguments(kind) });
});

it('a sample draft is an object with argument names as keys, in the order of the arguments, indented by two spaces', () => {
  expect(Object.keys(JSON.parse(sampleDraft('start')))).toEqual(['config', 'contentId', 'contentVer', 'data']);
  expect(sampleDraft('heartbeat')).toBe('{\n  "data": {\n    "edata": {}\n  }\n}');
});

it('sample arguments are new objects each time, as SDKs mutate them', () => {
  expect(sampleArguments('end')[0]).not.toBe(sampleArguments('end')[0]);
});

it('a parsed draft has null for an omitted argument before another one, and no omitted arguments at the end', () => {
  expect(parseDraft('start', '{"contentId": "do_1"}')).toEqual({ ok: true, value: [null, 'do_1'] });
  expect(parseDraft('interact', '{}')).toEqual({ ok: true, value: [] });
});

it('a parsed draft has options as its last argument', () => {
  expect(parseDraft('interact', '{"options": {"tags": []}, "data": {}}')).toEqual({
    ok: true,
    value: [{}, { tags: [] }],
  });
  expect(parseDraft('interact', '{"options": {}}')).toEqual({ ok: true, value: [null, {}] });
});

it('parsing a draft that is not JSON fails with line, column and fix', () => {
  const text = '{\n  "data": {\n    "type": "TOUCH",\n  }\n}';
  const result = parseDraft('interact', text);
  expect(result.ok || result.failure.offset).toBe(text.indexOf('}'));
  expect(faultText(result)).toBe('Line 4, column 3: Trailing comma before }. Remove it.');
});

it('parsing a draft with an event field beside the arguments fails with the correct path of the field', () => {
  const result = parseDraft('interact', '{"type": "TOUCH"}');
  expect(result.ok || result.failure.offset).toBeUndefined();
  expect(faultText(result)).toBe(
    'type isn’t an argument of interact(data). Put event fields inside data. Besides the arguments, only options is allowed.',
  );
});

it.each(['[]', '"text"', 'null', '7'])('parsing %s as a draft fails with a description of a draft', (text) => {
  const result = parseDraft('error', text);
  expect(faultText(result)).toBe('A draft must be an object with the arguments by name: error.');
});

it('parsing a draft rejects __proto__ as an argument name', () => {
  expect(parseDraft('interact', '{"__proto__": {}}').ok).toBe(false);
});

function faultText(result: ReturnType<typeof parseDraft>): string {
  return result.ok ? '' : messageText(result.failure.message);
}
