import { headlineText } from '#components/i18n/headline-text.ts';
import { useStore } from '#components/panel/app/stores.ts';
import { kindLabel } from '#core/journey/record';
import { i18n } from '#i18n';
import { scenarioRecorderStore } from './scenario-recorder';

/** More lines than a user looks back over while using the page. */
const MAX_LINES = 50;

/** What the recording under way has so far, the latest first. */
export function LiveRecording() {
  const recorded = useStore(scenarioRecorderStore).recorded.value;
  const latest = recorded.slice(-MAX_LINES).reverse();
  return (
    <section class="live-recording" aria-label={i18n.t('scenarios.recordingNow')}>
      <h2>{i18n.t('scenarios.recordingNow')}</h2>
      {latest.length === 0 && <p class="muted">{i18n.t('scenarios.recordingEmpty')}</p>}
      <ol reversed start={recorded.length}>
        {latest.map((record) => (
          <li key={record.row} class="clip">
            <span class="mono">{kindLabel(record)}</span> <span class="muted">{headlineText(record)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
