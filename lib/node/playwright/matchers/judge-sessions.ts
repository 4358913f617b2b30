import { eventJson } from '#core/journey/record';
import { findingText } from '#core/report/english-findings';
import { ruleName } from '#core/report/finding-groups';
import { noPolicy } from '#core/report/finding-policy';
import { isAtLeast, settleFindings } from '#core/report/settle-findings';
import type { JudgedRecord } from '#core/stream/judged-record';
import { createUserSessionRule } from '#core/stream/user-session-rule';
import { SESSION_RULE_SET, type Severity } from '#core/telemetry/findings';
import { pluralize } from '#core/telemetry/wording';
import { groupByOrigin } from '#core/user-sessions/event-order';
import { type SessionEvent, SessionEventReader } from '#core/user-sessions/session-event';
import type { SessionFinding } from '#core/user-sessions/session-finding';
import { UserSessions } from '#core/user-sessions/user-sessions';
import { formatSessionTrees } from '#node/cli/sessions/session-tree';
import type { RecordCheck } from '#node/config/record-check';
import { failWithoutEvents, ruleLines } from './judge-events';
import { type Explanation, formatRow, type Judge, limitLines } from './judgement';

/** Lowest severity that fails. Excludes `info`, the severity of a session that is still open. */
const MIN_SEVERITY: Severity = 'warning';
/** Maximum number of findings in a failure message. */
const MAX_LISTED_FINDINGS = 4;
/** Maximum number of lines of session trees in a failure message. */
const MAX_TREE_LINES = 12;
/** Maximum number of related events of a finding in a failure message. */
const MAX_RELATED_EVENTS = 3;

/**
 * Creates a judge that passes if the pipeline counts user sessions correctly.
 * A session that is still open at the end does not fail.
 */
export function judgeSoundSessions(
  allowEmpty = false,
  { failOn, policy }: Pick<RecordCheck, 'failOn' | 'policy'> = { failOn: MIN_SEVERITY, policy: noPolicy },
): Judge {
  const lowestSeverity = isAtLeast(failOn, MIN_SEVERITY) ? MIN_SEVERITY : failOn;
  return (records) => {
    const events = readSessionEvents(records);
    if (events.length === 0 && !allowEmpty) return failWithoutEvents('sound user sessions');
    const rule = createUserSessionRule((event: SessionEvent) => event);
    const sessionFindings = rule.add(events).found.filter((finding) => finding.ruleSet === SESSION_RULE_SET);
    const findings = settleFindings(sessionFindings, policy).filter(({ severity }) =>
      isAtLeast(severity, lowestSeverity),
    );
    return {
      pass: findings.length === 0,
      // A later event can withdraw a finding, such as a late IMPRESSION.
      canChangeBy: 'events',
      explain: () => explainFindings(findings, events, records),
    };
  };
}

function readSessionEvents(records: readonly JudgedRecord[]): readonly SessionEvent[] {
  const reader = new SessionEventReader();
  return records.flatMap((record) => {
    const json = record.event === null ? undefined : eventJson(record);
    const event = json === undefined ? null : reader.read(json, record.row);
    return event?.ok ? [event.value] : [];
  });
}

function explainFindings(
  findings: readonly SessionFinding[],
  events: readonly SessionEvent[],
  records: readonly JudgedRecord[],
): Explanation {
  const recordsByRow = new Map(records.map((record) => [record.row, record]));
  const formatRecordAt = (row: number): string => {
    const record = recordsByRow.get(row);
    return record === undefined ? `#${row}` : formatRow(record);
  };
  const more = findings.length - MAX_LISTED_FINDINGS;
  const firstFindings = findings.slice(0, MAX_LISTED_FINDINGS);
  const tree = treeLines(events);
  return {
    expected: 'sound user sessions',
    received: `${pluralize(findings.length, 'finding')} in ${pluralize(events.length, 'event')}`,
    details: [
      ...firstFindings.flatMap((finding) => {
        const [row, ...others] = finding.rows;
        const related =
          others.length === 0 ? '' : ` See ${others.slice(0, MAX_RELATED_EVENTS).map(formatRecordAt).join(', ')}.`;
        return [`  ${formatRecordAt(row)}`, `    ${findingText(finding)}${related} (${ruleName(finding)})`];
      }),
      ...(more > 0 ? [`  … and ${pluralize(more, 'more finding')}`] : []),
      tree.length === 0 ? 'Sessions: none has any time' : 'Sessions:',
      ...limitLines(tree, MAX_TREE_LINES),
      ...ruleLines(firstFindings),
    ],
  };
}

function treeLines(events: readonly SessionEvent[]): readonly string[] {
  const sessions = new UserSessions();
  sessions.add(events);
  const groups = [...groupByOrigin(sessions.summarize()).values()];
  return groups
    .flatMap((summaries) => formatSessionTrees(summaries, (text) => text))
    .flatMap((line) => (line === '' ? [] : [`  ${line}`]));
}
