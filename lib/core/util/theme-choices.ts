/** Themes of the extension's pages: the one of DevTools or the browser, or a fixed one. */
export const THEME_CHOICES = ['devtools', 'light', 'dark'] as const;
/** One of {@link THEME_CHOICES}. */
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** Returns a stored theme choice, or the default if it is invalid. */
export function parseThemeChoice(stored: unknown): ThemeChoice {
  return THEME_CHOICES.find((choice) => choice === stored) ?? 'devtools';
}
