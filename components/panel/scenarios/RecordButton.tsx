import { formatCount } from '#components/i18n/count-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { readOnlyReason } from '#components/panel/app/tab-state.ts';
import { i18n } from '#i18n';
import { scenarioRecorderStore } from './scenario-recorder';

/** Starts and ends a recording, with the number of events in it. */
export function RecordButton({ big = false }: { readonly big?: boolean }) {
  const recorder = useStore(scenarioRecorderStore);
  const unavailable = readOnlyReason(useApp().tab.value);
  const count = recorder.count.value;
  if (count === null) {
    return (
      <Button
        big={big}
        icon="record"
        appearance="primary"
        title={i18n.t('scenarios.recordHint')}
        unavailable={unavailable}
        onClick={recorder.start}
      >
        {i18n.t('scenarios.record')}
      </Button>
    );
  }
  return (
    <Button big={big} icon="stop" appearance="primary" onClick={recorder.stop}>
      {i18n.t('scenarios.stopRecording', { events: formatCount(count, 'event') })}
    </Button>
  );
}
