import { browser } from 'wxt/browser';
import type { GuardedFire } from '../background/inject-guard';
import { askHelper } from './ask-background';

/** The same from a panel: Firefox gives it no `scripting`, so there the background does it. */
export async function guardFire(fire: GuardedFire): Promise<boolean> {
  const hasScripting = (browser as Partial<typeof browser>).scripting !== undefined;
  if (hasScripting) {
    // Of an extension that was updated meanwhile there is no such file any more.
    const code = await import('../background/inject-guard').catch(() => null);
    return code?.injectGuard(fire) ?? false;
  }
  return (await askHelper({ type: 'panel-help', request: 'guard-fire', fire })) === true;
}
