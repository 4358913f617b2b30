import { useComputed } from '@preact/signals';
import { lazy, onDemand, useOnDemand } from '#components/kit/lazy.tsx';
import { ListAndDetail } from '#components/panel/details/ListAndDetails.tsx';
import { emptyList } from '#components/panel/event-list/empty-list.ts';
import { EmptyList } from '#components/panel/event-list/grid/EmptyList.tsx';
import { RecordGrid } from '#components/panel/event-list/grid/RecordGrid.tsx';
import { FilterBar } from '#components/panel/filter/FilterBar.tsx';
import { KindChips } from '#components/panel/filter/KindChips.tsx';
import type { TelemetryRecord } from '#core/journey/record';
import type { Json } from '#core/json/json';
import { Announcer } from './Announcer';
import type { PanelPart } from './panel-part';

/** Nobody needs it before an event is open. It comes whole, a moment after the row is marked as the open one. */
const detailCode = onDemand(() => import('#components/panel/details/Details.tsx'));

/** An empty list has none. Its room is there with the first event, so that the list does not move when it is drawn. */
const Timeline = lazy(
  async () => (await import('#components/panel/timeline/Timeline.tsx')).Timeline,
  () => <div class="timeline" />,
);

/** The recorded events: filter, list, and the details of the open one. */
export function EventsView({ model, commands }: PanelPart) {
  const empty = useComputed(() =>
    emptyList({
      recorded: model.records.counts.value.total,
      shown: model.visible.shown.value,
      isClosed: model.tab.value.isClosed,
      watching: model.watching.value,
      frames: model.frames.list.value,
    }),
  );
  const open = model.selection.record.value;
  const loaded = useOnDemand(detailCode, open !== null);
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
      {model.settings.value.timeline && model.records.counts.value.total > 0 && (
        <Timeline records={model.records} filter={model.filter} onScreen={model.onScreen} />
      )}
      <ListAndDetail
        settings={model.settings}
        list={
          <div class="list-place">
            {(empty.value === null || empty.value === 'no-match') && <RecordGrid model={model} commands={commands} />}
            {empty.value && <EmptyList why={empty.value} model={model} commands={commands} />}
          </div>
        }
        detail={open && loaded && <loaded.Detail record={open} model={model} commands={commands} />}
      />
      <Announcer records={model.records} />
    </main>
  );
}

/** Enough to know the fields of a page's events, few enough to look through with every key. */
const LOOKED_INTO = 50;

function newestEvents(records: readonly TelemetryRecord[]): readonly Json[] {
  return records.slice(-LOOKED_INTO).flatMap(({ event }) => (event ? [event.json] : []));
}
