import { useLazyPart } from '#components/kit/lazy.tsx';
import { Menu } from '#components/kit/Menu.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { i18n } from '#i18n';
import { useEventList } from '../event-list';
import { listHiding } from '../list-undo';
import { rowActions } from '../row-actions';
import { rowMenuStore } from '../row-menu';

interface RowContextMenuProps {
  readonly position: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/** Menu of the selected events. */
export function RowContextMenu({ position, onClose }: RowContextMenuProps) {
  const { commands } = useApp();
  const rowMenu = useStore(rowMenuStore);
  const { filter, get, selection, fullRecords } = useEventList();
  if (useLazyPart(rowMenu.laterParts, true) === null) return null;
  const groups = rowActions(selection.selected.peek(), {
    filter,
    commands,
    rowMenu,
    hiding: get(listHiding),
    fullRecords,
  });
  return <Menu name={i18n.t('rowMenu.name')} groups={groups} position={position} onClose={onClose} />;
}
