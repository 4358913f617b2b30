import type { Watching } from '#core/util/site';
import { listenWatching, readWatching, stopWatchingSite, watchSite } from '../watching';
import type { InspectedTab } from './inspected-tab';

/** The site that the inspected tab shows, and whether it is watched. */
export interface SiteFollower {
  /** Asks the tab for its URL, and reports whether its site is watched. */
  read(): Promise<void>;
  /** Returns whether the user granted access. Call it within a click. */
  watch(): Promise<boolean>;
  stopWatching(): Promise<void>;
}

/** Reports whether the tab's site is watched, whenever the site or that changes. */
export function followSite(tab: InspectedTab, onWatching: (watching: Watching) => void): SiteFollower {
  // Kept, and not asked for in the click: the browser's question for access wants to be asked at once.
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
