import type { NavigationMark } from '#core/journey/record';

/** How long after the page DevTools may report the same route. */
const MAX_REPORT_DELAY_MS = 5_000;

/** A page may forge routes; no user visits this many within {@link MAX_REPORT_DELAY_MS}. */
const MAX_AWAITED = 100;

interface RouteMarksDeps {
  readonly now: () => number;
  /** Returns the last row, which the next mark follows. */
  readonly lastRow: () => number;
  readonly onMark: (mark: NavigationMark) => void;
}

/** Adds a mark to the list where the top frame went to another page, or to another route of its page. */
export interface RouteMarks {
  /** Notes that the document of the top frame has connected, with its current URL. */
  opened(url: string): void;
  /** Notes the page's URL at an observation. `isAwaited`: DevTools will report the URL too. */
  observed(url: string, at: number, isAwaited: boolean): void;
  /** Notes a URL that DevTools reported. Without `isNewDocument` it is that of a page load. */
  navigated(url: string, at: number, isNewDocument?: Promise<boolean>): Promise<void>;
  /** Sets the URL of the list's last page; `null` for an empty list, whose first page needs no mark. */
  restore(url: string | null): void;
}

/**
 * Marks each route once, before the first event on it.
 * Both the page and DevTools report a route, in either order. A report of DevTools waits until it is known whether it
 * is a page load. An event on the route ends the wait: the mark is added then.
 */
export function createRouteMarks({ now, lastRow, onMark }: RouteMarksDeps): RouteMarks {
  let currentUrl: string | null = null;
  let openedUrl: string | null = null;
  /** Routes that the page has reported and DevTools has not, oldest first. */
  let awaited: { readonly url: string; readonly shownAt: number }[] = [];
  /** Navigations that DevTools reported and that have no mark yet, oldest first. */
  let reported: NavigationMark[] = [];
  let markedRow = 0;
  const mark = (navigation: NavigationMark): void => {
    currentUrl = navigation.url;
    markedRow = Math.max(markedRow, navigation.afterRow);
    onMark({ ...navigation, afterRow: markedRow });
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
      for (const one of reported.slice(0, passedCount)) mark({ ...one, afterRow: lastRow() });
      reported = reported.slice(passedCount);
      if (passedCount > 0) return;
      mark({ at, url, afterRow: lastRow(), isSameDocument: true });
      if (isAwaited) awaited = [...awaited, { url, shownAt: now() }].slice(-MAX_AWAITED);
    },
    async navigated(url, at, isNewDocument) {
      const navigation = { at, url, afterRow: lastRow() };
      if (!isNewDocument) return mark(navigation);
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
      if (!isRoute || !isAwaited) mark({ ...navigation, isSameDocument: isRoute });
    },
    restore(url) {
      currentUrl = url;
    },
  };
}
