import type { Redactor } from '#core/redaction/redactor';
import type { Severity } from '#core/telemetry/findings';
import { formatNumber } from '#core/telemetry/wording';
import { sessionName } from '#core/user-sessions/session-finding';
import type { SessionEnding, SessionSummary } from '#core/user-sessions/user-session-summary';

/** Limit of the listed sessions. Further sessions are counted. */
const MAX_LISTED_SESSIONS = 1_000;

/** A user session by the pipeline's workflow summary, as in a report. */
export interface ReportedSession {
  readonly file: string;
  /** The line of the first event. */
  readonly line: number;
  readonly did: string;
  readonly channel: string;
  readonly producer: string;
  readonly type: string;
  readonly mode: string;
  /** Start and end in epoch milliseconds. */
  readonly start: number;
  readonly end: number;
  /** Time spent in seconds, without idle time. */
  readonly timeSpent: number;
  readonly events: number;
  readonly interactions: number;
  readonly pages: number;
  readonly endedBy: SessionEnding;
  /** Number of enclosing sessions. */
  readonly depth: number;
}

/** The user sessions of a report. */
export interface ReportedSessions {
  readonly count: number;
  /** Numbers of findings of the audit. */
  readonly severities: Readonly<Record<Severity, number>>;
  readonly listed: readonly ReportedSession[];
}

/** Collects the user sessions of a report. */
export class SessionList {
  readonly #listed: ReportedSession[] = [];
  readonly #severities = { error: 0, warning: 0, info: 0 };
  #count = 0;

  add(session: ReportedSession): void {
    this.#count += 1;
    if (this.#listed.length < MAX_LISTED_SESSIONS) this.#listed.push(session);
  }

  countFinding(severity: Severity): void {
    this.#severities[severity] += 1;
  }

  /**
   * Returns the sessions, with secrets replaced.
   *
   * @param pathOf returns the path of a file in the report.
   */
  build(redactor: Redactor, pathOf: (file: string) => string): ReportedSessions {
    const names = ['did', 'channel', 'producer', 'type', 'mode'] as const;
    const listed = this.#listed.map((session) => ({
      ...session,
      file: pathOf(session.file),
      ...Object.fromEntries(names.map((name) => [name, redactor.text(session[name], name)])),
    }));
    return { count: this.#count, severities: { ...this.#severities }, listed };
  }
}

/** @param line line of the first event. */
export function toReportedSession(file: string, line: number, summary: SessionSummary): ReportedSession {
  const { type, mode, start, end, timeSpent, eventsSummary, interactEventsCount, pages, endedBy, depth } = summary;
  const { did, channel, producer } = summary.origin;
  return {
    file,
    line,
    did,
    channel,
    producer,
    type,
    mode,
    start,
    end,
    timeSpent,
    events: Object.values(eventsSummary).reduce((sum, count) => sum + count, 0),
    interactions: interactEventsCount,
    pages: pages.length,
    endedBy,
    depth,
  };
}

const endings: Readonly<Record<SessionEnding, string>> = {
  end: '',
  start: 'no END, closed by the next START',
  break: 'no END, closed by a break',
  outer: 'no END, closed by the END of a session around it',
  input: 'no END, open at the end of the input',
};

/** Returns why a session has no END, or an empty string if it has one. */
export function sessionEndingText(endedBy: SessionEnding): string {
  return endings[endedBy];
}

/** Headings of a report's table of sessions. */
export const sessionColumns = [
  'Session',
  'Time spent',
  'Events',
  'Interactions',
  'Pages',
  'Ended',
  'Origin',
  'Location',
];

/** The cells of a session in the order of {@link sessionColumns}. */
export function sessionCells(session: ReportedSession): readonly string[] {
  const { file, line, did, channel, producer, depth, timeSpent, events, interactions, pages, endedBy } = session;
  return [
    `${'› '.repeat(Math.min(depth, 8))}${sessionName(session)}`,
    formatSeconds(timeSpent),
    formatNumber(events),
    formatNumber(interactions),
    formatNumber(pages),
    sessionEndingText(endedBy) || 'END',
    [did, channel, producer].map((part) => part || '(none)').join(', '),
    `${file === '-' ? 'stdin' : file}:${line}`,
  ];
}

/** Formats a duration as `4 min 12 s`, without hours. Less than a minute has hundredths of seconds. */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return `${formatNumber(Math.floor(seconds / 60))} min ${Math.floor(seconds % 60)} s`;
}
