import { tryImport } from '#components/kit/lazy-import.ts';
import { lazyView, type PanelViewEntry } from '#components/panel/app/panel-views.tsx';
import type { Stores } from '#components/panel/app/stores.ts';
import { sessionFactsStore } from '#components/panel/event-list/event-list.ts';
import { rulesSetting } from '#components/panel/event-list/judging/rules-setting.ts';
import { i18n } from '#i18n';

declare module '#components/panel/app/app-store.ts' {
  interface PanelViewNames {
    readonly 'user-sessions': true;
  }
}

/** The view of user sessions, registered in the panel. */
export const userSessionsView: PanelViewEntry = {
  id: 'user-sessions',
  label: () => i18n.t('userSessions.title'),
  location: { icon: 'waiting' },
  View: lazyView(async () => (await import('./UserSessionsView')).UserSessionsView),
};

/**
 * Provides the lists with the user sessions of their events.
 * Loads the code when the rule set becomes active, or when a filter needs user sessions.
 */
export function startUserSessions(stores: Stores): void {
  const load = () => tryImport(() => import('./session-facts'));
  stores.get(sessionFactsStore).value = async (list, onChange) =>
    (await load())?.createSessionFacts(list, onChange) ?? null;
  let isStarted = false;
  stores.get(rulesSetting).subscribe(({ on }) => {
    if (isStarted || on['user-session'] !== true) return;
    isStarted = true;
    stores.app.scheduler.whenIdle(() => void load().then((code) => code?.auditSessions(stores)));
  });
}
