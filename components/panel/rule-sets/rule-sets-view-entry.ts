import { lazyView, type PanelViewEntry } from '#components/panel/app/panel-views.tsx';
import { i18n } from '#i18n';

declare module '#components/panel/app/app-store.ts' {
  interface PanelViewNames {
    readonly 'rule-sets': true;
  }
}

/** The view of the rule sets, registered in the panel. */
export const ruleSetsView: PanelViewEntry = {
  id: 'rule-sets',
  label: () => i18n.t('ruleSets.title'),
  location: { icon: 'rules' },
  View: lazyView(async () => (await import('./RuleSetsView')).RuleSetsView),
};
