import { expect, it } from 'vitest';
import { englishText } from '#core/report/english-text';
import { message } from '#core/util/message';

it('a message is inserted into its placeholder in another message', () => {
  const sentence = message('filter.error.notA', { value: 'x', noun: message('filter.noun.kind') });
  expect(englishText(sentence)).toBe('“x” isn’t a kind.');
});

it('a message uses the plural form of its number, and separators for thousands', () => {
  expect(englishText(message('scenarios.result.invalid', 1, { n: 1 }))).toBe('1 event is invalid.');
  expect(englishText(message('scenarios.result.invalid', 1310, { n: 1310 }))).toBe('1,310 events are invalid.');
});

it('a message without an English text in plain Node is shown as its code', () => {
  expect(englishText(message('form.oneOf', { n: 2 }))).toBe('form.oneOf');
});
