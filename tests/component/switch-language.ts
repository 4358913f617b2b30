import { signal } from '@preact/signals';
import { act } from '@testing-library/preact';
import { onTestFinished } from 'vitest';
import { onTextRead } from '#i18n';
import type { Language } from '#i18n/language';
import { showLanguage } from '#tests/drivers/show-language';

/** Returns a function that rerenders components in another language. English is restored after the test. */
export function createLanguageSwitch(): (language: Language) => Promise<void> {
  const shownLanguage = signal<Language>('en');
  onTextRead(() => shownLanguage.value);
  onTestFinished(() => {
    onTextRead(() => undefined);
    showLanguage('en');
  });
  return (language) =>
    act(() => {
      showLanguage(language);
      shownLanguage.value = language;
    });
}
