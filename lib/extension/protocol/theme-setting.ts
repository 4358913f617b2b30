/** Themes of the extension's pages. `devtools` follows DevTools in the panel, and the browser in other pages. */
export const THEME_SETTINGS = ['devtools', 'light', 'dark'] as const;
export type ThemeSetting = (typeof THEME_SETTINGS)[number];

/** Returns a stored theme setting, or the default if it is invalid. */
export function parseThemeSetting(stored: unknown): ThemeSetting {
  return THEME_SETTINGS.find((setting) => setting === stored) ?? 'devtools';
}
