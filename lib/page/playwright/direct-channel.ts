import { apply, PagePromise, promiseThen } from '#page/builtins';
import type { HookChannel } from '#page/channel';
import type { ReportDelivery } from './deliver-reports';

const settled = PagePromise.resolve();

export interface DirectChannel extends HookChannel {
  /** Hands JSON text of an order to the hook. */
  order(text: string): void;
}

/**
 * Joins the hook to the delivery in the page's own world.
 * Not by DOM events, as the extension does between two worlds: what has listeners loses them when the window passes to
 * another document.
 */
export function createDirectChannel(delivery: ReportDelivery, onReport: () => void): DirectChannel {
  let held: (() => string)[] = [];
  let follow: ((text: string) => void) | null = null;
  const flush = (): void => {
    const reports: string[] = [];
    for (let index = 0; index < held.length; index += 1) reports[index] = (held[index] as () => string)();
    held = [];
    if (reports.length > 0) delivery.deliver(reports);
  };
  return {
    report(write) {
      onReport();
      held[held.length] = write;
      // A frame that is removed runs no microtask after its listeners.
      if (delivery.isLeaving()) flush();
      else if (held.length === 1) apply(promiseThen, settled, [flush]);
    },
    flush,
    leave: flush,
    isTaken: () => true,
    onOrder(listener) {
      follow = listener;
    },
    order: (text) => follow?.(text),
  };
}
