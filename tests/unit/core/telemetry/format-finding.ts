import type { Finding, Verdict } from '#core/telemetry/findings';

/** Formats a finding without its text, as in `error missing data.type`. */
export function formatFinding({ severity, code, path }: Finding): string {
  return `${severity} ${code} ${path.join('.')}`;
}

export function formatFindings(verdict: Verdict): readonly string[] {
  return verdict.findings.map(formatFinding);
}
