import type { InspectedTab } from '#extension/panel/inspected-tab';
import { answerAsPanelWindow } from './panel-window';
import { followTabTitle } from './tab-by-id';

/** What a panel does for itself where no DevTools stand around it: its title, coming to the front, and the end of its tab. */
export function standAlone(tab: InspectedTab, onClosed: () => void): void {
  answerAsPanelWindow(tab.tabId);
  tab.listenClosed(onClosed);
  followTabTitle(tab.tabId, (title) => {
    // The name of a tab that was closed stays.
    if (title !== '') document.title = `${title}, Telemetry V3`;
  });
}
