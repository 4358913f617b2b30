import { batch, type ReadonlySignal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { tryImport } from '#components/kit/lazy-import.ts';
import { createParts, defineStore, type Stores } from '#components/panel/app/stores.ts';
import { createFilter } from '#components/panel/filter/filter.ts';
import type { LongValueLocation, TelemetryRecord } from '#core/journey/record';
import { type BudgetLimits, createMemoryBudget, type TruncateRecord } from '#core/journey/values/memory-budget';
import type { LoadRowFacts, RowFacts } from '#core/query/search/search-index';
import { observedOf } from '#core/stream/judged-record';
import { type Judge, noJudge } from '#core/stream/no-judge';
import type { Scheduler } from '#core/util/scheduler';
import type { FixedColumn } from './columns/columns';
import { listSizes } from './columns/event-sizes';
import { fixedColumns, listColumns } from './columns/fixed-columns';
import { type ListSettings, listSetting } from './columns/list-settings';
import { createFullRecords } from './full-records';
import { judgesStore } from './judging/judges';
import { listRejudging } from './judging/rejudging';
import { judgeStoredValues } from './judging/stored-judging';
import type { EventList, LineRange, ListSection } from './list-section';
import { listHiding } from './list-undo';
import type { TimeSpan } from './order/event-times';
import { createLines } from './order/list-lines';
import { createRecords, type Records } from './record-store';
import { createSelection } from './selection';
import { createVisible } from './visible-rows';

const notJudged: ReadonlySignal<Judge> = signal(noJudge);

/** Creates a list. All lists share the user's sorting and grouping, and the current policy. */
export function createEventList(
  scheduler: Scheduler,
  settings: ReadonlySignal<ListSettings>,
  judge: ReadonlySignal<Judge> = notJudged,
  columns: readonly FixedColumn[] = fixedColumns,
  loadFacts?: LoadRowFacts,
): EventList {
  const records = createRecords(judge.peek());
  const timeSpanOnScreen = signal<TimeSpan | null>(null);
  const linesOnScreen = signal<LineRange | null>(null);
  const filter = createFilter();
  const fullRecords = createFullRecords();
  const stopJudgingStored = judgeStoredValues({ records, judge, fullRecords, scheduler });
  const visible = createVisible(records, filter, scheduler, fullRecords, loadFacts);
  const lines = createLines({ visible, settings, sizeOf: (record) => list.get(listSizes).bytesOf(record), columns });
  const selection = createSelection(records, visible, fullRecords);
  const rowToFocus = signal<number | null>(null);
  const onStop: (() => void)[] = [];
  const list: EventList = {
    scheduler,
    records,
    judge,
    filter,
    visible,
    lines,
    fullRecords,
    selection,
    timeSpanOnScreen,
    linesOnScreen,
    rowToFocus,
    loadFacts,
    userSessions: signal([]),
    goTo(row) {
      batch(() => {
        selection.open(row);
        rowToFocus.value = row;
      });
    },
    show(row) {
      batch(() => {
        if (visible.indexOfRow(row) === -1) {
          filter.clear();
          list.get(listHiding).showAll();
        }
        list.goTo(row);
      });
    },
    get: createParts(() => list),
    onStop: (call) => void onStop.push(call),
    stop() {
      for (const call of onStop) call();
      stopJudgingStored();
      lines.stop();
      visible.stop();
    },
  };
  list.get(listRejudging);
  return list;
}

/** Loads the user sessions of a list's records; `null` until their feature sets it. */
export const sessionFactsStore = defineStore(() =>
  signal<((list: EventList, onChange: () => void) => Promise<RowFacts | null>) | null>(null),
);

function createListWithJudge({ app, get }: Stores, judge: ReadonlySignal<Judge>): EventList {
  const { scheduler } = app;
  const loadFacts: LoadRowFacts = async (key, records, onChange) => {
    if (key === 'user-session') return get(sessionFactsStore).value?.(list, onChange) ?? null;
    const code = await tryImport(async () => {
      const [{ createRowFates }, { fatePredictorStore }] = await Promise.all([
        import('./judging/row-fates'),
        import('./judging/panel-fate-predictor'),
      ]);
      return { createRowFates, predictor: get(fatePredictorStore) };
    });
    return code?.createRowFates({ records, predictor: code.predictor, scheduler, onChange }) ?? null;
  };
  const list = createEventList(scheduler, get(listSetting), judge, get(listColumns).parts, loadFacts);
  return list;
}

/** The events of the inspected page. */
export const liveListStore = defineStore((stores) => createListWithJudge(stores, stores.get(judgesStore).live));

/** Creates the list of an imported or stored capture, once the rules are loaded. */
export async function createCaptureList(stores: Stores): Promise<EventList> {
  const judges = stores.get(judgesStore);
  await judges.load();
  const list = createListWithJudge(stores, judges.captures);
  list.onStop(stores.get(memoryBudgetStore).add(toBudgeted(list)));
  return list;
}

/** The list that the panel shows: the live list, or that of an opened capture. */
export const EventListContext = createContext<EventList | null>(null);

export function useEventList(): EventList {
  const list = useContext(EventListContext);
  if (list === null) throw new Error('No EventListContext: the panel provides the list that it shows.');
  return list;
}

/** Returns a feature's section of the shown list. */
export function useListSection<Section>(section: ListSection<Section>): Section {
  return useEventList().get(section);
}

/**
 * Chromium ends a process of extension pages at about 4 GB, together with the popup and the options.
 * A panel takes at most a quarter of that: long values, queued records, and 100,000 ordinary events. Each value is in
 * memory twice: by itself, and in the text that the search creates from it.
 */
const LIMITS: BudgetLimits = { maxBytes: 600_000_000, copies: 2 };

const loadTruncateRecord = async () => (await import('#core/journey/values/truncate-record')).truncateRecord;

/** Budget for the long values of all lists of the panel. */
export const memoryBudgetStore = defineStore(({ app }) =>
  createMemoryBudget({ nextTask: app.scheduler.nextTask, loadTruncateRecord }, LIMITS),
);

/** Adapts a capture's list to the memory budget, which truncates its values beyond the limit. */
function toBudgeted({ records }: { readonly records: Records }) {
  return {
    records,
    store: () => null,
    release: (changed: readonly TelemetryRecord[], _: LongValueLocation, truncateRecord: TruncateRecord) =>
      records.apply(changed.map((record) => truncateRecord(observedOf(record), 'truncated'))),
  };
}
