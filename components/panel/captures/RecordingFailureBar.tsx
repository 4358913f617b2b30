import { type Signal, signal } from '@preact/signals';
import { defineStore, useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';

/** Reports that nothing is recorded, with a remedy, until recording works. */
export function RecordingFailureBar() {
  const failure = useStore(recordingFailureStore).value;
  if (failure === null) return null;
  return (
    <p class="bar plain error" role="alert">
      {i18n.t('capture.codeNotLoaded')}
    </p>
  );
}

/** Why nothing is recorded although the user has not stopped it; `null` while recording works. */
type RecordingFailure = 'code-not-loaded' | null;

export const recordingFailureStore = defineStore((): Signal<RecordingFailure> => signal(null));
