import { expect, it } from 'vitest';
import { LANGUAGES as LOCALES } from '#build/i18n/locale-file';
import { LANGUAGES, parseLanguageChoice, resolveLanguage } from '#i18n/language';

it('the stored language is used, and the browser’s if none is stored or it is of another version', () => {
  expect(['browser', 'en', 'hi', undefined, 'fr', 7].map(parseLanguageChoice)).toEqual([
    'browser',
    'en',
    'hi',
    'browser',
    'browser',
    'browser',
  ]);
});

it('the language is the chosen one, else the browser’s, else English', () => {
  expect(resolveLanguage('hi', 'en')).toBe('hi');
  expect(resolveLanguage('en', 'hi')).toBe('en');
  expect(resolveLanguage('browser', 'hi')).toBe('hi');
  expect(resolveLanguage('browser', '')).toBe('en');
});

it('each language has a locale file', () => {
  expect(LANGUAGES).toEqual(LOCALES);
});
