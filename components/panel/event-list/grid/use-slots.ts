import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useApp } from '#components/panel/app/stores.ts';
import { createJob } from '#core/util/scheduler';
import type { EventList, LineRange } from '../list-section';
import { findTimeSpan, isSameSpan } from '../order/event-times';

/** Identifies a line independently of its position. */
type LineKey = number | string;

/** A line with its slot, a number that is the key of its element. */
export interface Slot<Item> {
  readonly slot: number;
  readonly key: LineKey;
  readonly item: Item;
}

/**
 * Assigns every rendered line a slot, which is the key of its element.
 * A line keeps its slot while it is rendered, and a new line reuses the slot, and so the element, of a removed one.
 * Creating, removing and moving elements is the main cost of scrolling.
 */
export function useSlots<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => LineKey,
  isScrolling: boolean,
): readonly Slot<Item>[] {
  const rendered = useRef<readonly Slot<Item>[]>([]);
  const slots = assignSlots(items, keyOf, rendered.current);
  rendered.current = isScrolling ? sortByKeys(rendered.current, slots) : slots;
  return rendered.current;
}

/**
 * Assigns slots to lines. Lines that are still rendered keep their slots.
 * Free slots are reused in document order.
 */
export function assignSlots<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => LineKey,
  before: readonly Slot<Item>[],
): readonly Slot<Item>[] {
  const slotByKey = new Map(before.map(({ key, slot }) => [key, slot]));
  const keys = new Set(items.map(keyOf));
  const freeSlots = before.filter(({ key }) => !keys.has(key)).map(({ slot }) => slot);
  const usedSlots = new Set(slotByKey.values());
  let next = 0;
  const createSlot = (): number => {
    while (usedSlots.has(next)) next += 1;
    next += 1;
    return next - 1;
  };
  return items.map((item) => {
    const key = keyOf(item);
    return { slot: slotByKey.get(key) ?? freeSlots.shift() ?? createSlot(), key, item };
  });
}

/** Returns the slots in their previous order, followed by new ones. */
export function sortByKeys<Item>(before: readonly Slot<Item>[], slots: readonly Slot<Item>[]): readonly Slot<Item>[] {
  const bySlot = new Map(slots.map((each) => [each.slot, each]));
  const remaining = before.flatMap(({ slot }) => bySlot.get(slot) ?? []);
  for (const { slot } of remaining) bySlot.delete(slot);
  return [...remaining, ...bySlot.values()];
}

/** The timeline does not need every frame of scrolling, and its rendering takes a part of a frame. */
const REPORT_INTERVAL_MS = 60;

/** Reports the visible lines to the list, and their time span to the timeline. */
export function useReportVisibleRange(
  { lines, timeSpanOnScreen, linesOnScreen }: Pick<EventList, 'lines' | 'timeSpanOnScreen' | 'linesOnScreen'>,
  visibleRange: LineRange | null,
) {
  const { scheduler } = useApp();
  const latest = useRef(visibleRange);
  latest.current = visibleRange;
  const reporter = useMemo(() => {
    const report = () => {
      const span = latest.current && findTimeSpan(lines, latest.current.startIndex, latest.current.endIndex);
      if (!isSameSpan(span, timeSpanOnScreen.peek())) timeSpanOnScreen.value = span;
    };
    return createJob((run) => scheduler.setTimer(REPORT_INTERVAL_MS, run), report);
  }, [scheduler, timeSpanOnScreen, lines]);
  useEffect(() => {
    linesOnScreen.value = visibleRange;
    reporter.schedule();
  });
  useEffect(
    () => () => {
      reporter.cancel();
      timeSpanOnScreen.value = null;
      linesOnScreen.value = null;
    },
    [reporter, timeSpanOnScreen, linesOnScreen],
  );
}
