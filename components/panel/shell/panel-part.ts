import type { Commands } from '#components/panel/app/panel-commands.ts';
import type { PanelModel } from './panel-model';

/** What every part of the panel is given. */
export interface PanelPart {
  readonly model: PanelModel;
  readonly commands: Commands;
}
