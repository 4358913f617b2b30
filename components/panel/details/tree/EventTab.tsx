import { useMemo } from 'preact/hooks';
import { Button } from '#components/kit/Button.tsx';
import { FieldBox } from '#components/kit/FieldBox.tsx';
import { i18n } from '#i18n';
import type { DetailPart } from '../details-part';
import { eventTree } from './event-tree';
import { JsonTree } from './JsonTree';
import { useTree } from './use-tree';
import { useTreeSearch } from './use-tree-search';

/** What was captured, as a tree: the call's arguments by name, and the event as the SDK raised it. */
export function EventTab({ record, model, commands }: DetailPart) {
  const { argumentNames } = model.rules;
  const content = useMemo(() => eventTree(record, argumentNames), [record, argumentNames]);
  const tree = useTree(content, model.selection.place.value);
  const search = useTreeSearch(content.root, tree.reveal);
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
        {search.said && (
          <span class="muted num" role="status">
            {search.said}
          </span>
        )}
        {content.remarks.size > 0 && (
          <Button look="text" onClick={tree.openRemarks}>
            {i18n.t('detail.expand')}
          </Button>
        )}
      </div>
      <JsonTree tree={tree} record={record} found={search.text} onCopy={commands.copy} />
    </>
  );
}
