import { type Language, type LanguageChoice, parseLanguageChoice, resolveLanguage } from '#i18n/language';
import { browserMessage } from './browser-message';
import { localStorage, onStoredChange } from './storage';

const KEY = 'language';

/** Reads the choice of the options page. An unreadable one follows the browser. */
async function loadLanguage(): Promise<LanguageChoice> {
  return parseLanguageChoice(await localStorage.get(KEY).catch(() => undefined));
}

/** Stores the choice, and notifies every page and the background. Rejects if the storage is full. */
function saveLanguage(choice: LanguageChoice): Promise<void> {
  return localStorage.set(KEY, choice);
}

/** Calls back with each choice that any page stores. Returns an unsubscribe function. */
function onLanguageChoice(listener: (choice: LanguageChoice) => void): () => void {
  return onStoredChange(KEY, (stored) => listener(parseLanguageChoice(stored)));
}

/** Storage of the language, for the options page. */
export const languageStorage = { loadLanguage, saveLanguage, onLanguageChoice };

/** Returns the browser's language, which is available synchronously. */
export function browserLanguage(): Language {
  return languageOf('browser');
}

/** Returns the language to show. */
export async function chosenLanguage(): Promise<Language> {
  return languageOf(await loadLanguage());
}

/** Calls back with the language to show for each stored choice. Returns an unsubscribe function. */
export function onLanguageChange(listener: (language: Language) => void): () => void {
  return onLanguageChoice((choice) => listener(languageOf(choice)));
}

/**
 * Returns the language of a choice.
 * For `browser`, this is the language whose messages the browser selected for the extension.
 */
function languageOf(choice: LanguageChoice): Language {
  return resolveLanguage(choice, browserMessage('language_tag'));
}
