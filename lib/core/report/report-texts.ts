import { SEVERITIES, type Severity } from '#core/telemetry/findings';
import { formatNumber, pluralize } from '#core/telemetry/wording';
import type { ReportTotals } from './finding-report';
import type { ReportedSessions } from './reported-sessions';

/** From the most severe on. */
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

/** `3 errors`. */
export function countText(severity: Severity, count: number): string {
  return pluralize(count, nouns[severity]);
}

/** `3 errors, 1 warning, 0 notices in 12 items.` */
export function totalsText({ items, severities, known }: ReportTotals): string {
  const problems = severityOrder.map((severity) => countText(severity, severities[severity])).join(', ');
  const baseline = known > 0 ? ` Known by the baseline: ${formatNumber(known)}.` : '';
  return `${problems} in ${pluralize(items, 'item')}.${baseline}`;
}

/** `2 user sessions (1 error, 0 warnings, 1 notice)`, with those that are not listed. */
export function sessionCountText({ count, severities, listed }: ReportedSessions): string {
  const found = SEVERITIES.map((severity) => countText(severity, severities[severity])).join(', ');
  const hidden = count - listed.length;
  return `${pluralize(count, 'user session')} (${found})${hidden > 0 ? `, ${formatNumber(hidden)} not listed` : ''}`;
}

/** Texts of an event may hold codes that move a terminal's cursor, or that a file format refuses. */
export function plainText(text: string): string {
  return text.replace(/\p{Cc}/gu, '\uFFFD').replace(LONE_SURROGATE, '\uFFFD');
}

const LONE_SURROGATE = /\p{Cs}/gu;
