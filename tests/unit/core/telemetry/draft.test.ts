import { expect, it } from 'vitest';
import { messageText } from '#components/i18n/message-text.ts';
import { readDraft, sampleArguments, sampleDraft } from '#core/telemetry/draft';
import { eventKinds } from '#core/telemetry/kinds';

it.each(eventKinds)('the sample as a draft of %s reads back as the sample’s arguments', (kind) => {
  expect(readDraft(kind, sampleDraft(kind))).toEqual({ ok: true, value: sampleArguments(kind) });
});

it('the sample as a draft is an object keyed by argument name, in the order of the arguments, two spaces in', () => {
  expect(Object.keys(JSON.parse(sampleDraft('start')))).toEqual(['config', 'contentId', 'contentVer', 'data']);
  expect(sampleDraft('heartbeat')).toBe('{\n  "data": {\n    "edata": {}\n  }\n}');
});

it('the sample as a draft gives fresh arguments each time, as SDKs write into them', () => {
  expect(sampleArguments('end')[0]).not.toBe(sampleArguments('end')[0]);
});

it('reading a draft puts null where an argument before a given one is omitted, and leaves off those at the end', () => {
  expect(readDraft('start', '{"contentId": "do_1"}')).toEqual({ ok: true, value: [null, 'do_1'] });
  expect(readDraft('interact', '{}')).toEqual({ ok: true, value: [] });
});

it('reading a draft takes options as the last argument', () => {
  expect(readDraft('interact', '{"options": {"tags": []}, "data": {}}')).toEqual({
    ok: true,
    value: [{}, { tags: [] }],
  });
  expect(readDraft('interact', '{"options": {}}')).toEqual({ ok: true, value: [null, {}] });
});

it('reading a draft says the line, the column and what to do when it is not JSON', () => {
  const text = '{\n  "data": {\n    "type": "TOUCH",\n  }\n}';
  const read = readDraft('interact', text);
  expect(read.ok || read.failure.offset).toBe(text.indexOf('}'));
  expect(faultText(read)).toBe('Line 4, column 3: Trailing comma before }. Remove it.');
});

it('reading a draft says where a field belongs that is beside the arguments', () => {
  const read = readDraft('interact', '{"type": "TOUCH"}');
  expect(read.ok || read.failure.offset).toBeUndefined();
  expect(faultText(read)).toBe(
    'type isn’t an argument of interact(data). Put event fields inside data. Only options can stand beside the arguments.',
  );
});

it.each(['[]', '"text"', 'null', '7'])('reading a draft of %s says what a draft is', (text) => {
  const read = readDraft('error', text);
  expect(faultText(read)).toBe('A draft must be an object with the arguments by name: error.');
});

it('reading a draft does not take __proto__ for an argument', () => {
  expect(readDraft('interact', '{"__proto__": {}}').ok).toBe(false);
});

function faultText(read: ReturnType<typeof readDraft>): string {
  return read.ok ? '' : messageText(read.failure.message);
}
