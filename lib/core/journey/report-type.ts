/**
 * What a report of the hook tells first, read off its text: where it is passed on nobody parses it.
 * The hook writes the type before everything else (`report.ts`).
 */
export function beginsWith(type: 'sdk' | 'left', report: string): boolean {
  return report.startsWith(`[{"type":"${type}"`);
}
