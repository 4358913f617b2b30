import { parseThemeSetting, type ThemeSetting } from '#extension/protocol/theme-setting';
import type { Theme } from '#panel/inspected-tab';
import { localStorage, onStoredChange } from './storage';

const KEY = 'theme';

/** Storage of the theme, for the options page. */
export const themeStorage = {
  loadTheme: async (): Promise<ThemeSetting> => parseThemeSetting(await localStorage.get(KEY).catch(() => undefined)),
  saveTheme: (setting: ThemeSetting): Promise<void> => localStorage.set(KEY, setting),
};

/**
 * Calls back with the theme to show, and with each change: the selected theme, else that of DevTools.
 * `null` if neither is known: then the style sheet follows the browser.
 */
export function subscribeToTheme(
  apply: (theme: Theme | null) => void,
  subscribeToDevtools: (apply: (theme: Theme) => void) => void = () => undefined,
): void {
  let setting: ThemeSetting = 'devtools';
  let devtools: Theme | null = null;
  const show = (): void => apply(setting === 'devtools' ? devtools : setting);
  const select = (selected: ThemeSetting): void => {
    setting = selected;
    show();
  };
  subscribeToDevtools((theme) => {
    devtools = theme;
    show();
  });
  onStoredChange(KEY, (stored) => select(parseThemeSetting(stored)));
  void themeStorage.loadTheme().then(select);
}

/** Shows a page of the extension in the selected theme. */
export function startTheme(page: Document): void {
  subscribeToTheme((theme) => {
    page.documentElement.dataset.theme = theme ?? '';
  });
}
