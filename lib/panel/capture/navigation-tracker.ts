import type { Navigation } from '#core/journey/record';

/** How long after the page DevTools may report the same route. */
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
  /** Notes that the document of the top frame has connected, with its current URL. */
  opened(url: string): void;
  /** Notes the page's URL at an observation. `isAwaited`: DevTools will report the URL too. */
  observed(url: string, at: number, isAwaited: boolean): void;
  /** Notes a URL that DevTools reported. Without `isNewDocument` it is that of a page load. */
  navigated(url: string, at: number, isNewDocument?: Promise<boolean>): Promise<void>;
  /** Sets the URL of the list's last page; `null` for an empty list, whose first page is no navigation. */
  restore(url: string | null): void;
}

/**
 * Reports each route once, before the first event on it.
 * Both the page and DevTools report a route, in either order. A report of DevTools waits until it is known whether it
 * is a page load. An event on the route ends the wait: the navigation is reported then.
 */
export function createNavigationTracker({ now, lastRow, onNavigation }: NavigationTrackerDeps): NavigationTracker {
  let currentUrl: string | null = null;
  let openedUrl: string | null = null;
  /** Routes that the page has reported and DevTools has not, oldest first. */
  let awaited: { readonly url: string; readonly shownAt: number }[] = [];
  /** Navigations that DevTools reported and that are not in the list yet, oldest first. */
  let reported: Navigation[] = [];
  let lastAfterRow = 0;
  const add = (navigation: Navigation): void => {
    currentUrl = navigation.url;
    lastAfterRow = Math.max(lastAfterRow, navigation.afterRow);
    onNavigation({ ...navigation, afterRow: lastAfterRow });
  };
  return {
    opened(url) {
      openedUrl = url;
    },
    observed(url, at, isAwaited) {
      // A log from before the panel was opened may begin at an earlier route.
      const before = currentUrl ?? (isAwaited ? openedUrl : null);
      currentUrl = url;
      if (before === null || before === url) return;
      const passedCount = reported.findIndex((one) => one.url === url) + 1;
      for (const one of reported.slice(0, passedCount)) add({ ...one, afterRow: lastRow() });
      reported = reported.slice(passedCount);
      if (passedCount > 0) return;
      add({ at, url, afterRow: lastRow(), isSameDocument: true });
      if (isAwaited) awaited = [...awaited, { url, shownAt: now() }].slice(-MAX_AWAITED);
    },
    async navigated(url, at, isNewDocument) {
      const navigation = { at, url, afterRow: lastRow() };
      if (!isNewDocument) return add(navigation);
      awaited = awaited.filter(({ shownAt }) => now() - shownAt < MAX_REPORT_DELAY_MS);
      const isAwaited = awaited.length > 0;
      const passedCount = awaited.findIndex((route) => route.url === url) + 1;
      awaited = awaited.slice(passedCount);
      if (passedCount > 0) return;
      reported.push(navigation);
      const isRoute = !(await isNewDocument);
      if (!reported.includes(navigation)) return;
      reported = reported.filter((one) => one !== navigation);
      // A route that DevTools reported before an awaited route has no events.
      if (!isRoute || !isAwaited) add({ ...navigation, isSameDocument: isRoute });
    },
    restore(url) {
      currentUrl = url;
    },
  };
}
