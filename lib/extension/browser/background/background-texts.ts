import en from 'virtual:texts/background/en';
import hi from 'virtual:texts/background/hi';
import { setMessages, setPendingMessages } from '#i18n';
import { browserLanguage, chosenLanguage, onLanguageChange } from '../language-choice';

const MESSAGES = { en, hi } as const;

/** Sets the language of the background: first the browser's, and the chosen one when it has been read. */
export function startBackgroundTexts(onChange: () => void): void {
  setMessages(MESSAGES[browserLanguage()]);
  setPendingMessages(chosenLanguage().then((language) => setMessages(MESSAGES[language])));
  onLanguageChange((language) => {
    setMessages(MESSAGES[language]);
    onChange();
  });
}
