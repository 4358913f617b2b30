/** The languages of the interface. Each has a file in `locales`. */
export const LANGUAGES = ['en', 'hi'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Names of the languages, each in its own language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी' };

/** Choices of the language: `browser` follows the browser. */
export const LANGUAGE_CHOICES = ['browser', ...LANGUAGES] as const;

export type LanguageChoice = (typeof LANGUAGE_CHOICES)[number];

/** Parses a stored choice. Any other value follows the browser. */
export function parseLanguageChoice(stored: unknown): LanguageChoice {
  return LANGUAGE_CHOICES.find((choice) => choice === stored) ?? 'browser';
}

/**
 * Returns the language to show.
 * `browserLanguage` is the browser's choice among the extension's languages.
 */
export function resolveLanguage(choice: LanguageChoice, browserLanguage: string): Language {
  const selected = choice === 'browser' ? browserLanguage : choice;
  return LANGUAGES.find((language) => language === selected) ?? 'en';
}
