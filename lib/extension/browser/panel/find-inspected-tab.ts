import * as z from '#core/util/zod';
import type { InspectedTab } from '#panel/inspected-tab';
import { inspectTabById } from './tab-by-id';
import { inspectThroughDevtools } from './tab-in-devtools';

const TAB = 'tab';

/**
 * Returns the inspected tab of this page.
 * In a separate window this is the tab in the URL, otherwise that of DevTools.
 */
export function findInspectedTab(): InspectedTab {
  const tabParameter = new URLSearchParams(location.search).get(TAB);
  if (tabParameter === null) return inspectThroughDevtools();
  const tabId = z.coerce.number().check(z.int()).safeParse(tabParameter);
  return inspectTabById(tabId.success ? tabId.data : -1);
}

/** Returns the path of the panel for a separate window. */
export function panelPath(tabId: number): string {
  return `panel.html?${new URLSearchParams({ [TAB]: `${tabId}` })}`;
}
