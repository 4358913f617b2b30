import { formatPageLabel } from '#components/i18n/journey-labels.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { recordScenario } from '#core/scenarios/record-scenario';
import { formatRecordedName, scenarioStore } from './scenario-store';

/** Makes a scenario of captured events, named after their page, and opens it. */
export function makeScenario(stores: Stores, rows: readonly TelemetryRecord[]): void {
  stores.get(scenarioStore).add(
    recordScenario(
      formatRecordedName(rows, ({ frame }) => formatPageLabel(frame)),
      rows,
    ),
  );
}
