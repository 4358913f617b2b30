import type { Finder } from './finder';
import type { Records } from './records';
import type { After } from './toasts';

/** Records whose text is made in one go: well under a frame. */
const AT_ONCE = 300;

/**
 * Makes the texts that free text is looked for in, a few at a time, before they are needed: so that the first key in
 * the filter is as fast as the next. To be started when one goes to the filter; who never filters pays nothing.
 */
export function createSearchWarmer(records: Records, { textOf }: Finder, after: After): { readonly start: () => void } {
  let running = false;
  const goOn = (from: number) => {
    const some = records.all().slice(from, from + AT_ONCE);
    for (const record of some) textOf(record);
    running = some.length === AT_ONCE;
    if (running) after(0, () => goOn(from + AT_ONCE));
  };
  return {
    start() {
      if (running) return;
      running = true;
      goOn(0);
    },
  };
}
