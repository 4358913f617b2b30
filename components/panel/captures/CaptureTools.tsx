import { ToolButton } from '#components/kit/Button.tsx';
import { useApp, useStore, useStores } from '#components/panel/app/stores.ts';
import { readOnlyReason } from '#components/panel/app/tab-state.ts';
import { i18n } from '#i18n';
import { clearLiveList, formatNotLive, openedCapturesStore, setRecording } from './capture-list';
import { PreserveLog } from './PreserveLog';
import { recordingFailureStore } from './RecordingFailureBar';

/** Buttons that record, clear and preserve the log. They are the first tools, as in DevTools' own panels. */
export function CaptureTools() {
  const stores = useStores();
  const { recording, tab } = useApp();
  const readOnly = readOnlyReason(tab.value);
  const isRecording = recording.value && readOnly === null;
  const capture = useStore(openedCapturesStore).inView.value;
  const unavailable = readOnly ?? (capture && formatNotLive(capture));
  // A collector records all the time.
  const isCollector = tab.value.hostType === 'collector';
  const failure = useStore(recordingFailureStore).value;
  if (tab.value.hostType === 'files') return null;
  return (
    <>
      {!isCollector && (
        <ToolButton
          icon="record"
          name={i18n.t('toolbar.record')}
          title={i18n.t(isRecording ? 'toolbar.recording' : 'toolbar.notRecording')}
          pressed={isRecording && failure === null}
          className={isRecording && failure === null ? 'record' : 'record off'}
          unavailable={failure === null ? unavailable : i18n.t('capture.codeNotLoaded')}
          onClick={() => setRecording(stores, !isRecording)}
        />
      )}
      <ToolButton
        icon="clear"
        name={i18n.t('toolbar.clear')}
        title={i18n.t('toolbar.clearHint')}
        unavailable={isCollector ? capture && formatNotLive(capture) : unavailable}
        onClick={() => clearLiveList(stores)}
      />
      {!isCollector && (
        <>
          <span class="rule wide" />
          <PreserveLog />
        </>
      )}
      <span class="rule" />
    </>
  );
}
