import { lazyView, type PanelViewEntry } from '#components/panel/app/panel-views.tsx';
import { i18n } from '#i18n';

declare module '#components/panel/app/app-store.ts' {
  interface PanelViewNames {
    readonly 'negative-tests': true;
  }
}

/** The view of negative tests, which belongs to Compose. */
export const negativeTestsView: PanelViewEntry = {
  id: 'negative-tests',
  label: () => i18n.t('negativeTests.open'),
  location: { within: 'compose' },
  buttons: () => [
    i18n.t('negativeTests.copyTsv'),
    i18n.t('negativeTests.copyMarkdown'),
    i18n.t('negativeTests.envelope'),
    i18n.t('negativeTests.fireEverything'),
  ],
  View: lazyView(async () => (await import('./NegativeTestsView')).NegativeTestsView),
};
