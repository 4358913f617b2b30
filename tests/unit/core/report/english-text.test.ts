import { expect, it } from 'vitest';
import { englishText, englishTexts } from '#core/report/english-text';
import { message } from '#core/util/message';
import { messagesOf } from '#tests/drivers/read-messages';

it('the command line says what the English locale says', () => {
  const locale = messagesOf('en');
  // In the locale files a brace that stands for itself is quoted.
  const inLocale = Object.keys(englishTexts).map((code) => [
    code,
    singularAndPlural(locale.get(code)?.replaceAll("'}'", '}')),
  ]);
  expect(inLocale).toEqual(Object.entries(englishTexts));
});

it('there is a text for each reason that a filter can be wrong', () => {
  const reasons = [...messagesOf('en').keys()].filter((key) => key.startsWith('filter.error.'));
  expect(reasons.length).toBeGreaterThan(5);
  expect(reasons.filter((key) => !Object.hasOwn(englishTexts, key))).toEqual([]);
});

it('a message is inserted into its placeholder in another message', () => {
  const sentence = message('filter.error.notA', { value: 'x', noun: message('filter.noun.kind') });
  expect(englishText(sentence)).toBe('“x” isn’t a kind.');
});

/** `{count, plural, one {…} other {…}}` as the texts of the command line have it: `… | …`. */
function singularAndPlural(text = ''): string {
  const [, one, other] = /^\{count, plural, one \{(.*)\} other \{(.*)\}\}$/.exec(text) ?? [];
  return other === undefined ? text : `${one} | ${other}`;
}
