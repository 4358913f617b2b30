/**
 * Reads the type of a hook's report from the start of its text, so that a relay need not parse it.
 * The hook writes the type before everything else (`hook-messages.ts`, `page-hide.ts`).
 */
export function beginsWith(type: 'sdk' | 'pagehide', report: string): boolean {
  return report.startsWith(`[{"type":"${type}"`);
}
