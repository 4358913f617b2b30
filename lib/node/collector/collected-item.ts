import type { CollectedEvent } from '#core/collector/collected-events';
import { eventJson } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { baselineEntry, baselineKey, baselineSubject } from '#core/report/baseline';
import { type FindingReport, type ReportBuilder, ReportCollector } from '#core/report/finding-report';
import type { ReportedFates } from '#core/report/reported-fates';
import type { ReportedFate, ReportedItem } from '#core/report/reported-finding';
import { isAtLeast } from '#core/report/settle-findings';
import { redactKnownSecrets } from '#core/rules/checks';
import { type Severity, type Subject, toVerdict } from '#core/telemetry/findings';
import { createReportBuilder, reportRecord } from '../record-report';
import { listCollectedSessions } from './collected-sessions';
import type { CollectorJudge } from './judge-config';

/** Names the collector where reports name a file. */
export const COLLECTOR_NAME = 'collector';

/** An event as `validate` lists it, and its JSON with secrets masked. */
interface CollectedItem {
  readonly item: ReportedItem;
  readonly json: Json | null;
}

interface ItemOptions {
  /** Findings below it are not shown and count for nothing. */
  readonly severity: Severity;
  /** Keys of the findings that are known and fail nothing. */
  readonly known: ReadonlySet<string>;
  /** Returns what becomes of the event of a row; `null` unless that is asked. */
  readonly fateOf: (row: number) => ReportedFate | null;
}

/** Makes the item of an event. */
export type ToItem = (event: CollectedEvent) => CollectedItem;

/** Creates a function that makes the items of events. An item is made again each time: only the record is held. */
export function createToItem({ ruleSetJudge }: CollectorJudge, { severity, known, fateOf }: ItemOptions): ToItem {
  return ({ record, request }) => {
    const { item, json } = reportRecord(record, record.row - 1);
    const subject: Subject = { type: 'event', json: eventJson(record) ?? null };
    const verdict = toVerdict(record.kind, record.findings);
    const [first] = record.requests;
    const fate = fateOf(record.row);
    const findings = item.findings
      .filter((finding) => isAtLeast(finding.severity, severity))
      .map((finding) => {
        if (known.size === 0) return finding;
        const entry = redactKnownSecrets(baselineEntry(finding, baselineSubject(record.kind, subject)));
        return known.has(baselineKey(entry)) ? ({ ...finding, known: true } as const) : finding;
      });
    return {
      json,
      item: {
        ...item,
        file: COLLECTOR_NAME,
        verdicts: ruleSetJudge.judge(subject, verdict),
        ...(first === undefined ? {} : { request: { entry: request, url: first.url } }),
        findings,
        ...(fate === null ? {} : { fate }),
      },
    };
  };
}

/** Makes a report of events, with their user sessions. */
export function reportEvents(
  events: readonly CollectedEvent[],
  toItem: ToItem,
  { ruleSets, policy }: CollectorJudge,
  createdAt: number,
  fates?: ReportedFates,
): FindingReport {
  const collector = new ReportCollector();
  for (const event of events) {
    const { item, json } = toItem(event);
    collector.add(item, () => json);
  }
  const builder: ReportBuilder = createReportBuilder(createdAt, ruleSets);
  builder.add(collector.take());
  return builder.build(fates, listCollectedSessions(COLLECTOR_NAME, events, policy));
}
