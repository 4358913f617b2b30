import { lazyView, type PanelViewEntry } from '#components/panel/app/panel-views.tsx';
import { i18n } from '#i18n';

declare module '#components/panel/app/app-store.ts' {
  interface PanelViewNames {
    readonly compose: true;
  }
}

/** The Compose view, registered in the panel. */
export const composeView: PanelViewEntry = {
  id: 'compose',
  label: () => i18n.t('toolbar.compose'),
  location: { icon: 'compose' },
  buttons: () => [i18n.t('samples.import'), i18n.t('samples.export'), i18n.t('samples.saveAs')],
  View: lazyView(async () => (await import('./ComposeView')).ComposeView),
};
