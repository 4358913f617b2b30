import { APP } from './open-sessions';
import { type SessionSummary, sessionToJson } from './user-session-summary';

/** The last summary of a nested app session, by mode. All have the same end. */
export type NestedApps = Map<string, SessionSummary>;

/**
 * Skips summaries that are equal to earlier ones.
 * Only nested app sessions, which a START without type opens, can have equal summaries. Counts include those of inner
 * sessions, so comparing with the last summary of the same mode is enough.
 */
export function* skipEqual(summaries: Iterable<SessionSummary>, nestedApps: NestedApps): Generator<SessionSummary> {
  for (const summary of summaries) {
    const { type, mode, depth, end } = summary;
    if (type === APP && (depth > 0 || nestedApps.size > 0)) {
      const last = nestedApps.get(mode);
      if (last !== undefined && isSameSummary(last, summary)) continue;
      const [other] = nestedApps.values();
      if (other?.end !== end) nestedApps.clear();
      if (depth > 0) nestedApps.set(mode, summary);
    }
    yield summary;
  }
}

function isSameSummary(one: SessionSummary, other: SessionSummary): boolean {
  const isSameTime = one.start === other.start && one.end === other.end;
  return isSameTime && outputText(one) === outputText(other);
}

/** Returns the text of the fields that the job writes for a session. */
function outputText(summary: SessionSummary): string {
  return JSON.stringify({ ...sessionToJson(summary), endedBy: null, depth: null });
}
