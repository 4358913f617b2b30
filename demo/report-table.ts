import { eventKinds } from '#core/telemetry/kinds';
import type { Captured, Report } from './report';
import { sdkVersions } from './site/sdk-pages';

const WIDTHS = [12, 22, 22, 8];

/** Formats the report as a table with a line per kind, followed by totals. */
export function reportTable(report: Report): string {
  const { entity, tokenType, expiresInSeconds } = report.login;
  const heads = ['kind', ...sdkVersions.map((sdk) => `SDK ${sdk}`), 'fired'];
  return [
    `Logged in as ${entity}: ${tokenType} token, good for ${expiresInSeconds} s.`,
    '',
    line(heads),
    line(WIDTHS.map((width) => '-'.repeat(width - 2))),
    ...eventKinds.map((kind) =>
      line([kind, ...sdkVersions.map((sdk) => cell(report, sdk, kind)), firedCell(report, kind)]),
    ),
    '',
    `${report.captured.length} observations, ${report.fired.filter((event) => event.isAccepted).length} of ${report.fired.length} fired events were accepted, ${report.screenshots.length} screenshots.`,
  ].join('\n');
}

/** Formats a cell, such as `2 calls, 1 invalid`. Each event has one call. */
function cell({ captured }: Report, sdk: string, kind: string): string {
  const calls = captured.filter((entry) => entry.sdk === sdk && entry.kind === kind && entry.source === 'call');
  if (calls.length === 0) return 'not seen';
  const invalid = calls.filter((entry: Captured) => entry.verdict === 'invalid').length;
  const count = `${calls.length} ${calls.length === 1 ? 'call' : 'calls'}`;
  return invalid === 0 ? count : `${count}, ${invalid} invalid`;
}

function firedCell({ fired }: Report, kind: string): string {
  const event = fired.find((candidate) => candidate.kind === kind);
  return event?.isAccepted ? 'accepted' : 'lost';
}

function line(cells: readonly string[]): string {
  return cells
    .map((text, index) => text.padEnd(WIDTHS[index] ?? 0))
    .join('')
    .trimEnd();
}
