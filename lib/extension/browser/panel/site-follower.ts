import type { Watching } from '#core/util/site';
import type { InspectedTab } from '#extension/panel/inspected-tab';
import type { SiteFollower } from '#extension/panel/panel-host';
import { listenWatching, readWatching, stopWatchingSite, watchSite } from '../watching';

/** Reports whether the tab's site is watched, whenever the site or that changes. */
export function syncSite(tab: InspectedTab, onWatching: (watching: Watching) => void): SiteFollower {
  // Cached: `permissions.request` must be called directly in the click.
  let url = '';
  const report = async (): Promise<void> => onWatching(await readWatching(url));
  tab.listenAddress((next) => {
    url = next;
    void report();
  });
  listenWatching(() => void report());
  return {
    async read() {
      url = await tab.askUrl();
      await report();
    },
    watch: () => watchSite(url),
    stopWatching: () => stopWatchingSite(url),
  };
}
