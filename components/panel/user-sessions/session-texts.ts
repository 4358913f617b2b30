import type { SessionEnding, SessionSummary } from '#core/user-sessions/user-session-summary';
import { i18n } from '#i18n';

/** Returns a label for each cause of a session's end. */
export const endingTexts = (): Readonly<Record<SessionEnding, string>> => ({
  end: i18n.t('userSessions.ending.end'),
  start: i18n.t('userSessions.ending.start'),
  break: i18n.t('userSessions.ending.break'),
  outer: i18n.t('userSessions.ending.outer'),
  input: i18n.t('userSessions.ending.input'),
});

/** Returns the number of events of a session. */
export function countEvents({ rows }: SessionSummary): number {
  return rows.reduce((count, [from, to]) => count + to - from + 1, 0);
}
