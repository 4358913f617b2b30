import type { CollectedEvent } from '#core/collector/collected-change';
import { eventJson } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { baselineEntry, baselineKey, baselineSubject } from '#core/report/baseline';
import { toReportedFinding } from '#core/report/english-findings';
import type { FindingPolicy } from '#core/report/finding-policy';
import { type FindingReport, type ReportBuilder, ReportCollector } from '#core/report/finding-report';
import type { ReportedFates } from '#core/report/reported-fates';
import type { ReportedFate, ReportedItem } from '#core/report/reported-finding';
import { SessionList, toReportedSession } from '#core/report/reported-sessions';
import { isAtLeast, settleFindings } from '#core/report/settle-findings';
import { redactSecrets } from '#core/rules/checks';
import type { StreamFinding } from '#core/stream/stream-rule';
import { createUserSessionRule } from '#core/stream/user-session-rule';
import { SESSION_RULE_SET, type Severity, type Subject, toVerdict } from '#core/telemetry/findings';
import { type SessionEvent, SessionEventReader } from '#core/user-sessions/session-event';
import { buildSessionTrees, listSessions } from '#core/user-sessions/session-outline';
import { type SessionSummary, sessionToJson } from '#core/user-sessions/user-session-summary';
import { UserSessions } from '#core/user-sessions/user-sessions';
import { forEachInSlices, type TimeSliceDeps } from '#core/util/time-slices';
import { createReportBuilder, reportRecord } from '../record-report';
import { reportedPage, rulePage } from '../rule-page';
import type { CollectorJudge } from './judge-config';

/** Name of the collector in reports, in place of a file name. */
export const COLLECTOR_NAME = 'collector';

/** An event as `validate` lists it, and its JSON with secrets redacted. */
interface CollectedItem {
  readonly item: ReportedItem;
  readonly json: Json | null;
}

interface ItemOptions {
  /** Lowest severity. Findings below it are neither shown nor counted. */
  readonly severity: Severity;
  /** Keys of the known findings, which do not fail a run. */
  readonly known: ReadonlySet<string>;
  /** Returns the fate of the event of a row, or `null` if fates are not requested. */
  readonly fateOf: (row: number) => ReportedFate | null;
}

/** Converts an event to its reported item. */
export type ToItem = (event: CollectedEvent) => CollectedItem;

/** Creates a function that converts events to items. Items are not cached, which saves memory. */
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
        const entry = redactSecrets(baselineEntry(finding, baselineSubject(record.kind, subject)));
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

interface ReportDeps extends TimeSliceDeps {
  readonly toItem: ToItem;
  readonly judge: CollectorJudge;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Builds a report of events, with their user sessions. */
export async function reportEvents(
  events: readonly CollectedEvent[],
  deps: ReportDeps,
  fates?: ReportedFates,
): Promise<FindingReport> {
  const { toItem, judge, now } = deps;
  const { ruleSets, policy } = judge;
  const collector = new ReportCollector();
  const add = (event: CollectedEvent): void => {
    const { verdict, findings } = event.record.summary;
    // Fast path: a valid event is only counted, not unpacked and judged again.
    if (verdict === 'valid' && findings === 0) {
      collector.addValid();
      return;
    }
    const { item, json } = toItem(event);
    collector.add(item, () => json);
  };
  await forEachInSlices(events, add, deps);
  const builder: ReportBuilder = createReportBuilder(now(), ruleSets);
  builder.add(collector.take());
  return builder.build(fates, await listCollectedSessions(COLLECTOR_NAME, events, policy, deps));
}

type SessionFinding = Extract<StreamFinding, { readonly ruleSet: typeof SESSION_RULE_SET }>;

/** The user sessions of one run, and the findings of their audit. */
interface RunSessions {
  readonly run: string;
  readonly summaries: readonly SessionSummary[];
  readonly findings: readonly SessionFinding[];
}

/**
 * Summarizes and audits the user sessions of each run.
 * Takes time in proportion to the number of events.
 */
async function summarizeRuns(
  events: readonly CollectedEvent[],
  policy: FindingPolicy,
  sliceDeps: TimeSliceDeps,
): Promise<readonly RunSessions[]> {
  const runs = new Map<string, SessionEvent[]>();
  const reader = new SessionEventReader();
  const addEvent = ({ record, source }: CollectedEvent): void => {
    const json = record.event === null ? undefined : eventJson(record);
    const event = json === undefined ? null : reader.read(json, record.row);
    if (!event?.ok) return;
    const runEvents = runs.get(source.run);
    if (runEvents === undefined) runs.set(source.run, [event.value]);
    else runEvents.push(event.value);
  };
  await forEachInSlices(events, addEvent, sliceDeps);
  const runSessions: RunSessions[] = [];
  for (const [run, runEvents] of runs) runSessions.push({ run, ...(await summarizeRun(runEvents, policy, sliceDeps)) });
  return runSessions;
}

/** Number of events that are added without yielding, which takes a few milliseconds. */
const BATCH_SIZE = 500;

/** Summarizes the sessions of one run. Reports no open sessions, because events may follow. */
async function summarizeRun(
  events: readonly SessionEvent[],
  policy: FindingPolicy,
  sliceDeps: TimeSliceDeps,
): Promise<Omit<RunSessions, 'run'>> {
  const sessions = new UserSessions();
  const rule = createUserSessionRule((event: SessionEvent) => event);
  const findings = new Map<string, StreamFinding>();
  const add = (start: number): void => {
    const batch = events.slice(start, start + BATCH_SIZE);
    sessions.add(batch);
    const { found, withdrawn } = rule.add(batch);
    for (const key of withdrawn) findings.delete(key);
    for (const finding of found) findings.set(finding.key, finding);
  };
  const starts = Array.from({ length: Math.ceil(events.length / BATCH_SIZE) }, (_, index) => index * BATCH_SIZE);
  await forEachInSlices(starts, add, sliceDeps);
  const sessionFindings = [...findings.values()].filter((finding) => finding.ruleSet === SESSION_RULE_SET);
  return {
    summaries: [...listSessions(buildSessionTrees(sessions.summarize()))],
    findings: settleFindings(sessionFindings, policy),
  };
}

/** Returns the user sessions of events, outer sessions first, and the findings of their audit, as JSON. */
export async function sessionsToJson(
  events: readonly CollectedEvent[],
  policy: FindingPolicy,
  sliceDeps: TimeSliceDeps,
) {
  const runs = await summarizeRuns(events, policy, sliceDeps);
  return redactSecrets({
    sessions: runs.flatMap(({ run, summaries }) =>
      summaries.map((summary) => ({ run, ...sessionToJson(summary), rows: summary.rows })),
    ),
    findings: runs.flatMap(({ run, findings }) =>
      findings.map((finding) => ({
        run,
        ...toReportedFinding(finding, reportedPage(rulePage(finding))),
        rows: finding.rows,
      })),
    ),
  });
}

/** Returns the user sessions of events for a report. */
async function listCollectedSessions(
  file: string,
  events: readonly CollectedEvent[],
  policy: FindingPolicy,
  sliceDeps: TimeSliceDeps,
): Promise<SessionList> {
  const list = new SessionList();
  for (const { summaries, findings } of await summarizeRuns(events, policy, sliceDeps)) {
    for (const summary of summaries) list.add(toReportedSession(file, summary.firstRow, summary));
    for (const { severity } of findings) list.countFinding(severity);
  }
  return list;
}
