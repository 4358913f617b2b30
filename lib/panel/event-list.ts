import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { createFilter, type FilterModel } from './filter';
import { createFinder, type Finder } from './finder';
import { createFrames, type Frames } from './frames';
import { createLines, type Lines } from './list/lines';
import type { ListSettings } from './list/list-settings';
import { createSizes, type Sizes } from './list/sizes';
import type { TimeSpan } from './list/times-of';
import { createNewest, type Newest } from './newest';
import { createRecords, type Records } from './records';
import { createSearchTexts } from './search-texts';
import { createSelection, type Selection } from './selection';
import type { After } from './toasts';
import { createVisible, type VisibleItems } from './visible';

/** Events with all that is about looking at them: every session has its own, the live one and those read from files. */
export interface EventList {
  readonly records: Records;
  /** The frames that the events are of. */
  readonly frames: Frames;
  readonly filter: FilterModel;
  /** Looks into the records for what a filter asks. */
  readonly finder: Finder;
  readonly visible: VisibleItems;
  /** The visible items as the list shows them: sorted, grouped. */
  readonly lines: Lines;
  readonly sizes: Sizes;
  /** To be called when one is about to type a filter. */
  readonly prepareFilter: () => void;
  readonly selection: Selection;
  readonly newest: Newest;
  /** The time of the rows on screen, set by the list. */
  readonly onScreen: Signal<TimeSpan | null>;
  /** Lets go of it: nobody looks at it any more. */
  stop(): void;
}

/** All lists are sorted and grouped as the person chose for one of them. */
export function createEventList(after: After, settings: ReadonlySignal<ListSettings>): EventList {
  const records = createRecords();
  const filter = createFilter();
  const finder = createFinder();
  const texts = createSearchTexts(records, finder, after);
  const visible = createVisible(records, filter, finder, texts.whenReady);
  const sizes = createSizes(records, after);
  const lines = createLines({ visible, settings, sizeOf: sizes.of });
  return {
    records,
    finder,
    frames: createFrames(),
    filter,
    visible,
    lines,
    sizes,
    prepareFilter: texts.prepare,
    selection: createSelection(records, visible),
    newest: createNewest(),
    onScreen: signal<TimeSpan | null>(null),
    stop() {
      lines.stop();
      visible.stop();
    },
  };
}
