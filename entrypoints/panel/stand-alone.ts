import type { AppStore } from '#components/panel/app/app-store.ts';
import type { InspectedTab } from '#extension/browser/panel/inspected-tab';
import { answerAsPanelWindow } from '#extension/browser/panel/panel-window';
import { followTabTitle } from '#extension/browser/panel/tab-by-id';

/** What a panel does for itself where no DevTools stand around it: its title, coming to the front, and the end of its tab. */
export function standAlone(app: AppStore, tab: InspectedTab): void {
  answerAsPanelWindow(tab.tabId);
  tab.listenClosed(() => {
    app.tab.value = { place: tab.place, isClosed: true };
  });
  followTabTitle(tab.tabId, (title) => {
    // The name of a tab that was closed stays.
    if (title !== '') document.title = `${title}, Telemetry V3`;
  });
}
