import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSighting } from '../../../lib/messaging/sighting';

it('reads what the hook writes', () => {
  const text = '{"type":"emitted","callId":null,"at":1,"event":null,"cuts":[{"path":["a",0],"reason":"cycle"}]}';
  expect(readSighting(text)).toMatchObject({ ok: true, value: { type: 'emitted', event: null } });
});

it.each([
  ['{"type":"emitted"', 'not JSON'],
  ['{"type":"spell"}', 'type'],
  ['{"type":"called","callId":"c","at":1,"method":"x","sdk":0,"firedBy":null,"args":{},"cuts":[]}', 'args'],
  ['{"type":"threw","callId":"c","at":"now","message":"x"}', 'at'],
])('refuses %s', (text, says) => {
  const read = readSighting(text);
  expect(read.ok ? '' : read.failure).toContain(says);
});

it('refuses any other text without throwing', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => readSighting(text).ok === false));
});
