import { expect, test } from 'vitest';
import type { TypedMessages } from '../../../lib/i18n/i18n';

interface Texts {
  readonly plain: { readonly plural: false };
  readonly named: { readonly plural: false; readonly namedSubstitutions: ['path', 'found'] };
  readonly counted: { readonly plural: true; readonly namedSubstitutions: ['n'] };
}
const words: TypedMessages<Texts> = { t: (key, ...values) => JSON.stringify([key, ...values]) };

test('a text accepts the values of its placeholders, preceded by a number if it has plural forms', () => {
  expect(words.t('plain')).toBe('["plain"]');
  expect(words.t('named', { path: 'edata.type', found: 7 })).toContain('edata.type');
  expect(words.t('counted', 2, { n: '2' })).toBe('["counted",2,{"n":"2"}]');
});

test('the type check reports an unknown key, a missing value and an extra value', () => {
  const wrong = [
    // @ts-expect-error no such key
    () => words.t('absent'),
    // @ts-expect-error its values are missing
    () => words.t('named'),
    // @ts-expect-error one of its values is missing
    () => words.t('named', { path: 'edata.type' }),
    // @ts-expect-error n must be a number
    () => words.t('counted', { n: '2' }),
    // @ts-expect-error it has no placeholders
    () => words.t('plain', { n: '2' }),
  ];
  expect(wrong).toHaveLength(5);
});
