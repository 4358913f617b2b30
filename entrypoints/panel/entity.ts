import { type ReadonlySignal, signal } from '@preact/signals';
import type { AppStore } from '#components/panel/app/app-store.ts';
import { activeEntity } from '#extension/protocol/active-entity';
import type { RegistrySession } from '#extension/protocol/registry-protocol';
import { registrySession } from '#extension/protocol/registry-session';

/** The test entity that is logged in, kept as it is. */
export interface EntityFollower {
  readonly registrySession: ReadonlySignal<RegistrySession | null>;
  show(): Promise<void>;
}

/** Shows in the panel who acts, now and whenever that changes. */
export function followEntity(app: AppStore): EntityFollower {
  const session = signal<RegistrySession | null>(null);
  // On demand: no row waits for it. Of an extension that was updated meanwhile there is no such file any more.
  const updates = import('#extension/browser/identity-updates').catch(() => null);
  const show = async (): Promise<void> => {
    const read = await (await updates)?.askActingState();
    // Watching does not wait for identities: without the background there is just no entity to show.
    const state = read?.ok ? read.value : null;
    app.entity.value = state && activeEntity(state);
    session.value = state && registrySession(state);
  };
  void updates.then((loaded) => loaded?.listenForIdentityChange(() => void show()));
  return { registrySession: session, show };
}
