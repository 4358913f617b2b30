import type { AppStore } from '#components/panel/app/app-store.ts';
import type { PanelActions } from '#components/panel/app/panel-actions.ts';
import { fail, succeed } from '#core/util/result';
import type { InspectedTab } from '#extension/browser/panel/inspected-tab';
import { listenWatching, readWatching, stopWatchingSite, watchSite } from '#extension/browser/watching';
import { i18n } from '#i18n';

/** The site that the inspected tab shows, and whether it is watched. */
export interface SiteFollower extends Pick<PanelActions, 'onWatch' | 'onStopWatching'> {
  /** Asks the tab for its address, and shows how it stands with it. */
  show(): Promise<void>;
}

/** Shows in the model whether the tab's site is watched, now and whenever one of the two changes. */
export function followSite(app: () => AppStore, tab: InspectedTab): SiteFollower {
  // Kept, and not asked for in the click: the browser's question for access wants to be asked at once.
  let url = '';
  const showWatching = async (): Promise<void> => {
    app().watching.value = await readWatching(url);
  };
  tab.listenAddress((next) => {
    url = next;
    void showWatching();
  });
  listenWatching(() => void showWatching());
  return {
    async show() {
      url = await tab.askUrl();
      await showWatching();
    },
    async onWatch() {
      const granted = await watchSite(url);
      return granted
        ? succeed(null)
        : fail({ message: i18n.t('page.notWatched', { host: app().watching.value.host }) });
    },
    async onStopWatching() {
      await stopWatchingSite(url);
      return succeed(null);
    },
  };
}
