/** The languages of the interface. Each has a file in `locales`. */
export const LANGUAGES = ['en', 'hi'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Names of the languages, each in its own language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', hi: 'हिन्दी' };

/** Settings of the language: `browser` follows the browser. */
export const LANGUAGE_SETTINGS = ['browser', ...LANGUAGES] as const;

export type LanguageSetting = (typeof LANGUAGE_SETTINGS)[number];

/** Parses a stored setting. Any other value follows the browser. */
export function parseLanguageSetting(stored: unknown): LanguageSetting {
  return LANGUAGE_SETTINGS.find((setting) => setting === stored) ?? 'browser';
}

/**
 * Returns the language to show.
 * `browserLanguage` is the browser's language among the extension's languages.
 */
export function resolveLanguage(setting: LanguageSetting, browserLanguage: string): Language {
  const selected = setting === 'browser' ? browserLanguage : setting;
  return LANGUAGES.find((language) => language === selected) ?? 'en';
}
