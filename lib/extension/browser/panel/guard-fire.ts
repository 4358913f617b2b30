import { browser } from 'wxt/browser';
import type { GuardedFireInTab, GuardNextEvent } from '../inject-guard';
import { callBackground } from './ask-background';

/** Calls `injectGuard`, in Firefox through the background: panels have no `scripting` API there. */
export async function guardFire(fire: GuardedFireInTab, loadGuard: () => Promise<GuardNextEvent>): Promise<boolean> {
  const hasScripting = (browser as Partial<typeof browser>).scripting !== undefined;
  if (hasScripting) {
    // The file is missing after an update of the extension.
    const loaded = await Promise.all([import('../inject-guard'), loadGuard()]).catch(() => null);
    if (loaded === null) return false;
    const [{ injectGuard }, guardNextEvent] = loaded;
    return injectGuard(fire, guardNextEvent);
  }
  const guarded = await callBackground('guardFire', fire);
  return guarded.ok && guarded.value;
}
