import { ToolButton } from '#components/kit/Button.tsx';
import { useApp, useStore, useStores } from '#components/panel/app/stores.ts';
import { readOnlyReason } from '#components/panel/app/tab-state.ts';
import { i18n } from '#i18n';
import { clearLiveList, formatNotLive, openedCapturesStore, setRecording } from './capture-list';
import { PreserveLogCheckbox } from './PreserveLog';
import { recordingFailureStore } from './RecordingFailureBar';

/** Buttons that record, clear and preserve the log. They are the first tools, as in DevTools' own panels. */
export function CaptureTools() {
  const stores = useStores();
  const { recording: isRecording, tab } = useApp();
  const readOnly = readOnlyReason(tab.value);
  const recording = isRecording.value && readOnly === null;
  const capture = useStore(openedCapturesStore).inView.value;
  const unavailable = readOnly ?? (capture && formatNotLive(capture));
  // A collector records all the time.
  const showsCollector = tab.value.hostType === 'collector';
  const failure = useStore(recordingFailureStore).value;
  if (tab.value.hostType === 'files') return null;
  return (
    <>
      {!showsCollector && (
        <ToolButton
          icon="record"
          name={i18n.t('toolbar.record')}
          title={i18n.t(recording ? 'toolbar.recording' : 'toolbar.notRecording')}
          pressed={recording && failure === null}
          className={recording && failure === null ? 'record' : 'record off'}
          unavailable={failure === null ? unavailable : i18n.t('capture.codeNotLoaded')}
          onClick={() => setRecording(stores, !recording)}
        />
      )}
      <ToolButton
        icon="clear"
        name={i18n.t('toolbar.clear')}
        title={i18n.t('toolbar.clearHint')}
        unavailable={showsCollector ? capture && formatNotLive(capture) : unavailable}
        onClick={() => clearLiveList(stores)}
      />
      {!showsCollector && (
        <>
          <span class="rule wide" />
          <PreserveLogCheckbox className="check" />
        </>
      )}
      <span class="rule" />
    </>
  );
}
