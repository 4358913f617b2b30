import type { Severity } from '#core/telemetry/findings';

/** The tone of each severity; an info is not colored. */
export const severityTones = { error: 'bad', warning: 'warn', info: 'quiet' } as const satisfies Readonly<
  Record<Severity, string>
>;

/** The tone of the most severe finding, or of an info if there is none. */
export function worstTone(findings: readonly { readonly severity: Severity }[]): (typeof severityTones)[Severity] {
  const has = (wanted: Severity) => findings.some(({ severity }) => severity === wanted);
  return severityTones[has('error') ? 'error' : has('warning') ? 'warning' : 'info'];
}
