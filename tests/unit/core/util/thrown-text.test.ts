import { expect, it } from 'vitest';
import { thrownText } from '#core/util/thrown-text';

const revoked = Proxy.revocable({}, {});
revoked.revoke();

it.each([
  ['an error', new Error('No channel.'), 'No channel.'],
  ['an error without a message', new TypeError(), 'TypeError'],
  ['a text', 'No channel.', 'No channel.'],
  ['an empty text', '', 'string'],
  ['null', null, 'null'],
  ['a symbol', Symbol('channel'), 'Symbol(channel)'],
  ['an object without a prototype', Object.create(null), 'object'],
  ['a revoked proxy', revoked.proxy, 'object'],
  ['an error whose message has no text', Object.assign(new Error(), { message: Object.create(null) }), 'object'],
])('the text of a thrown value is never empty and never throws: %s', (_what, thrown, expected) => {
  expect(thrownText(thrown)).toBe(expected);
});
