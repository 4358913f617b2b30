import type { PanelPart } from '#components/panel/shell/panel-part.ts';
import type { ScenarioBench } from './scenario-store';

export interface ScenarioPart extends PanelPart {
  readonly bench: ScenarioBench;
}
