import { lazyView, type PanelViewEntry } from '#components/panel/app/panel-views.tsx';
import { i18n } from '#i18n';

declare module '#components/panel/app/app-store.ts' {
  interface PanelViewNames {
    readonly registry: true;
  }
}

/** The view of a registry's entities, registered in the panel. */
export const registryView: PanelViewEntry = {
  id: 'registry',
  label: () => i18n.t('toolbar.registry'),
  location: { icon: 'registry' },
  buttons: () => [
    i18n.t('registry.list'),
    i18n.t('registry.retrieve'),
    i18n.t('registry.search'),
    i18n.t('registry.update'),
    i18n.t('registry.attest'),
  ],
  View: lazyView(async () => (await import('./RegistryView')).RegistryView),
};
