import type { ReadonlySignal } from '@preact/signals';
import { RegistryView } from '../../components/registry/RegistryView';
import { askRegistry } from '../../lib/browser/registry-requests';
import { openOptions } from '../../lib/browser/tabs';
import type { RegistrySession } from '../../lib/messaging/registry';
import { createRegistryModel } from '../../lib/registry/registry-model';

/** What was called stays while one is at another view. */
const model = createRegistryModel({ ask: askRegistry, now: Date.now });

/** The view of calls to the registry, with all that belongs to it. */
export function Registry({ session }: { readonly session: ReadonlySignal<RegistrySession | null> }) {
  return <RegistryView model={model} session={session.value} onOpenSettings={openOptions} />;
}
