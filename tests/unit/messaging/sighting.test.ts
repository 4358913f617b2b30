import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readReport } from '../../../lib/messaging/sighting';

it('reads what the hook writes', () => {
  const text = '{"type":"emitted","callId":null,"at":1,"event":null,"cuts":[{"path":["a",0],"reason":"cycle"}]}';
  expect(readReport(text)).toMatchObject({ ok: true, value: [{ type: 'emitted', event: null }] });
});

it('reads a list of what belongs to one call, and refuses it where one of them is wrong', () => {
  const returned = '{"type":"returned","callId":"c","at":1,"settled":true}';
  expect(readReport(`[${returned},${returned}]`)).toMatchObject({ value: [{ type: 'returned' }, { callId: 'c' }] });
  expect(readReport(`[${returned},{}]`).ok).toBe(false);
});

it.each([
  ['{"type":"emitted"', 'not JSON'],
  ['{"type":"spell"}', 'type'],
  ['{"type":"called","callId":"c","at":1,"method":"x","sdk":0,"firedBy":null,"args":{},"cuts":[]}', 'args'],
  ['{"type":"threw","callId":"c","at":"now","message":"x"}', 'at'],
])('refuses %s', (text, says) => {
  const read = readReport(text);
  expect(read.ok ? '' : read.failure).toContain(says);
});

it('refuses any other text without throwing', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => !readReport(text).ok || text.trim() === '[]'));
});
