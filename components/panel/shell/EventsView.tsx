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

/**
 * Loaded lazily: no view needs it before an event is open.
 * The details appear at once, shortly after the row is marked as open.
 */
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
 * Loaded lazily because an empty list has no timeline.
 * Its space is reserved from the first event on, so that the list does not move when it is rendered.
 */
const Timeline = lazy(
  async () => (await import('#components/panel/timeline/Timeline.tsx')).Timeline,
  () => <div class="timeline" />,
);

/** Not visible, so it may load shortly after the first rows. */
const Announcer = lazy(async () => (await import('./Announcer')).Announcer);

const FireSamplesButton = lazy(
  async () => (await import('#components/panel/compose/firing/FireSamplesButton.tsx')).FireSamplesButton,
);

const EarlierCaptures = lazy(
  async () => (await import('#components/panel/captures/EarlierCaptures.tsx')).EarlierCaptures,
);

/** The recorded events: filter, list, and the details of the open one. */
export function EventsView() {
  const { now, tab, watching } = useApp();
  const [since] = useState(now);
  const saved = useStore(savedFiltersStore);
  const showsTimeline = useStore(timelineSetting);
  const stores = useStores();
  const comparison = useStore(compareStore);
  const details = useStore(detailsSetting);
  const list = useEventList();
  const chipCounts = list.get(chipCountsSection);
  const { ruleSetIds } = useStore(judgesStore);
  const { filter, get, onScreen, records, selection, visible } = list;
  const empty = useComputed(() =>
    emptyListReason({
      recorded: records.counts.value.total,
      shown: visible.shown.value,
      isClosed: tab.value.isClosed,
      showsCollector: tab.value.hostType === 'collector',
      showsFiles: tab.value.hostType === 'files',
      watching: watching.value,
      frames: get(listFrames).list.value,
    }),
  );
  const open = selection.record.value;
  const loaded = useLazyPart(detailCode, open !== null);
  if (loaded) stores.get(loaded.detailFeatures);
  const compared = comparison.recordsIn(list);
  const comparing = useLazyPart(compareCode, compared !== null);
  return (
    <main class="events" style={{ '--share': `${details.value.right}%` }}>
      <FilterBar
        filter={filter}
        saved={saved}
        counts={records.counts.value}
        shown={{ states: chipCounts.states.value, kinds: chipCounts.kinds.value }}
        records={records.all}
        ruleSets={ruleSetIds.value}
        sessions={list.userSessions.value}
        onPrepare={visible.prepareSearch}
      />
      {showsTimeline.value && records.counts.value.total > 0 && (
        <Timeline records={records} filter={filter} onScreen={onScreen} />
      )}
      <ListAndDetails
        list={
          <div class="list-area">
            {(empty.value === null || empty.value === 'no-match') && <RecordGrid />}
            {empty.value && (
              <EmptyList reason={empty.value} firstAction={<FireSamplesButton />} saved={<EarlierCaptures />} />
            )}
          </div>
        }
        detail={
          compared
            ? comparing && (
                <comparing.Compare one={compared[0]} other={compared[1]} samples={comparing.storedSamples(stores)} />
              )
            : open &&
              loaded && (
                <loaded.Detail
                  record={open}
                  actions={
                    <>
                      <loaded.EditAndResend record={open} />
                      <loaded.ComparePrevious record={open} />
                    </>
                  }
                />
              )
        }
      />
      <Announcer records={records} since={since} />
    </main>
  );
}
