import { browser } from 'wxt/browser';

/** An alarm of the browser, which wakes the service worker when it is due. */
export interface Alarm {
  /** Sets the time in epoch milliseconds. `null` clears the alarm. An alarm in the past is due at once. */
  set(at: number | null): Promise<void>;
  /**
   * Calls back when the alarm is due. Returns an unsubscribe function.
   * Call during worker startup: a later listener misses the alarm that woke the worker.
   */
  subscribe(onDue: () => void): () => void;
}

export function createAlarm(name: string): Alarm {
  return {
    async set(at) {
      if (at === null) await browser.alarms.clear(name);
      else await browser.alarms.create(name, { when: at });
    },
    subscribe(onDue) {
      const handle = (alarm: { readonly name: string }) => {
        if (alarm.name === name) onDue();
      };
      browser.alarms.onAlarm.addListener(handle);
      return () => browser.alarms.onAlarm.removeListener(handle);
    },
  };
}
