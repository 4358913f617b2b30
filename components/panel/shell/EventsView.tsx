import { useComputed } from '@preact/signals';
import { useState } from 'preact/hooks';
import { createLazyPart, lazy, useLazyPart } from '#components/kit/lazy.tsx';
import { useApp, useStore, useStores } from '#components/panel/app/stores.ts';
import { compareStore } from '#components/panel/compare/compare-store.ts';
import { detailsSetting } from '#components/panel/details/details-settings.ts';
import { ListAndDetails } from '#components/panel/details/ListAndDetails.tsx';
import { chipCountsSection } from '#components/panel/event-list/chip-counts.ts';
import { emptyListReason } from '#components/panel/event-list/empty-list.ts';
import { useEventList } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { EmptyList } from '#components/panel/event-list/grid/EmptyList.tsx';
import { RecordGrid } from '#components/panel/event-list/grid/RecordGrid.tsx';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { FilterBar } from '#components/panel/filter/FilterBar.tsx';
import { savedFiltersStore } from '#components/panel/filter/saved-filters.ts';
import { timelineSetting } from '#components/panel/timeline/TimelineCheckbox.tsx';

/** Loaded lazily, because no view needs the details before an event is open. */
const detailCode = createLazyPart(async () => {
  const [{ Details: Detail }, { EditAndResend }, { ComparePrevious }, { detailFeatures }] = await Promise.all([
    import('#components/panel/details/Details.tsx'),
    import('#components/panel/compose/EditAndResend.tsx'),
    import('#components/panel/compare/ComparePrevious.tsx'),
    import('./detail-features'),
  ]);
  return { Detail, EditAndResend, ComparePrevious, detailFeatures };
});

const compareCode = createLazyPart(async () => {
  const [{ CompareView: Compare }, { storedSamples }] = await Promise.all([
    import('#components/panel/compare/CompareView.tsx'),
    import('#components/panel/compose/samples/stored-samples.ts'),
  ]);
  return { Compare, storedSamples };
});

/**
 * Loaded lazily, because an empty list has no timeline.
 * An empty box reserves the space, so that the list does not move when the timeline is rendered.
 */
const Timeline = lazy(
  async () => (await import('#components/panel/timeline/Timeline.tsx')).Timeline,
  () => <div class="timeline" />,
);

/** Loaded lazily, because the announcer is not visible. */
const Announcer = lazy(async () => (await import('./Announcer')).Announcer);

const FireSamplesButton = lazy(
  async () => (await import('#components/panel/compose/firing/FireSamplesButton.tsx')).FireSamplesButton,
);

const EarlierCaptures = lazy(
  async () => (await import('#components/panel/captures/EarlierCaptures.tsx')).EarlierCaptures,
);

/** The recorded events: filter, list, and the details of the open event or a comparison. */
export function EventsView() {
  const { now, tab, watching } = useApp();
  const [since] = useState(now);
  const saved = useStore(savedFiltersStore);
  const showsTimeline = useStore(timelineSetting);
  const stores = useStores();
  const comparison = useStore(compareStore);
  const layout = useStore(detailsSetting);
  const list = useEventList();
  const chipCounts = list.get(chipCountsSection);
  const { ruleSetIds } = useStore(judgesStore);
  const { filter, get, timeSpanOnScreen, records, selection, visible } = list;
  const empty = useComputed(() =>
    emptyListReason({
      recordCount: records.counts.value.total,
      visibleCount: visible.eventCount.value,
      isClosed: tab.value.isClosed,
      showsCollector: tab.value.hostType === 'collector',
      showsFiles: tab.value.hostType === 'files',
      watching: watching.value,
      frames: get(listFrames).list.value,
    }),
  );
  const openRecord = selection.record.value;
  const details = useLazyPart(detailCode, openRecord !== null);
  if (details) stores.get(details.detailFeatures);
  const comparedRecords = comparison.recordsIn(list);
  const compare = useLazyPart(compareCode, comparedRecords !== null);
  const renderDetail = () => {
    if (comparedRecords) {
      const [one, other] = comparedRecords;
      return compare && <compare.Compare one={one} other={other} samples={compare.storedSamples(stores)} />;
    }
    if (!openRecord || !details) return null;
    const actions = (
      <>
        <details.EditAndResend record={openRecord} />
        <details.ComparePrevious record={openRecord} />
      </>
    );
    return <details.Detail record={openRecord} actions={actions} />;
  };
  return (
    <main class="events" style={{ '--share': `${layout.value.right}%` }}>
      <FilterBar
        filter={filter}
        saved={saved}
        counts={records.counts.value}
        filteredCounts={{ states: chipCounts.states.value, kinds: chipCounts.kinds.value }}
        records={records.all}
        ruleSets={ruleSetIds.value}
        sessions={list.userSessions.value}
        onPrepare={visible.prepareSearch}
      />
      {showsTimeline.value && records.counts.value.total > 0 && (
        <Timeline records={records} filter={filter} timeSpanOnScreen={timeSpanOnScreen} />
      )}
      <ListAndDetails
        list={
          <div class="list-area">
            {(empty.value === null || empty.value === 'no-match') && <RecordGrid />}
            {empty.value && (
              <EmptyList reason={empty.value} firstAction={<FireSamplesButton />} savedCaptures={<EarlierCaptures />} />
            )}
          </div>
        }
        detail={renderDetail()}
      />
      <Announcer records={records} since={since} />
    </main>
  );
}
