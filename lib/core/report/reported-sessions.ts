import type { Redactor } from '#core/redaction/redactor';
import type { Severity } from '#core/telemetry/findings';
import { formatNumber } from '#core/telemetry/wording';
import { sessionName } from '#core/user-sessions/session-finding';
import type { SessionEnding, SessionSummary } from '#core/user-sessions/user-session-summary';

/** Sessions that a report lists; further ones are counted. */
const MAX_LISTED_SESSIONS = 1_000;

/** A user session as the pipeline's workflow summary counts it, as a report shows it. */
export interface ReportedSession {
  readonly file: string;
  /** The line of its first event. */
  readonly line: number;
  readonly did: string;
  readonly channel: string;
  readonly producer: string;
  readonly type: string;
  readonly mode: string;
  /** Epoch milliseconds. */
  readonly start: number;
  readonly end: number;
  /** Seconds without idle ones. */
  readonly timeSpent: number;
  readonly events: number;
  readonly interactions: number;
  readonly pages: number;
  readonly endedBy: SessionEnding;
  /** How many sessions it lies in. */
  readonly depth: number;
}

/** The user sessions of a report. */
export interface ReportedSessions {
  readonly count: number;
  /** How many findings of the audit there are. */
  readonly severities: Readonly<Record<Severity, number>>;
  readonly listed: readonly ReportedSession[];
}

/** Gathers the user sessions of a report. */
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
   * @param pathOf returns the path by which a report names a file.
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

/** @param line that of its first event. */
export function reportSession(file: string, line: number, summary: SessionSummary): ReportedSession {
  const { type, mode, start, end, timeSpent, eventsSummary, interactEventsCount, pages, endedBy, depth } = summary;
  const { did, channel, producer } = summary.origin;
  return {
    ...{ file, line, did, channel, producer, type, mode, start, end, timeSpent },
    events: Object.values(eventsSummary).reduce((sum, count) => sum + count, 0),
    ...{ interactions: interactEventsCount, pages: pages.length, endedBy, depth },
  };
}

const endings: Readonly<Record<SessionEnding, string>> = {
  end: '',
  start: 'no END, closed by the next START',
  break: 'no END, closed by a break',
  outer: 'no END, closed by the END of a session around it',
  input: 'no END, open at the end of the input',
};

/** Says why a session has no END; empty if it has one. */
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
    `${file === '-' ? 'stdin' : file}:${line}`,
    [did, channel, producer].map((part) => part || '(none)').join(', '),
  ];
}

/** `4 min 12 s`; hours are minutes, too. Less than a minute has hundredths. */
export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return `${formatNumber(Math.floor(seconds / 60))} min ${Math.floor(seconds % 60)} s`;
}
