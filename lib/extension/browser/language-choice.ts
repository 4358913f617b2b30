import { type Language, type LanguageChoice, parseLanguageChoice, resolveLanguage } from '#i18n/language';
import { browserMessage } from './browser-message';
import { listenStored, localStorage } from './storage';

const KEY = 'language';

/** The choice of the options page. One that cannot be read follows the browser. */
async function loadLanguage(): Promise<LanguageChoice> {
  return parseLanguageChoice(await localStorage.get(KEY).catch(() => undefined));
}

/** Stores the choice, and notifies every page and the background. Rejects if the storage is full. */
function saveLanguage(choice: LanguageChoice): Promise<void> {
  return localStorage.set(KEY, choice);
}

/** Tells each choice that is stored, by another page too. Returns an unsubscribe function. */
function listenLanguageChoice(listener: (choice: LanguageChoice) => void): () => void {
  return listenStored(KEY, (stored) => listener(parseLanguageChoice(stored)));
}

/** Storage of the language, for the options page. */
export const languageStorage = { loadLanguage, saveLanguage, listenLanguageChoice };

/** Returns the language that is known synchronously: that of the browser. */
export function browserLanguage(): Language {
  return languageOf('browser');
}

/** The language to show. */
export async function chosenLanguage(): Promise<Language> {
  return languageOf(await loadLanguage());
}

/** Tells the language to show whenever another choice is stored. Returns an unsubscribe function. */
export function listenLanguage(listener: (language: Language) => void): () => void {
  return listenLanguageChoice((choice) => listener(languageOf(choice)));
}

/** The browser takes the messages of the language of its own that is nearest: it knows best which one that is. */
function languageOf(choice: LanguageChoice): Language {
  return resolveLanguage(choice, browserMessage('language_tag'));
}
