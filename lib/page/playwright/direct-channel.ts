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
  let held: string[] = [];
  let follow: ((text: string) => void) | null = null;
  const flush = (): void => {
    const reports = held;
    held = [];
    if (reports.length > 0) delivery.deliver(reports);
  };
  return {
    report(text) {
      onReport();
      held[held.length] = text;
      // A frame that is removed runs no microtask after its listeners.
      if (delivery.isLeaving()) flush();
      else if (held.length === 1) apply(promiseThen, settled, [flush]);
    },
    flush,
    isTaken: () => true,
    onOrder(listener) {
      follow = listener;
    },
    order: (text) => follow?.(text),
  };
}
