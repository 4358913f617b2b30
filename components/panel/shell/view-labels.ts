import type { PanelView } from '#components/panel/app/app-store.ts';
import { i18n } from '#i18n';

/** The views of the panel by their names, in the order of the command menu. */
export const viewLabels = (): Readonly<Record<PanelView, string>> => ({
  events: i18n.t('toolbar.events'),
  compose: i18n.t('toolbar.compose'),
  violations: i18n.t('violations.open'),
  scenarios: i18n.t('scenarios.list'),
  registry: i18n.t('toolbar.registry'),
});
