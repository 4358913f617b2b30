import { showLanguage } from './show-language';

/**
 * Sets the UI language to English, for tests and for scripts that use parts of the panel.
 * Import this module first.
 */
showLanguage('en');
