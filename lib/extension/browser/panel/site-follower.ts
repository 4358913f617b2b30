import type { UnwatchedFrames, Watching } from '#core/util/site';
import type { InspectedTab } from '#panel/inspected-tab';
import type { SiteFollower } from '#panel/panel-host';
import { listenWatching, readPageWatching, stopWatchingSite, watchSite } from '../watching';
import { listenFrameUrls } from './frame-urls';

/** Reports whether the tab's site and those of its frames are watched, whenever the sites or that changes. */
export function syncSite(
  tab: InspectedTab,
  onWatching: (watching: Watching) => void,
  onUnwatchedFrames: (frames: readonly UnwatchedFrames[]) => void,
): SiteFollower {
  // Cached: `permissions.request` must be called directly in the click.
  let url = '';
  let frameUrls: readonly string[] = [];
  const report = async (): Promise<void> => {
    const { watching, unwatchedFrames } = await readPageWatching(url, frameUrls);
    onWatching(watching);
    onUnwatchedFrames(unwatchedFrames);
  };
  tab.listenAddress((next) => {
    url = next;
    void report();
  });
  // Only DevTools can look into a page without access to its frames.
  if (tab.place === 'devtools') {
    listenFrameUrls((urls) => {
      if (urls.join('\n') === frameUrls.join('\n')) return;
      frameUrls = urls;
      void report();
    });
  }
  listenWatching(() => void report());
  return {
    async read() {
      url = await tab.askUrl();
      await report();
    },
    watch: (frameUrl = url) => watchSite(frameUrl),
    stopWatching: () => stopWatchingSite(url),
  };
}
