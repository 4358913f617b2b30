import { formatNumber } from '#components/i18n/count-text.ts';
import { formatPageLabel } from '#components/i18n/journey-labels.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { withFullRecords } from '#components/panel/event-list/full-records.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { recordCalls, recordScenario } from '#core/scenarios/record-scenario';
import { MAX_STEPS } from '#core/scenarios/scenario';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { formatRecordedName, scenarioStore } from './scenario-store';

/**
 * Creates a scenario from events of a list, by default the live list, and opens the scenario.
 * Long values are read first, so that a replay calls the SDK with the page's arguments.
 */
export function createScenarioFromRecords(
  stores: Stores,
  records: readonly JudgedRecord[],
  { fullRecords }: Pick<EventList, 'fullRecords'> = stores.get(liveListStore),
): void {
  const pageOf = ({ frame }: JudgedRecord) => formatPageLabel(frame);
  const name = formatRecordedName(records, pageOf);
  const recordsWithKind = records.filter(({ kind }) => kind !== null);
  const limitedRecords = recordsWithKind.slice(0, MAX_STEPS);
  withFullRecords(fullRecords, limitedRecords, (recordsWithValues) => {
    const { scenario, isComplete } = recordScenario(name, recordsWithValues);
    stores.get(scenarioStore).add({ ...scenario, recording: [...recordCalls(recordsWithValues, pageOf)] });
    if (!isComplete || limitedRecords.length < recordsWithKind.length) {
      const text = () => i18n.t('scenarios.tooLong', { n: formatNumber(MAX_STEPS) });
      stores.app.toasts.show({ tone: 'info', text });
    }
  });
}
