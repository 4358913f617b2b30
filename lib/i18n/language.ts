/** The languages of the interface. Each has a file in `locales`. */
export const LANGUAGES = ['en', 'hi'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Each language in itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी' };

/** Choices of the language: `browser` follows the browser. */
export const LANGUAGE_CHOICES = ['browser', ...LANGUAGES] as const;

export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number];

/** A stored choice. Anything else than a choice follows the browser. */
export function parseLanguageChoice(stored: unknown): LanguageChoice {
  return LANGUAGE_CHOICES.find((choice) => choice === stored) ?? 'browser';
}

/** The language to show, where the browser chose `browserLanguage` among the extension's own. */
export function resolveLanguage(choice: LanguageChoice, browserLanguage: string): Language {
  const wanted = choice === 'browser' ? browserLanguage : choice;
  return LANGUAGES.find((language) => language === wanted) ?? 'en';
}
