import { type Signal, signal } from '@preact/signals';
import { defineStore } from '#components/panel/app/stores.ts';

/** Why nothing is recorded although the user has not stopped it; `null` while recording works. */
export type RecordingFailure = 'code-not-loaded' | null;

export const recordingFailureStore = defineStore((): Signal<RecordingFailure> => signal(null));
