import { type Signal, signal } from '@preact/signals';
import type { Capture } from '#panel/capture/capture';
import { defineStore } from './stores';

/** The methods of the inspected tab's capture that the panel's features call. */
export type TabCapture = Pick<Capture, 'fire' | 'sendBatch' | 'onPostStart' | 'onPostEnd'> & {
  readonly documents: Pick<Capture['documents'], 'forget'>;
};

/** The capture of the inspected tab; null until its code is loaded. */
export const captureStore = defineStore((): Signal<TabCapture | null> => signal(null));
