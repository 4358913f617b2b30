import { showLanguage } from './show-language';

/** With this module imported first, the interface has its texts in English: for tests, and for scripts that use parts of the panel. */
showLanguage('en');
