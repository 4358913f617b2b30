import { lazyView, type PanelViewEntry } from '#components/panel/app/panel-views.tsx';
import { i18n } from '#i18n';

declare module '#components/panel/app/app-store.ts' {
  interface PanelViewNames {
    readonly violations: true;
  }
}

/** The view of negative tests, which belongs to Compose. */
export const violationsView: PanelViewEntry = {
  id: 'violations',
  label: () => i18n.t('violations.open'),
  location: { within: 'compose' },
  buttons: () => [
    i18n.t('violations.copyTsv'),
    i18n.t('violations.copyMarkdown'),
    i18n.t('violations.envelope'),
    i18n.t('violations.fireEverything'),
  ],
  View: lazyView(async () => (await import('./ViolationsView')).ViolationsView),
};
