import type { Navigation } from '#core/journey/record';

/** Time after the page's report within which DevTools may report the same route. */
const MAX_REPORT_DELAY_MS = 5_000;

/** A page may forge routes; no user visits this many within {@link MAX_REPORT_DELAY_MS}. */
const MAX_AWAITED = 100;

interface NavigationTrackerDeps {
  readonly now: () => number;
  /** Returns the last row, which the next navigation follows. */
  readonly lastRow: () => number;
  readonly onNavigation: (navigation: Navigation) => void;
}

/** Reports each navigation of the top frame to another page, or to another route of its page. */
export interface NavigationTracker {
  /** Call when the document of the top frame has connected, with its current URL. */
  handleDocument(url: string): void;
  /** Call with the page's URL at an observation. `isAwaited`: DevTools will report the URL too. */
  handlePageUrl(url: string, at: number, isAwaited: boolean): void;
  /** Call with a URL that DevTools reported. Without `isNewDocument`, the URL is that of a page load. */
  handleNavigation(url: string, at: number, isNewDocument?: Promise<boolean>): Promise<void>;
  /** Sets the URL of the list's last page; `null` for an empty list, whose first page is no navigation. */
  restore(url: string | null): void;
}

/**
 * Reports each route once, before the first event on it.
 * Both the page and DevTools report a route, in either order. A report of DevTools waits for `isNewDocument`.
 * An event on the route ends the wait: the navigation is reported then.
 */
export function createNavigationTracker({ now, lastRow, onNavigation }: NavigationTrackerDeps): NavigationTracker {
  let currentUrl: string | null = null;
  let openedUrl: string | null = null;
  /** Routes that the page has reported and DevTools has not, oldest first. */
  let awaitedRoutes: { readonly url: string; readonly shownAt: number }[] = [];
  /** Navigations that DevTools reported and that are not in the list yet, oldest first. */
  let pendingNavigations: Navigation[] = [];
  let lastAfterRow = 0;
  const add = (navigation: Navigation): void => {
    currentUrl = navigation.url;
    lastAfterRow = Math.max(lastAfterRow, navigation.afterRow);
    onNavigation({ ...navigation, afterRow: lastAfterRow });
  };
  return {
    handleDocument(url) {
      openedUrl = url;
    },
    handlePageUrl(url, at, isAwaited) {
      // A log from before the panel was opened may begin at an earlier route.
      const previousUrl = currentUrl ?? (isAwaited ? openedUrl : null);
      currentUrl = url;
      if (previousUrl === null || previousUrl === url) return;
      const passedCount = pendingNavigations.findIndex((one) => one.url === url) + 1;
      for (const one of pendingNavigations.slice(0, passedCount)) add({ ...one, afterRow: lastRow() });
      pendingNavigations = pendingNavigations.slice(passedCount);
      if (passedCount > 0) return;
      add({ at, url, afterRow: lastRow(), isSameDocument: true });
      if (isAwaited) awaitedRoutes = [...awaitedRoutes, { url, shownAt: now() }].slice(-MAX_AWAITED);
    },
    async handleNavigation(url, at, isNewDocument) {
      const navigation = { at, url, afterRow: lastRow() };
      if (!isNewDocument) return add(navigation);
      awaitedRoutes = awaitedRoutes.filter(({ shownAt }) => now() - shownAt < MAX_REPORT_DELAY_MS);
      const isAwaited = awaitedRoutes.length > 0;
      const passedCount = awaitedRoutes.findIndex((route) => route.url === url) + 1;
      awaitedRoutes = awaitedRoutes.slice(passedCount);
      if (passedCount > 0) return;
      pendingNavigations.push(navigation);
      const isRoute = !(await isNewDocument);
      if (!pendingNavigations.includes(navigation)) return;
      pendingNavigations = pendingNavigations.filter((one) => one !== navigation);
      // A route that DevTools reported before an awaited route has no events.
      if (!isRoute || !isAwaited) add({ ...navigation, isSameDocument: isRoute });
    },
    restore(url) {
      currentUrl = url;
    },
  };
}
