import { type ReadonlySignal, signal } from '@preact/signals';
import type { ListChange } from '#core/journey/record-list';
import { type HiddenEvents, hidesAny, isHidden, likenessOf, nothingHidden } from '#core/query/hidden-events';
import type { JudgedRecord } from '#core/stream/judged-record';
import { defineListSection } from './list-section';
import { type ListUndo, listUndo } from './list-undo';
import type { Records } from './record-store';

/** Events that are hidden by hand; each step can be undone. */
export interface Hiding {
  /** How many of the recorded events are hidden. */
  readonly count: ReadonlySignal<number>;
  hideRows(rows: Iterable<number>): void;
  /** Hides all events with this kind, `edata.type` and `edata.id`, those too that come later. */
  hideLike(record: JudgedRecord): void;
  showAll(): void;
  stop(): void;
}

interface HidingDeps {
  readonly records: Records;
  readonly hidden: ReadonlySignal<HiddenEvents>;
  readonly undo: Pick<ListUndo, 'hide'>;
}

export const listHiding = defineListSection(({ records, filter, get, onStop }) => {
  const hiding = createHiding({ records, hidden: filter.hidden, undo: get(listUndo) });
  onStop(hiding.stop);
  return hiding;
});

function createHiding({ records, hidden, undo }: HidingDeps): Hiding {
  const counted = signal(0);
  const countAll = (): void => {
    const now = hidden.peek();
    counted.value = hidesAny(now) ? records.all().filter((record) => isHidden(now, record)).length : 0;
  };
  const follow = (change: ListChange<JudgedRecord>): void => {
    const now = hidden.peek();
    if (change.type === 'all') countAll();
    if (change.type !== 'records' || !hidesAny(now)) return;
    for (const { record, before } of change.changes) {
      const was = before !== null && isHidden(now, before);
      counted.value += Number(isHidden(now, record)) - Number(was);
    }
  };
  const stopRecords = records.listen(follow);
  const stopHidden = hidden.subscribe(countAll);
  return {
    count: counted,
    hideRows: (rows) => undo.hide({ ...hidden.peek(), rows: new Set([...hidden.peek().rows, ...rows]) }),
    hideLike: (record) => undo.hide({ ...hidden.peek(), alike: [...hidden.peek().alike, likenessOf(record)] }),
    showAll() {
      if (hidesAny(hidden.peek())) undo.hide(nothingHidden);
    },
    stop() {
      stopRecords();
      stopHidden();
    },
  };
}
