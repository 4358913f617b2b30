/** The color of a state. `inherit` is the surrounding color. */
export type Tone = 'success' | 'info' | 'warning' | 'error' | 'lost' | 'muted' | 'inherit';

/** Returns the CSS class of a tone, or an empty string for `inherit`. */
export function toneClass(tone: Tone): string {
  return tone === 'inherit' ? '' : tone;
}
