import type { ReadonlySignal } from '@preact/signals';
import { i18n } from '#i18n';
import type { TelemetryRecord } from '../../../lib/journey/record';
import { rowDeeds } from '../../../lib/panel/list/row-deeds';
import { Menu } from '../../ui/Menu';
import type { PanelPart } from '../Panel';

interface RowContextMenuProps extends PanelPart {
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
  readonly records: ReadonlySignal<readonly TelemetryRecord[]>;
}

/** What one can do with the selected events: the list's own deeds, then what other parts of the panel add. */
export function RowContextMenu({ at, onClose, records, model, commands }: RowContextMenuProps) {
  const chosen = records.peek();
  const own = rowDeeds(chosen, { filter: model.filter, commands });
  return (
    <Menu
      name={i18n.t('rowMenu.name')}
      groups={[...own, ...model.rowMenu.partsFor(chosen)]}
      at={at}
      onClose={onClose}
    />
  );
}
