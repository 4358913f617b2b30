import { useApp, useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { openedCapturesStore } from './capture-list';
import { recordingFailureStore } from './RecordingFailureBar';

const notLiveLabels = {
  file: { alone: 'status.fromFile', whileRecording: 'status.fromFileWhileRecording' },
  saved: { alone: 'status.saved', whileRecording: 'status.savedWhileRecording' },
} as const;

/** Reports that the list is not live, or that nothing is recorded. */
export function RecordingStatus() {
  const { recording, tab } = useApp();
  const failure = useStore(recordingFailureStore).value;
  const isRecording = recording.value && failure === null && tab.value.hostType !== 'files';
  const capture = useStore(openedCapturesStore).inView.value;
  if (capture !== null) {
    const label = notLiveLabels[capture.origin];
    return <span class="wide">{i18n.t(isRecording ? label.whileRecording : label.alone)}</span>;
  }
  return isRecording ? null : <span>{i18n.t('status.notRecording')}</span>;
}
