/**
 * Whether a hook's report begins with an observation of a type.
 * A relay need not parse the report for this.
 * The hook writes the type first (`hook-messages.ts`, `page-hide.ts`).
 */
export function beginsWith(type: 'sdk' | 'pagehide', report: string): boolean {
  return report.startsWith(`[{"type":"${type}"`);
}
