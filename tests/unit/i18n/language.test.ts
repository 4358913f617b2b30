import { expect, it } from 'vitest';
import { LANGUAGES as LOCALES } from '#build/i18n/locale-file';
import { LANGUAGES, parseLanguageSetting, resolveLanguage } from '#i18n/language';

it('the stored language is used, or the browser’s language if none is stored or the stored one is invalid', () => {
  expect(['browser', 'en', 'hi', undefined, 'fr', 7].map(parseLanguageSetting)).toEqual([
    'browser',
    'en',
    'hi',
    'browser',
    'browser',
    'browser',
  ]);
});

it('the language is the selected one, else the browser’s, else English', () => {
  expect(resolveLanguage('hi', 'en')).toBe('hi');
  expect(resolveLanguage('en', 'hi')).toBe('en');
  expect(resolveLanguage('browser', 'hi')).toBe('hi');
  expect(resolveLanguage('browser', '')).toBe('en');
});

it('each language has a locale file', () => {
  expect(LANGUAGES).toEqual(LOCALES);
});
