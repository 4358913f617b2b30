import { pageLabel } from '#components/i18n/words.ts';
import type { PanelModel } from '#components/panel/shell/panel-model.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { recordScenario } from '#core/scenarios/record-scenario';
import { benchOf } from './bench-of';
import { recordedName } from './scenario-bench';

/** Makes a scenario of captured events, named after their page, and opens it. */
export function makeScenario(model: PanelModel, rows: readonly TelemetryRecord[]): void {
  benchOf(model).add(
    recordScenario(
      recordedName(rows, ({ frame }) => pageLabel(frame)),
      rows,
    ),
  );
}
