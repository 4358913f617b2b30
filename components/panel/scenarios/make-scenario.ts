import { formatPageLabel } from '#components/i18n/journey-labels.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { recordCalls, recordScenario } from '#core/scenarios/record-scenario';
import type { JudgedRecord } from '#core/stream/judged-record';
import { formatRecordedName, scenarioStore } from './scenario-store';

/** Creates a scenario from captured events, named after their page, and opens it. */
export function makeScenario(stores: Stores, rows: readonly JudgedRecord[]): void {
  const pageOf = ({ frame }: JudgedRecord) => formatPageLabel(frame);
  const scenario = recordScenario(formatRecordedName(rows, pageOf), rows);
  stores.get(scenarioStore).add({ ...scenario, recording: [...recordCalls(rows, pageOf)] });
}
