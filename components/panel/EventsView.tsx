import { useComputed } from '@preact/signals';
import type { TelemetryRecord } from '../../lib/journey/record';
import type { Json } from '../../lib/json';
import { emptyList } from '../../lib/panel/empty-list';
import { Detail } from './detail/Detail';
import { FilterBar } from './FilterBar';
import { KindChips } from './KindChips';
import { EmptyList } from './list/EmptyList';
import { RecordGrid } from './list/RecordGrid';
import type { PanelPart } from './Panel';
import { Timeline } from './timeline/Timeline';

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
      <FilterBar
        filter={model.filter}
        saved={model.saved}
        counts={model.records.counts.value}
        events={() => newestEvents(model.records.all())}
        onPrepare={model.prepareFilter}
      />
      <KindChips filter={model.filter} counts={model.records.counts.value} />
      <Timeline records={model.records} filter={model.filter} />
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

/** Enough to know the fields of a page's events, few enough to look through with every key. */
const LOOKED_INTO = 50;

function newestEvents(records: readonly TelemetryRecord[]): readonly Json[] {
  return records.slice(-LOOKED_INTO).flatMap(({ event }) => (event ? [event.json] : []));
}
