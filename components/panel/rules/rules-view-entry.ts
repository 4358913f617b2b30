import { lazyView, type PanelViewEntry } from '#components/panel/app/panel-views.tsx';
import { i18n } from '#i18n';

declare module '#components/panel/app/app-store.ts' {
  interface PanelViewNames {
    readonly rules: true;
  }
}

export const rulesView: PanelViewEntry = {
  id: 'rules',
  label: () => i18n.t('ruleSets.title'),
  place: { icon: 'rules' },
  View: lazyView(async () => (await import('./RulesView')).RulesView),
};
