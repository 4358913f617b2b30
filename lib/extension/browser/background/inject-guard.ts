import { browser } from 'wxt/browser';
import { guardNextEvent } from '#page/hook/fire-guard';

export interface GuardedFire {
  readonly tabId: number;
  readonly frameId: number;
  readonly method: string;
  /** What becomes the event's `edata`. */
  readonly data: unknown;
  readonly mark: { readonly id: string; readonly type: string } | null;
}

/** Prepares a frame for one event that is about to be fired by hand. False where the browser does not let it happen. */
export async function injectGuard({ tabId, frameId, method, data, mark }: GuardedFire): Promise<boolean> {
  try {
    const target = { tabId, frameIds: [frameId] };
    await browser.scripting.executeScript({
      target,
      world: 'MAIN',
      injectImmediately: true,
      func: guardNextEvent,
      args: [method, JSON.stringify(data ?? null), mark],
    });
    return true;
  } catch {
    return false;
  }
}
