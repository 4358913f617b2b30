import { useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { recordingFailureStore } from './recording-failure';

/** Says that nothing is recorded, and what to do, for as long as that is so. */
export function RecordingFailureBar() {
  const failure = useStore(recordingFailureStore).value;
  if (failure === null) return null;
  return (
    <p class="bar plain bad" role="alert">
      {i18n.t('capture.codeNotLoaded')}
    </p>
  );
}
