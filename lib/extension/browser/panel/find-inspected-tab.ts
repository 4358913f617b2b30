import * as z from '#core/util/zod';
import type { InspectedTab } from '#panel/inspected-tab';
import { inspectTabById } from './tab-by-id';
import { inspectThroughDevtools } from './tab-in-devtools';

const TAB = 'tab';

/**
 * Returns the inspected tab of this page.
 * The one in its URL, in a window of its own; else the one of its DevTools.
 */
export function inspectedTab(): InspectedTab {
  const named = new URLSearchParams(location.search).get(TAB);
  if (named === null) return inspectThroughDevtools();
  const tabId = z.coerce.number().check(z.int()).safeParse(named);
  return inspectTabById(tabId.success ? tabId.data : -1);
}

/** The path of the panel for a window of its own. */
export function panelPath(tabId: number): string {
  return `panel.html?${new URLSearchParams({ [TAB]: `${tabId}` })}`;
}
