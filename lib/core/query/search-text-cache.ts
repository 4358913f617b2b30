import type { RecordList } from '#core/journey/record-list';
import type { After } from '#core/util/timer';
import type { Finder } from './finder';

/** Records whose text is made in one go: well under a frame. So few missing ones are no reason to wait. */
const AT_ONCE = 600;

/** The texts that free text is looked for in. */
export interface SearchTexts {
  /** Makes them, a few at a time. To be called when one goes to the filter: who never filters pays nothing. */
  prepare(): void;
  /** Calls back as soon as nearly all are there; at once where they are. Who asked last is called. */
  whenReady(call: () => void): void;
}

/** Makes the texts of a long list before they are needed, so that no key in the filter has to wait for all of them. */
export function createSearchTexts(records: RecordList, { textOf }: Finder, after: After): SearchTexts {
  let made = 0;
  let isRunning = false;
  let waiting: (() => void) | null = null;
  const isReady = () => records.all().length - made <= AT_ONCE;
  const goOn = () => {
    const some = records.all().slice(made, made + AT_ONCE);
    for (const record of some) textOf(record);
    made += some.length;
    isRunning = some.length === AT_ONCE;
    if (isRunning) after(0, goOn);
    if (!isReady()) return;
    const call = waiting;
    waiting = null;
    call?.();
  };
  const prepare = () => {
    if (!isRunning) goOn();
  };
  records.listen(({ type }) => {
    if (type === 'all') made = Math.min(made, records.all().length);
  });
  return {
    prepare,
    whenReady(call) {
      if (isReady()) return call();
      waiting = call;
      prepare();
    },
  };
}
