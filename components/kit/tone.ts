/** The color of a state. `inherit` keeps the surrounding color. The style sheet has a class for each other tone. */
export type Tone = 'success' | 'info' | 'warning' | 'error' | 'lost' | 'muted' | 'inherit';
