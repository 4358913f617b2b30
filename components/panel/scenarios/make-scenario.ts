import { pageLabel } from '#components/i18n/journey-labels.ts';
import type { PanelModel } from '#components/panel/shell/panel-model.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { recordScenario } from '#core/scenarios/record-scenario';
import { recordedName } from './scenario-store';
import { benchOf } from './scenario-store-of';

/** Makes a scenario of captured events, named after their page, and opens it. */
export function makeScenario(model: PanelModel, rows: readonly TelemetryRecord[]): void {
  benchOf(model).add(
    recordScenario(
      recordedName(rows, ({ frame }) => pageLabel(frame)),
      rows,
    ),
  );
}
