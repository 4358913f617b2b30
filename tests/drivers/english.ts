import { messageNamesOf } from './read-messages';

/**
 * Outside an extension there is no `browser.i18n`: with this module imported first, the words of the interface are there
 * all the same, in English, for tests and for scripts that use parts of the panel.
 */
const english = messageNamesOf('en');

Object.assign(globalThis, {
  chrome: {
    ...Reflect.get(globalThis, 'chrome'),
    i18n: { getMessage: (key: string) => english.get(key) ?? '', getUILanguage: () => 'en' },
  },
});
