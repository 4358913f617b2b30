/** Themes of the extension's pages: the one of DevTools or the browser, or a fixed one. */
export const THEME_SETTINGS = ['devtools', 'light', 'dark'] as const;
/** One of {@link THEME_SETTINGS}. */
export type ThemeSetting = (typeof THEME_SETTINGS)[number];

/** Returns a stored theme setting, or the default if it is invalid. */
export function parseThemeSetting(stored: unknown): ThemeSetting {
  return THEME_SETTINGS.find((setting) => setting === stored) ?? 'devtools';
}
