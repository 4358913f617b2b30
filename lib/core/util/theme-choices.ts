/** How the extension's pages look: as DevTools or the browser, or always the same. */
export const THEME_CHOICES = ['devtools', 'light', 'dark'] as const;
/** One of {@link THEME_CHOICES}. */
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** Returns the default for whatever is not a choice. */
export function parseThemeChoice(stored: unknown): ThemeChoice {
  return THEME_CHOICES.find((choice) => choice === stored) ?? 'devtools';
}
