import { i18n } from '#i18n';
import type { InspectedTab } from '#panel/inspected-tab';

/** The state of the inspected tab, as far as the panel depends on it. */
export interface TabState {
  /** Inside DevTools, in a window of its own, where nothing of DevTools can be asked, or without a tab. */
  readonly place: InspectedTab['place'];
  /** The tab was closed: what was recorded stays, and nothing new can come. */
  readonly isClosed: boolean;
}

/** Status text of a panel window: what it cannot observe. */
export const panelWindowLabel = () =>
  ({
    short: i18n.t('toolbar.windowShort'),
    long: i18n.t('toolbar.windowLong'),
  }) as const;

export const closedTabLabel = () =>
  ({
    short: i18n.t('toolbar.closedShort'),
    long: i18n.t('toolbar.closedLong'),
  }) as const;

/** Returns why the panel has no page to record and to log in to, or `null` if it has one. */
export function readOnlyReason(tab: TabState): string | null {
  return tab.place === 'collector' ? i18n.t('panel.collector.needsExtension') : notFiringReason(tab);
}

/** Returns why the panel never fires, or `null`. A collector fires in the pages that it has its hook in. */
export function notFiringReason({ place }: TabState): string | null {
  if (place === 'files') return i18n.t('panel.files.readOnly');
  return place === 'sample' ? i18n.t('panel.sample.readOnly') : null;
}
