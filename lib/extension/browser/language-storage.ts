import { type Language, type LanguageSetting, parseLanguageSetting, resolveLanguage } from '#i18n/language';
import { browserMessage } from './browser-message';
import { localStorage, onStoredChange } from './storage';

const KEY = 'language';

/** Reads the setting of the options page. An unreadable setting counts as `browser`. */
async function loadLanguage(): Promise<LanguageSetting> {
  return parseLanguageSetting(await localStorage.get(KEY).catch(() => undefined));
}

/** Stores the setting, and notifies every page and the background. Rejects if the storage is full. */
function saveLanguage(setting: LanguageSetting): Promise<void> {
  return localStorage.set(KEY, setting);
}

/** Calls back with each setting that any page stores. Returns an unsubscribe function. */
function onLanguageSetting(listener: (setting: LanguageSetting) => void): () => void {
  return onStoredChange(KEY, (stored) => listener(parseLanguageSetting(stored)));
}

/** Storage of the language, for the options page. */
export const languageStorage = { loadLanguage, saveLanguage, onLanguageSetting };

/** Returns the browser's language, which is available synchronously. */
export function browserLanguage(): Language {
  return languageOf('browser');
}

/** Returns the language to show. */
export async function readDisplayLanguage(): Promise<Language> {
  return languageOf(await loadLanguage());
}

/** Calls back with the language to show for each stored setting. Returns an unsubscribe function. */
export function onLanguageChange(listener: (language: Language) => void): () => void {
  return onLanguageSetting((setting) => listener(languageOf(setting)));
}

/**
 * Returns the language of a setting.
 * For `browser`, this is the language whose messages the browser selected for the extension.
 */
function languageOf(setting: LanguageSetting): Language {
  return resolveLanguage(setting, browserMessage('language_tag'));
}
