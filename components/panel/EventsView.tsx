import { useComputed } from '@preact/signals';
import { emptyList } from '../../lib/panel/empty-list';
import { Detail } from './detail/Detail';
import { FilterBar } from './FilterBar';
import { KindChips } from './KindChips';
import { EmptyList } from './list/EmptyList';
import { RecordGrid } from './list/RecordGrid';
import type { PanelPart } from './Panel';

/** The recorded events: filter, list, and the details of the open one. */
export function EventsView({ model, commands }: PanelPart) {
  const empty = useComputed(() =>
    emptyList({
      recorded: model.records.counts.value.total,
      shown: model.visible.shown.value,
      watching: model.watching.value,
      frames: model.frames.list.value,
    }),
  );
  const open = model.selection.record.value;
  return (
    <main class="events">
      <FilterBar filter={model.filter} counts={model.records.counts.value} onPrepare={model.prepareFilter} />
      <KindChips filter={model.filter} counts={model.records.counts.value} />
      <div class={open ? 'beside with-detail' : 'beside'}>
        {empty.value ? (
          <EmptyList why={empty.value} model={model} commands={commands} />
        ) : (
          <RecordGrid visible={model.visible} selection={model.selection} newest={model.newest} />
        )}
        {open && <Detail record={open} model={model} commands={commands} />}
      </div>
    </main>
  );
}
