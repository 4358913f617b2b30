import { computed, type ReadonlySignal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { siteOfRecord } from '#core/report/settle-findings';
import { producerOf } from '#panel/schemas/schema-set-limit';
import { findLastEnvelope } from './page-envelope';

/** The page that a draft is for: the page of the selected frame, else that of the last event. */
export interface DraftPage {
  /** The page's host with its port; empty if no page is known. */
  readonly site: ReadonlySignal<string>;
  /** The `context.pdata.id` of the page's last event; empty if no event was observed. */
  readonly producer: ReadonlySignal<string>;
}

export const draftPageStore = defineStore(({ get }): DraftPage => {
  const list = get(liveListStore);
  const { target } = list.get(listFrames);
  const { records } = list;
  return {
    site: computed(() => {
      void records.version.value;
      const frame = target.value ?? records.all().at(-1)?.frame ?? null;
      return frame === null ? '' : siteOfRecord({ frame });
    }),
    producer: computed(() => {
      void records.version.value;
      return producerOf(findLastEnvelope(records.all()) ?? undefined);
    }),
  };
});
