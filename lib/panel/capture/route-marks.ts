import type { NavigationMark } from '#core/journey/record';

/** How long DevTools may take to report a route that the page has shown, in milliseconds. */
const MAX_REPORT_DELAY_MS = 5_000;

/** A page may forge routes; no user visits as many within {@link MAX_REPORT_DELAY_MS}. */
const MAX_AWAITED = 100;

interface RouteMarksDeps {
  readonly now: () => number;
  /** The last row so far: a mark follows it. */
  readonly lastRow: () => number;
  readonly onMark: (mark: NavigationMark) => void;
}

/** Marks in the list where the top frame went to another page, or to another route of its page. */
export interface RouteMarks {
  /** The document of the top frame responds, and has this URL now. */
  opened(url: string): void;
  /** The page had this URL when something was observed; `isAwaited`: DevTools will report the URL, too. */
  observed(url: string, at: number, isAwaited: boolean): void;
  /** DevTools reported a URL. Without `isNewDocument` it is that of a page load. */
  navigated(url: string, at: number, isNewDocument?: Promise<boolean>): Promise<void>;
  /** The list ends at this page now; `null`: it is empty, so that its first page needs no mark. */
  restore(url: string | null): void;
}

/**
 * Marks each route once, before the first event on it.
 * Both the page and DevTools report a route, and either may be first. What DevTools report waits until it is known
 * whether it is a page load; if an event on it comes meanwhile, its mark is made then.
 */
export function createRouteMarks({ now, lastRow, onMark }: RouteMarksDeps): RouteMarks {
  let currentUrl: string | null = null;
  let openedUrl: string | null = null;
  /** Routes that the page has shown and DevTools have not reported yet, oldest first. */
  let awaited: { readonly url: string; readonly shownAt: number }[] = [];
  /** Navigations that DevTools reported and that have no mark yet, oldest first. */
  let reported: NavigationMark[] = [];
  let markedRow = 0;
  const mark = (made: NavigationMark): void => {
    currentUrl = made.url;
    markedRow = Math.max(markedRow, made.afterRow);
    onMark({ ...made, afterRow: markedRow });
  };
  return {
    opened(url) {
      openedUrl = url;
    },
    observed(url, at, isAwaited) {
      // A log from before the panel was opened begins at an earlier route than the page has now.
      const before = currentUrl ?? (isAwaited ? openedUrl : null);
      currentUrl = url;
      if (before === null || before === url) return;
      const passed = reported.findIndex((one) => one.url === url) + 1;
      for (const one of reported.slice(0, passed)) mark({ ...one, afterRow: lastRow() });
      reported = reported.slice(passed);
      if (passed > 0) return;
      mark({ at, url, afterRow: lastRow(), isSameDocument: true });
      if (isAwaited) awaited = [...awaited, { url, shownAt: now() }].slice(-MAX_AWAITED);
    },
    async navigated(url, at, isNewDocument) {
      const made = { at, url, afterRow: lastRow() };
      if (!isNewDocument) return mark(made);
      awaited = awaited.filter(({ shownAt }) => now() - shownAt < MAX_REPORT_DELAY_MS);
      const isAwaited = awaited.length > 0;
      const passed = awaited.findIndex((route) => route.url === url) + 1;
      awaited = awaited.slice(passed);
      if (passed > 0) return;
      reported.push(made);
      const isRoute = !(await isNewDocument);
      if (!reported.includes(made)) return;
      reported = reported.filter((one) => one !== made);
      // A route that DevTools report before an awaited one came before that one: no event is on it.
      if (!isRoute || !isAwaited) mark({ ...made, isSameDocument: isRoute });
    },
    restore(url) {
      currentUrl = url;
    },
  };
}
