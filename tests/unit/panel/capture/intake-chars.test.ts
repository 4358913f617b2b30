import { expect, it } from 'vitest';
import { charsOfEntry, charsOfMessage } from '#panel/capture/intake-chars';

it('a message of a relay is measured by the length of its reports', () => {
  const observations = [
    { seq: 1, text: 'abc' },
    { seq: 2, text: 'de' },
  ];
  expect(charsOfMessage({ type: 'log', dropped: 0, observations })).toBe(5);
});

it.each([null, undefined, 1, 'log', {}, { observations: 1 }, { observations: [null, 1, {}, { text: 3 }] }])(
  'a message of another shape counts as no characters: %j',
  (message) => {
    expect(charsOfMessage(message)).toBe(0);
  },
);

it('a request of DevTools is measured by the length of its body', () => {
  expect(charsOfEntry({ request: { postData: { text: '{"events":[]}' } } })).toBe(13);
});

it.each([null, 1, {}, { request: null }, { request: { postData: null } }, { request: { postData: { text: 1 } } }])(
  'a request without a body counts as no characters: %j',
  (entry) => {
    expect(charsOfEntry(entry)).toBe(0);
  },
);
