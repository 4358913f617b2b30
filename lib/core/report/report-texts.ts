import { SEVERITIES, type Severity } from '#core/telemetry/findings';
import { formatNumber, pluralize } from '#core/telemetry/wording';
import type { ReportTotals } from './report-tally';
import type { ReportedSessions } from './reported-sessions';

/** Severities, the most severe first. */
export const severityOrder = SEVERITIES;

/** Headings of a report. */
export const severityTitles: Readonly<Record<Severity, string>> = {
  error: 'Errors',
  warning: 'Warnings',
  info: 'Notices',
};

/** Names of severities in a report. */
export const severityNames: Readonly<Record<Severity, string>> = {
  error: 'Error',
  warning: 'Warning',
  info: 'Notice',
};

const nouns: Readonly<Record<Severity, string>> = { error: 'error', warning: 'warning', info: 'notice' };

/** Formats a count: `3 errors`. */
export function countText(severity: Severity, count: number): string {
  return pluralize(count, nouns[severity]);
}

/** Formats totals: `3 errors, 1 warning, 0 notices in 12 items.` */
export function totalsText({ items, severities, known }: ReportTotals): string {
  const problems = severityOrder.map((severity) => countText(severity, severities[severity])).join(', ');
  const baseline = known > 0 ? ` Known by the baseline: ${formatNumber(known)}.` : '';
  return `${problems} in ${pluralize(items, 'item')}.${baseline}`;
}

/** Formats `2 user sessions (1 error, 0 warnings, 1 notice)`, with the number of unlisted sessions. */
export function sessionCountText({ count, severities, listed }: ReportedSessions): string {
  const counts = SEVERITIES.map((severity) => countText(severity, severities[severity])).join(', ');
  const hidden = count - listed.length;
  return `${pluralize(count, 'user session')} (${counts})${hidden > 0 ? `, ${formatNumber(hidden)} not listed` : ''}`;
}

/** Replaces control characters and lone surrogates, which a terminal executes or a file format forbids. */
export function plainText(text: string): string {
  return text.replace(/\p{Cc}/gu, '\uFFFD').replace(LONE_SURROGATE, '\uFFFD');
}

const LONE_SURROGATE = /\p{Cs}/gu;
