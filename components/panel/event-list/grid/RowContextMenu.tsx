import { Menu } from '#components/kit/Menu.tsx';
import { useApp, useStore, useStores } from '#components/panel/app/stores.ts';
import { showInTimeline } from '#components/panel/timeline/timeline-mark.ts';
import { i18n } from '#i18n';
import { useEventList } from '../event-list';
import { rowActions } from '../row-actions';
import { rowMenuStore } from '../row-menu';

interface RowContextMenuProps {
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/** What can be done with the selected events. */
export function RowContextMenu({ at, onClose }: RowContextMenuProps) {
  const stores = useStores();
  const { commands } = useApp();
  const rowMenu = useStore(rowMenuStore);
  const { filter, hiding, selection } = useEventList();
  const groups = rowActions(selection.selected.peek(), {
    filter,
    commands,
    rowMenu,
    hiding,
    showInTimeline: (record) => showInTimeline(stores, record),
  });
  return <Menu name={i18n.t('rowMenu.name')} groups={groups} at={at} onClose={onClose} />;
}
