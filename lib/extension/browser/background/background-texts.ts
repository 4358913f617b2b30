import en from 'virtual:texts/background/en';
import hi from 'virtual:texts/background/hi';
import { setMessages, setPendingMessages } from '#i18n';
import { browserLanguage, onLanguageChange, readDisplayLanguage } from '../language-storage';

const MESSAGES = { en, hi } as const;

/** Sets the language of the background: first the browser's, and the selected one when it has been read. */
export function startBackgroundTexts(onChange: () => void): void {
  setMessages(MESSAGES[browserLanguage()]);
  setPendingMessages(readDisplayLanguage().then((language) => setMessages(MESSAGES[language])));
  onLanguageChange((language) => {
    setMessages(MESSAGES[language]);
    onChange();
  });
}
