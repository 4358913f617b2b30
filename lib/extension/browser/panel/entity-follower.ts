import type { EntityFollower } from '#extension/panel/panel-host';
import type { ActingState } from '#extension/protocol/acting-state';

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
