import type { CollectedEvent } from '#core/collector/collected-events';
import { eventJson } from '#core/journey/record';
import { reportFinding } from '#core/report/english-findings';
import type { FindingPolicy } from '#core/report/finding-policy';
import { reportSession, SessionList } from '#core/report/reported-sessions';
import { settleFindings } from '#core/report/settle-findings';
import { redactKnownSecrets } from '#core/rules/checks';
import { createUserSessionRule } from '#core/stream/user-session-rule';
import { SESSION_RULE_SET } from '#core/telemetry/findings';
import { type SessionEvent, SessionEventReader } from '#core/user-sessions/session-event';
import { growSessionTrees, listSessions } from '#core/user-sessions/session-outline';
import { type SessionSummary, sessionToJson } from '#core/user-sessions/user-session-summary';
import { UserSessions } from '#core/user-sessions/user-sessions';
import { reportedPage, rulePage } from '../rule-page';

/** The user sessions of one run, and what the audit finds in them. */
interface RunSessions {
  readonly run: string;
  readonly summaries: readonly SessionSummary[];
  readonly findings: ReturnType<typeof auditEvents>;
}

/** Summarizes and audits the user sessions of each run. It takes as long as there are events. */
function summarizeRuns(events: Iterable<CollectedEvent>, policy: FindingPolicy): readonly RunSessions[] {
  const runs = new Map<string, SessionEvent[]>();
  const reader = new SessionEventReader();
  for (const { record, source } of events) {
    const json = record.event === null ? undefined : eventJson(record);
    const read = json === undefined ? null : reader.read(json, record.row);
    if (!read?.ok) continue;
    const known = runs.get(source.run);
    if (known === undefined) runs.set(source.run, [read.value]);
    else known.push(read.value);
  }
  return [...runs].map(([run, own]) => {
    const sessions = new UserSessions();
    sessions.add(own);
    const summaries = [...listSessions(growSessionTrees(sessions.summarize()))];
    return { run, summaries, findings: auditEvents(own, policy) };
  });
}

/** A session that is open is no finding: events may follow. */
function auditEvents(events: readonly SessionEvent[], policy: FindingPolicy) {
  const { found } = createUserSessionRule((event: SessionEvent) => event).add(events);
  return settleFindings(
    found.filter((finding) => finding.ruleSet === SESSION_RULE_SET),
    policy,
  );
}

/** The user sessions of events, those around others first, and what the audit finds, as JSON has them. */
export function sessionsToJson(events: Iterable<CollectedEvent>, policy: FindingPolicy) {
  const runs = summarizeRuns(events, policy);
  return redactKnownSecrets({
    sessions: runs.flatMap(({ run, summaries }) =>
      summaries.map((summary) => ({ run, ...sessionToJson(summary), rows: summary.rows })),
    ),
    findings: runs.flatMap(({ run, findings }) =>
      findings.map((finding) => ({
        run,
        ...reportFinding(finding, reportedPage(rulePage(finding))),
        rows: finding.rows,
      })),
    ),
  });
}

/** The user sessions of events as a report lists them. */
export function listCollectedSessions(
  file: string,
  events: Iterable<CollectedEvent>,
  policy: FindingPolicy,
): SessionList {
  const list = new SessionList();
  for (const { summaries, findings } of summarizeRuns(events, policy)) {
    for (const summary of summaries) list.add(reportSession(file, summary.firstRow, summary));
    for (const { severity } of findings) list.countFinding(severity);
  }
  return list;
}
