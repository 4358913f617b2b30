import { lazyView, type PanelViewEntry } from '#components/panel/app/panel-views.tsx';
import { i18n } from '#i18n';

declare module '#components/panel/app/app-store.ts' {
  interface PanelViewNames {
    readonly scenarios: true;
  }
}

/** The view of scenarios, registered in the panel. */
export const scenariosView: PanelViewEntry = {
  id: 'scenarios',
  label: () => i18n.t('scenarios.list'),
  location: { icon: 'steps' },
  buttons: () => [i18n.t('scenarios.create'), i18n.t('scenarios.import'), i18n.t('scenarios.record')],
  View: lazyView(async () => (await import('./ScenariosView')).ScenariosView),
};
