import { signal } from '@preact/signals';
import { act } from '@testing-library/preact';
import { onTestFinished } from 'vitest';
import { onTextRead } from '#i18n';
import type { Language } from '#i18n/language';
import { showLanguage } from '#tests/drivers/show-language';

/** Until the end of the test, what is rendered follows the language that the returned function sets. */
export function createLanguageSwitch(): (language: Language) => Promise<void> {
  const shown = signal<Language>('en');
  onTextRead(() => shown.value);
  onTestFinished(() => {
    onTextRead(() => undefined);
    showLanguage('en');
  });
  return (language) =>
    act(() => {
      showLanguage(language);
      shown.value = language;
    });
}
