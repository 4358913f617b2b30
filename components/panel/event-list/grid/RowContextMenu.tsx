import type { ReadonlySignal } from '@preact/signals';
import { Menu } from '#components/kit/Menu.tsx';
import type { PanelPart } from '#components/panel/shell/panel-part.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { i18n } from '#i18n';
import { rowDeeds } from '../row-actions';

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
