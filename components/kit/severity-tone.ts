import type { Severity } from '#core/telemetry/findings';
import type { Tone } from './tone';

/** The tone of each severity; an info is not colored. */
export const severityTones = { error: 'error', warning: 'warning', info: 'muted' } as const satisfies Readonly<
  Record<Severity, Tone>
>;

/** The tone of the most severe finding, or of an info if there is none. */
export function worstTone(findings: readonly { readonly severity: Severity }[]): (typeof severityTones)[Severity] {
  const has = (wanted: Severity) => findings.some(({ severity }) => severity === wanted);
  return severityTones[has('error') ? 'error' : has('warning') ? 'warning' : 'info'];
}
