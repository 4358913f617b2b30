import { Button } from '#components/kit/Button.tsx';
import { FieldBox } from '#components/kit/forms/FieldBox.tsx';
import { useLazyPart } from '#components/kit/lazy.tsx';
import type { DetailTabEntry } from '#components/panel/app/detail-tabs.ts';
import { useStore, useStores } from '#components/panel/app/stores.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { listHiding } from '#components/panel/event-list/hiding.ts';
import { rowActions } from '#components/panel/event-list/row-actions.ts';
import { rowMenuStore } from '#components/panel/event-list/row-menu.ts';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { detailsViewStore } from '../details-view';
import { JsonTree } from './JsonTree';
import { treeMenu, treeTools } from './tree-menu';
import { useEventTree } from './use-event-tree';
import { useTree } from './use-tree';
import { useTreeSearch } from './use-tree-search';

/** What was captured, as a tree: the call's arguments by name, and the event as the SDK emitted it. */
function EventTab({ record }: { readonly record: JudgedRecord }) {
  const stores = useStores();
  const { commands } = stores.app;
  const rowMenu = useStore(rowMenuStore);
  useLazyPart(rowMenu.complete, true);
  const { filter, get, selection, whole } = useEventList();
  const view = useStore(detailsViewStore);
  const content = useEventTree(record);
  const tree = useTree(content, selection.place.value);
  const search = useTreeSearch(content.root, view.search, tree.reveal);
  return (
    <>
      <div class="find-line">
        <FieldBox
          name={i18n.t('detail.search')}
          extra="grow"
          value={search.text}
          onInput={search.setText}
          onKeyDown={search.onKeyDown}
        />
        {search.label && (
          <span class="muted num" role="status">
            {search.label}
          </span>
        )}
        {content.remarks.size > 0 && (
          <Button appearance="text" onClick={tree.openRemarks}>
            {i18n.t('detail.expand')}
          </Button>
        )}
      </div>
      <JsonTree
        tree={tree}
        record={record}
        found={search.text}
        toolsOf={(line) => treeTools(line, { filter, onCopy: commands.copy })}
        menuOf={(line) => [
          ...treeMenu(line, { filter, onCopy: commands.copy, stores }),
          ...rowActions([record], {
            filter,
            commands,
            rowMenu,
            hiding: get(listHiding),
            whole,
          }),
        ]}
      />
    </>
  );
}

/** EventTab as a tab of the details. */
export const eventTab: DetailTabEntry = {
  id: 'event',
  label: () => i18n.t('detail.event'),
  View: EventTab,
  staysScrolled: true,
};
