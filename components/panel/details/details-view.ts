import { signal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';
import type { ScrollPlace } from './use-scroll-place';

export type JsonLayout = 'formatted' | 'raw';

/** How the details show an event: stays from row to row, over page loads too. */
export const detailsViewStore = defineStore(() => ({
  /** Text that is looked for in the tree. */
  search: signal(''),
  /** What the user opened or closed in the tree, by path key. */
  opened: signal<ReadonlyMap<string, boolean>>(new Map()),
  /** By the tab that was scrolled. */
  scroll: new Map<string, ScrollPlace>(),
  jsonLayout: signal<JsonLayout>('formatted'),
  /** Keys of the paths that are folded in the JSON view. */
  foldedJson: signal<ReadonlySet<string>>(new Set()),
}));
