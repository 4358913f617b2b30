import { lazyView, type PanelViewEntry } from '#components/panel/app/panel-views.tsx';
import { i18n } from '#i18n';

declare module '#components/panel/app/app-store.ts' {
  interface PanelViewNames {
    readonly 'user-sessions': true;
  }
}

export const userSessionsView: PanelViewEntry = {
  id: 'user-sessions',
  label: () => i18n.t('userSessions.title'),
  place: { icon: 'waiting' },
  View: lazyView(async () => (await import('./UserSessionsView')).UserSessionsView),
};
