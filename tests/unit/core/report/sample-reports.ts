import { createReport, type FindingReport, type ReportHeader } from '#core/report/finding-report';
import type { ReportedFinding, ReportedItem } from '#core/report/reported-finding';

export const reportHeader: ReportHeader = {
  tool: { name: 'telemetry-v3', version: '1.2.3', homepage: 'https://example.org/telemetry' },
  createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
  ruleSets: ['definition', 'envelope', 'privacy'],
};

/** A string that breaks out of scripts, attributes, comments, cells, links, lines and XML if it is not escaped. */
export const HOSTILE_TEXT = [
  `</script><script>document.title='owned'</script><img src=x onerror="document.title='owned'">`,
  `<!--" ' & ]]> | [link](https://example.org) \`code\` \u0000\u001b[31m\ud800\uffff`,
  '::error::owned\r\n::error::owned',
].join('\n');

export function reportItem(
  parts: Partial<ReportedFinding> & Partial<Pick<ReportedItem, 'index' | 'line' | 'mid' | 'file' | 'request'>> = {},
): ReportedItem {
  const { index = 0, line = 1, mid = 'LOG:1', file = 'events.ndjson', request, ...finding } = parts;
  return {
    index,
    file,
    line,
    kind: 'log',
    verdict: 'invalid',
    eid: 'LOG',
    mid,
    ...(request === undefined ? {} : { request }),
    findings: [
      {
        ruleSet: 'definition',
        severity: 'error',
        code: 'missing',
        path: ['edata', 'id'],
        params: {},
        message: 'edata.id is required.',
        page: 'docs/rules.md#missing',
        ...finding,
      },
    ],
  };
}

/** Creates a report with `count` items, each of which has a finding for each of `codes` codes. */
export function createLongReport(count: number, codes = 1): FindingReport {
  const items = Array.from({ length: count }, (_, index) => {
    const item = reportItem({ index, line: index + 1 });
    const findings = Array.from({ length: codes }, (_, at) => ({
      ...reportItem().findings[0],
      code: at === 0 ? 'missing' : `code-${at}`,
      severity: at % 2 === 0 ? 'error' : 'warning',
    }));
    return { item: { ...item, findings: findings as unknown as ReportedItem['findings'] }, json: { eid: 'LOG' } };
  });
  return createReport(reportHeader, items);
}
