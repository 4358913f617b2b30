import type { FindingReport } from './finding-report';

/** Writes a report as JSON: what the other formats are made of. */
export function writeJsonReport(report: FindingReport): string {
  const { createdAt, ...rest } = report;
  const createdOn = new Date(createdAt).toISOString();
  return `${JSON.stringify({ format: 'telemetry-v3-report', version: 1, createdAt: createdOn, ...rest }, null, 2)}\n`;
}
