import type { SessionEnding } from '#core/user-sessions/user-session-summary';
import { i18n } from '#i18n';

export const endingTexts = (): Readonly<Record<SessionEnding, string>> => ({
  end: i18n.t('userSessions.ending.end'),
  start: i18n.t('userSessions.ending.start'),
  break: i18n.t('userSessions.ending.break'),
  outer: i18n.t('userSessions.ending.outer'),
  input: i18n.t('userSessions.ending.input'),
});
