import { signal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';

export type JsonLayout = 'formatted' | 'raw';

/** How the details show an event: stays from row to row, over page loads too. */
export const detailsViewStore = defineStore(() => ({
  jsonLayout: signal<JsonLayout>('formatted'),
  /** Keys of the paths that are folded in the JSON view. */
  foldedJson: signal<ReadonlySet<string>>(new Set()),
}));
