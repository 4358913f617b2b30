import { browser } from 'wxt/browser';
import type { GuardedFire } from '#panel/panel-host';

export interface GuardedFireInTab extends Omit<GuardedFire, 'documentId'> {
  readonly tabId: number;
}

/** A function of `lib/page`, whose source the browser injects into the page. */
export type GuardNextEvent = (method: string, dataJson: string, cdataEntry: GuardedFire['cdataEntry']) => void;

/**
 * Prepares a frame for one event that is about to be fired manually.
 * Returns false if the browser does not permit it.
 */
export async function injectGuard(
  { tabId, frameId, method, data, cdataEntry }: GuardedFireInTab,
  guardNextEvent: GuardNextEvent,
): Promise<boolean> {
  try {
    const target = { tabId, frameIds: [frameId] };
    await browser.scripting.executeScript({
      target,
      world: 'MAIN',
      injectImmediately: true,
      func: guardNextEvent,
      args: [method, JSON.stringify(data ?? null), cdataEntry],
    });
    return true;
  } catch {
    return false;
  }
}
