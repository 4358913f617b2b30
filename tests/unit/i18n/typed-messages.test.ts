import { expect, test } from 'vitest';
import type { TypedMessages } from '../../../lib/i18n/i18n';

interface Texts {
  readonly plain: { readonly plural: false };
  readonly named: { readonly plural: false; readonly namedSubstitutions: ['path', 'found'] };
  readonly counted: { readonly plural: true; readonly namedSubstitutions: ['n'] };
}
const texts: TypedMessages<Texts> = { t: (key, ...values) => JSON.stringify([key, ...values]) };

test('a text accepts the values of its placeholders, preceded by a number if it has plural forms', () => {
  expect(texts.t('plain')).toBe('["plain"]');
  expect(texts.t('named', { path: 'edata.type', found: 7 })).toContain('edata.type');
  expect(texts.t('counted', 2, { n: '2' })).toBe('["counted",2,{"n":"2"}]');
});

test('the type check reports an unknown key, a missing value and an extra value', () => {
  const wrong = [
    // @ts-expect-error no such key
    () => texts.t('absent'),
    // @ts-expect-error its values are missing
    () => texts.t('named'),
    // @ts-expect-error one of its values is missing
    () => texts.t('named', { path: 'edata.type' }),
    // @ts-expect-error n must be a number
    () => texts.t('counted', { n: '2' }),
    // @ts-expect-error it has no placeholders
    () => texts.t('plain', { n: '2' }),
  ];
  expect(wrong).toHaveLength(5);
});
