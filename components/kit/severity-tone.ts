import type { Severity } from '#core/telemetry/findings';
import type { Tone } from './tone';

export const severityTones = { error: 'error', warning: 'warning', info: 'muted' } as const satisfies Readonly<
  Record<Severity, Tone>
>;

const coloredSeverities = ['error', 'warning'] as const satisfies readonly Severity[];

/** Returns the tone of the most severe finding, or of an info if there is none. */
export function worstTone(findings: readonly { readonly severity: Severity }[]): (typeof severityTones)[Severity] {
  const worst = coloredSeverities.find((colored) => findings.some(({ severity }) => severity === colored));
  return severityTones[worst ?? 'info'];
}
