import type { TelemetryRecord } from '../../../lib/journey/record';
import type { PanelModel } from '../../../lib/panel/panel-model';
import { pageLabel } from '../../../lib/panel/words';
import { recordScenario } from '../../../lib/scenarios/record-scenario';
import { recordedName } from '../../../lib/scenarios/scenario-bench';
import { benchOf } from './bench-of';

/** Makes a scenario of captured events, named after their page, and opens it. */
export function makeScenario(model: PanelModel, rows: readonly TelemetryRecord[]): void {
  benchOf(model).add(
    recordScenario(
      recordedName(rows, ({ frame }) => pageLabel(frame)),
      rows,
    ),
  );
}
