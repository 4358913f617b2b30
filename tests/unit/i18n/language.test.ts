import { expect, it } from 'vitest';
import { LANGUAGES as LOCALES } from '#build/i18n/locale-file';
import { LANGUAGES, parseLanguageChoice, resolveLanguage } from '#i18n/language';

it('takes a stored choice, and follows the browser where none is stored or it is of another version', () => {
  expect(['browser', 'en', 'hi', undefined, 'fr', 7].map(parseLanguageChoice)).toEqual([
    'browser',
    'en',
    'hi',
    'browser',
    'browser',
    'browser',
  ]);
});

it('shows the chosen language, else that of the browser, else English', () => {
  expect(resolveLanguage('hi', 'en')).toBe('hi');
  expect(resolveLanguage('en', 'hi')).toBe('en');
  expect(resolveLanguage('browser', 'hi')).toBe('hi');
  expect(resolveLanguage('browser', '')).toBe('en');
});

it('has a locale file for each language', () => {
  expect(LANGUAGES).toEqual(LOCALES);
});
