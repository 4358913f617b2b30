import { useApp, useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { sessionsStore } from './capture-list';
import { recordingFailureStore } from './RecordingFailureBar';

const notLiveLabels = {
  file: { alone: 'status.fromFile', whileRecording: 'status.fromFileWhileRecording' },
  kept: { alone: 'status.saved', whileRecording: 'status.savedWhileRecording' },
} as const;

/** Which capture is shown, where it is not the one that is recorded. */
export function RecordingStatus() {
  const { recording } = useApp();
  const failure = useStore(recordingFailureStore).value;
  const isRecording = recording.value && failure === null;
  const session = useStore(sessionsStore).inView.value;
  if (session !== null) {
    const label = notLiveLabels[session.from];
    return <span class="wide">{i18n.t(isRecording ? label.whileRecording : label.alone)}</span>;
  }
  return isRecording ? null : <span>{i18n.t('status.notRecording')}</span>;
}
