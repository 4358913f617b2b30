import type { PanelPart } from '#components/panel/shell/panel-part.ts';
import type { TelemetryRecord } from '#core/journey/record';

export interface DetailPart extends PanelPart {
  readonly record: TelemetryRecord;
}
