import { eventJson } from '#core/journey/record';
import { type Json, stringAt } from '#core/json/json';
import { toReportedFinding } from '#core/report/english-findings';
import { type FindingReport, ReportBuilder, ReportCollector } from '#core/report/finding-report';
import type { ReportedItem } from '#core/report/reported-finding';
import { redactSecrets } from '#core/rules/checks';
import { defaultRuleSetNames } from '#core/rules/rule-set-names';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { RuleSetId } from '#core/telemetry/findings';
import { reportedPage, rulePage } from './rule-page';
import { HOMEPAGE, THIS_PACKAGE } from './this-package';

/**
 * Creates a report of the findings of records, with a limited number of findings per code.
 *
 * @param name the title of the test, in place of a file name.
 * @param createdAt epoch milliseconds.
 */
export function createRecordReport(name: string, records: readonly JudgedRecord[], createdAt: number): FindingReport {
  const collector = new ReportCollector();
  for (const [index, record] of records.entries()) {
    const { item, json } = reportRecord(record, index);
    collector.add({ ...item, file: name }, () => json);
  }
  const builder = createReportBuilder(createdAt);
  builder.add(collector.take());
  return builder.build();
}

/**
 * Creates an empty report with the name and version of this package.
 *
 * @param createdAt epoch milliseconds.
 */
export function createReportBuilder(
  createdAt: number,
  ruleSets: readonly RuleSetId[] = defaultRuleSetNames,
): ReportBuilder {
  return new ReportBuilder({ tool: { ...THIS_PACKAGE, homepage: HOMEPAGE }, createdAt, ruleSets });
}

/**
 * Converts a record to an item of a report, with its row as the line.
 * `json` is `null` without an event.
 */
export function reportRecord(
  record: JudgedRecord,
  index: number,
): { readonly item: ReportedItem; readonly json: Json | null } {
  const { kind, verdict, row, findings } = record;
  const json = eventJson(record) ?? null;
  const item = {
    index,
    file: '',
    line: row,
    kind,
    verdict,
    eid: stringAt(json, ['eid']),
    mid: stringAt(json, ['mid']),
    findings: findings.map((finding) => toReportedFinding(finding, reportedPage(rulePage(finding)))),
  };
  return { item, json: json === null ? null : redactSecrets(json) };
}
