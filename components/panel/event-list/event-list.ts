import { batch, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { createFrames, type Frames } from '#components/panel/app/frames.ts';
import { createParts, defineStore, type Stores } from '#components/panel/app/stores.ts';
import { createFilter, type FilterModel } from '#components/panel/filter/filter.ts';
import { type Judge, noJudge } from '#core/stream/no-judge';
import type { Scheduler } from '#core/util/scheduler';
import type { FixedColumn } from './columns/columns';
import { createSizes, type Sizes } from './columns/event-sizes';
import { fixedColumns, listColumns } from './columns/fixed-columns';
import { type ListSettings, listSetting } from './columns/list-settings';
import { createHiding, type Hiding } from './hiding';
import { judgesStore } from './judging/judges';
import { followJudge } from './judging/rejudging';
import { judgeStoredValues } from './judging/stored-judging';
import { createListUndo, type ListUndo } from './list-undo';
import { budgetedFile, memoryBudgetStore } from './memory-budget-store';
import type { TimeSpan } from './order/event-times';
import { createLines, type Lines } from './order/list-lines';
import { createRecords, type Records } from './record-store';
import { createSelection, type Selection } from './selection';
import { createVisible, type VisibleItems } from './visible-rows';
import { createWholeRecords, type WholeRecords } from './whole-records';

/** Events with all that is about looking at them: every session has its own, the live one and those read from files. */
export interface EventList {
  readonly records: Records;
  /** The frames that the events are of. */
  readonly frames: Frames;
  readonly filter: FilterModel;
  readonly visible: VisibleItems;
  readonly undo: ListUndo;
  readonly hiding: Hiding;
  /** The visible items as the list shows them: sorted, grouped. */
  readonly lines: Lines;
  readonly sizes: Sizes;
  /** The records with the long values that are not in memory. */
  readonly whole: WholeRecords;
  readonly selection: Selection;
  /** The time of the rows on screen, set by the list. */
  readonly onScreen: Signal<TimeSpan | null>;
  /** The row that the list is to scroll to and focus; the list sets it back. */
  readonly wanted: Signal<number | null>;
  /** Opens an event that is shown, scrolls to it and focuses its row. */
  goTo(row: number): void;
  /** The same for any event of the list: a filter that hides it is cleared. */
  show(row: number): void;
  readonly scheduler: Scheduler;
  /** What a feature has of this list. It is created when it is first asked for, and then stays. */
  get<Section>(section: ListSection<Section>): Section;
  /** Calls back when the list is released. */
  onStop(call: () => void): void;
  /** Releases the list. Call when no view shows it any more. */
  stop(): void;
}

/** How a feature's part of a list is created. A section that has to be released does so by `onStop` of the list. */
export interface ListSection<Section> {
  readonly create: (list: EventList) => Section;
}

/** Defines what a feature has of each list. Features export one each; the list holds what they create. */
export function defineListSection<Section>(create: (list: EventList) => Section): ListSection<Section> {
  return { create };
}

const notJudged: ReadonlySignal<Judge> = signal(noJudge);

/** All lists are sorted and grouped as the user chose for one of them, and judged as the mutes are now. */
export function createEventList(
  scheduler: Scheduler,
  settings: ReadonlySignal<ListSettings>,
  judge: ReadonlySignal<Judge> = notJudged,
  columns: readonly FixedColumn[] = fixedColumns,
): EventList {
  const records = createRecords(judge.peek());
  const onScreen = signal<TimeSpan | null>(null);
  const rejudging = followJudge({ records, judge, scheduler, onScreen });
  const filter = createFilter();
  const whole = createWholeRecords();
  const stopJudgingStored = judgeStoredValues({ records, whole, scheduler });
  const visible = createVisible(records, filter, scheduler, whole);
  const undo = createListUndo({ records, hidden: filter.hidden });
  const hiding = createHiding({ records, hidden: filter.hidden, undo });
  const sizes = createSizes(records, scheduler);
  const lines = createLines({ visible, settings, sizeOf: sizes.of, columns });
  const selection = createSelection(records, visible, whole);
  const wanted = signal<number | null>(null);
  const onStop: (() => void)[] = [];
  const list: EventList = {
    scheduler,
    records,
    frames: createFrames(),
    filter,
    visible,
    undo,
    hiding,
    lines,
    sizes,
    whole,
    selection,
    onScreen,
    wanted,
    goTo(row) {
      batch(() => {
        selection.open(row);
        wanted.value = row;
      });
    },
    show(row) {
      batch(() => {
        if (visible.indexOfRow(row) === -1) {
          filter.clear();
          hiding.showAll();
        }
        selection.open(row);
        wanted.value = row;
      });
    },
    get: createParts(() => list),
    onStop: (call) => void onStop.push(call),
    stop() {
      for (const call of onStop) call();
      rejudging.stop();
      stopJudgingStored();
      lines.stop();
      hiding.stop();
      visible.stop();
    },
  };
  return list;
}

function createListBy({ app, get }: Stores, judge: ReadonlySignal<Judge>): EventList {
  return createEventList(app.scheduler, get(listSetting), judge, get(listColumns).parts);
}

/** The events of the inspected page. */
export const liveListStore = defineStore((stores) => createListBy(stores, stores.get(judgesStore).live));

/** Creates the list of a capture that was read from a file or kept, once the rules are loaded. */
export async function createCaptureList(stores: Stores): Promise<EventList> {
  const judges = stores.get(judgesStore);
  await judges.load();
  const list = createListBy(stores, judges.ofCaptures);
  list.onStop(stores.get(memoryBudgetStore).add(budgetedFile(list)));
  return list;
}

/** The list that is shown: the live one, or one beside it. */
export const EventListContext = createContext<EventList | null>(null);

export function useEventList(): EventList {
  const list = useContext(EventListContext);
  if (list === null) throw new Error('No EventListContext: the panel provides the list that it shows.');
  return list;
}

/** Returns what a feature has of the list that is shown. */
export function useListSection<Section>(section: ListSection<Section>): Section {
  return useEventList().get(section);
}
