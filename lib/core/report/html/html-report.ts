import { formatNumber, pluralize } from '#core/telemetry/wording';
import { createFieldSerializer } from '../field-serializer';
import { ruleName } from '../finding-groups';
import type { FindingReport } from '../finding-report';
import { countUnlisted } from '../report-tally';
import { plainText, sessionCountText, severityOrder, severityTitles, totalsText } from '../report-texts';
import { fateRows, type ReportedFates } from '../reported-fates';
import { type ReportedSessions, sessionCells, sessionColumns } from '../reported-sessions';
import { reportScript } from './html-report-script';
import { reportStyle } from './html-report-style';

/**
 * SHA-256 of style and script for the page's Content Security Policy, which prevents scripts of events from running.
 * A test compares these constants with the actual hashes.
 */
export const STYLE_HASH = 'PMgWalJBOaenl/cSNOGo+fRuJBlcPvMFgIy2lBjGpS0=';
export const SCRIPT_HASH = 'ehrx/Bs1LnycIxQlZhNHsL6D5670J1UsGc4uLQOKlKc=';

/** Writes a report as one HTML file that loads nothing: search, filters and the details of each item. */
export function* writeHtmlReport(report: FindingReport): Generator<string> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `script-src 'sha256-${SCRIPT_HASH}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const { version } = report.tool;
  const createdOn = new Date(report.createdAt).toISOString();
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Telemetry V3 report</title>
<style>${reportStyle}</style>
</head>
<body>
<header>
<h1>Telemetry V3 report</h1>
<p>${htmlText(totalsText(report.totals))}</p>
<p class="muted">${htmlText(verdictsText(report))}</p>
${report.fates === undefined ? '' : fatesElement(report.fates)}${report.sessions === undefined ? '' : sessionsElement(report.sessions)}</header>
<form id="filter" role="search">
<input id="search" type="search" placeholder="Search" aria-label="Search" autocomplete="off">
${severityOrder.map((severity) => chip(severity, report)).join('\n')}
<select id="rule" aria-label="Rule"><option value="">All rules</option></select>
<select id="file" aria-label="File" hidden><option value="">All files</option></select>
<label class="toggle"><input id="groups" type="checkbox"> Groups</label>
<span id="count" class="muted" role="status"></span>
</form>
<main>
<div class="list">
<table aria-label="Findings">
<thead><tr><th>Severity</th><th>Rule</th><th>Event</th><th>Message</th><th>Location</th></tr></thead>
<tbody id="rows"></tbody>
</table>
<p id="empty" class="empty" hidden>No findings match.</p>
<noscript><p class="empty">JavaScript is off. The list of findings needs it.</p></noscript>
<button id="more" class="more chip" type="button" hidden>Show more</button>
</div>
<section id="details" class="details" aria-label="Details"></section>
</main>
<footer class="muted">${[`telemetry-v3 ${htmlText(version)}, ${createdOn}`, ...unlistedTexts(report)].join('. ')}</footer>
<script type="application/json" id="report">`;
  yield* scriptJson(report);
  yield `</script>
<script>${reportScript}</script>
</body>
</html>
`;
}

function chip(severity: (typeof severityOrder)[number], { totals }: FindingReport): string {
  const count = formatNumber(totals.severities[severity]);
  const label = `<span class="${severity}">${severityTitles[severity]}</span> ${count}`;
  return `<button class="chip" type="button" value="${severity}" aria-pressed="false">${label}</button>`;
}

function verdictsText({ totals: { verdicts } }: FindingReport): string {
  const { valid, invalid, unknown } = verdicts;
  const [first, second, third] = [valid, invalid, unknown].map(formatNumber);
  return `${first} valid, ${second} invalid, ${third} unknown`;
}

function fatesElement(fates: ReportedFates): string {
  const rows = fateRows(fates).map(
    ({ title, reason, count }) =>
      `<tr><td>${htmlText(title)}</td><td class="muted">${htmlText(reason)}</td><td>${formatNumber(count)}</td></tr>`,
  );
  return `<details>
<summary>Predicted fate in ${htmlText(fates.pipeline)}</summary>
<table aria-label="Predicted fate">
<thead><tr><th>Outcome</th><th>Reason</th><th>Events</th></tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table>
</details>
`;
}

function sessionsElement(sessions: ReportedSessions): string {
  const rows = sessions.listed.map(
    (session) =>
      `<tr>${sessionCells(session)
        .map((cell) => `<td>${htmlText(cell)}</td>`)
        .join('')}</tr>`,
  );
  return `<details>
<summary>${htmlText(sessionCountText(sessions))}</summary>
<div class="sessions-scroll" tabindex="0" role="region" aria-label="User sessions">
<table class="sessions">
<thead><tr>${sessionColumns.map((title) => `<th>${title}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody>
</table>
</div>
</details>
`;
}

function unlistedTexts(report: FindingReport): readonly string[] {
  return countUnlisted(report).map((count) =>
    htmlText(`Not listed: ${pluralize(count.count, 'more finding')} of ${ruleName(count)}`),
  );
}

function htmlText(text: string): string {
  return plainText(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/**
 * Writes JSON for a script element.
 * Escapes `<`, so that the JSON neither closes the element nor begins a comment in it.
 */
function* scriptJson({ counts, items }: FindingReport): Generator<string> {
  const serializeFields = createFieldSerializer({
    indent: null,
    escapeJson: (json) => json.replaceAll('<', '\\u003c'),
  });
  yield `{${serializeFields({ counts })},"items":[`;
  let separator = '';
  for (const item of items) {
    yield `${separator}{${serializeFields(item)}}`;
    separator = ',';
  }
  yield ']}';
}
