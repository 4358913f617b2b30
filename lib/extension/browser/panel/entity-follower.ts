import type { ActingState } from '#panel/acting-state';
import type { EntityFollower } from '#panel/panel-host';

/** Reports who is logged in and who acts, whenever that changes, or null if the background does not respond. */
export function syncActiveEntity(onState: (state: ActingState | null) => void): EntityFollower {
  const updates = import('#extension/browser/identity-updates').catch(() => null);
  const read = async (): Promise<void> => {
    const state = await (await updates)?.askActingState();
    onState(state?.ok ? state.value : null);
  };
  void updates.then((loaded) => loaded?.listenForIdentityChange(() => void read()));
  return { read };
}
