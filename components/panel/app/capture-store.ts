import { type Signal, signal } from '@preact/signals';
import type { Capture } from '#panel/capture/capture';
import { defineStore } from './stores';

/** Actions of features on the capture of the inspected tab. */
export type TabCapture = Pick<Capture, 'fire' | 'sendBatch' | 'onPostStart' | 'onPostEnd'> & {
  readonly documents: Pick<Capture['documents'], 'forget'>;
};

/** The capture of the inspected tab; null until its code is loaded. */
export const captureStore = defineStore((): Signal<TabCapture | null> => signal(null));
