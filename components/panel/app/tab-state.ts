import { i18n } from '#i18n';
import type { InspectedTab } from '#panel/inspected-tab';

/** The state of the inspected tab, as far as the panel depends on it. */
export interface TabState {
  /** Where the panel runs: inside DevTools, in a window of its own without DevTools APIs, or without a tab. */
  readonly hostType: InspectedTab['hostType'];
  /** Whether the tab was closed. Its records stay, and no new ones can arrive. */
  readonly isClosed: boolean;
}

/** Returns the status text of a panel window, about what it cannot observe. */
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

/** Returns why the panel cannot record or log in, or `null` if it can. */
export function readOnlyReason(tab: TabState): string | null {
  return tab.hostType === 'collector' ? i18n.t('panel.collector.needsExtension') : notFiringReason(tab);
}

/** Returns why the panel cannot fire, or `null` if it can. A collector fires in the pages with its hook. */
export function notFiringReason({ hostType }: TabState): string | null {
  if (hostType === 'files') return i18n.t('panel.files.readOnly');
  return hostType === 'sample' ? i18n.t('panel.sample.readOnly') : null;
}
