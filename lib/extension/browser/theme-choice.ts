import { parseThemeChoice, type ThemeChoice } from '#core/util/theme-choices';
import type { Theme } from '#panel/inspected-tab';
import { localStorage, onStoredChange } from './storage';

const KEY = 'theme';

/** Storage of the theme, for the options page. */
export const themeStorage = {
  loadTheme: async (): Promise<ThemeChoice> => parseThemeChoice(await localStorage.get(KEY).catch(() => undefined)),
  saveTheme: (choice: ThemeChoice): Promise<void> => localStorage.set(KEY, choice),
};

/**
 * Calls back with the theme to show, and with each change: the chosen theme, else that of DevTools.
 * `null` if neither is known: then the style sheet follows the browser.
 */
export function subscribeToThemeChoice(
  apply: (theme: Theme | null) => void,
  subscribeToDevtools: (apply: (theme: Theme) => void) => void = () => undefined,
): void {
  let choice: ThemeChoice = 'devtools';
  let devtools: Theme | null = null;
  const show = (): void => apply(choice === 'devtools' ? devtools : choice);
  const choose = (chosen: ThemeChoice): void => {
    choice = chosen;
    show();
  };
  subscribeToDevtools((theme) => {
    devtools = theme;
    show();
  });
  onStoredChange(KEY, (stored) => choose(parseThemeChoice(stored)));
  void themeStorage.loadTheme().then(choose);
}

/** Shows a page of the extension in the chosen theme. */
export function startTheme(page: Document): void {
  subscribeToThemeChoice((theme) => {
    page.documentElement.dataset.theme = theme ?? '';
  });
}
