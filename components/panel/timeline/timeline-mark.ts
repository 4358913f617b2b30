import { signal } from '@preact/signals';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import type { EpochMilliseconds } from '#core/journey/record';
import type { JudgedRecord } from '#core/stream/judged-record';
import { timelineSetting } from './TimelineCheckbox';

/** The time that the timeline marks; `null` while it marks none. */
export const timelineMarkStore = defineStore(() => signal<EpochMilliseconds | null>(null));

/** Marks the time of an event in the timeline, which is shown where it was not. */
export function showInTimeline(stores: Stores, { at }: Pick<JudgedRecord, 'at'>): void {
  stores.get(timelineSetting).set(true);
  stores.get(timelineMarkStore).value = at;
}
