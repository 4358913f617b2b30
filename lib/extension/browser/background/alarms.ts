import { browser } from 'wxt/browser';

/** An alarm of the browser: it wakes the service worker when it is due. */
export interface Alarm {
  /** Milliseconds since 1970; `null` clears it. A time that has passed is due at once. */
  set(at: number | null): Promise<void>;
  /**
   * Listens; the undo stops it.
   * To be called while the worker starts, or the alarm that woke it is missed.
   */
  listen(onDue: () => void): () => void;
}

export function createAlarm(name: string): Alarm {
  return {
    async set(at) {
      if (at === null) await browser.alarms.clear(name);
      else await browser.alarms.create(name, { when: at });
    },
    listen(onDue) {
      const handle = (alarm: { readonly name: string }) => {
        if (alarm.name === name) onDue();
      };
      browser.alarms.onAlarm.addListener(handle);
      return () => browser.alarms.onAlarm.removeListener(handle);
    },
  };
}
