import type { ReadonlySignal } from '@preact/signals';
import { useApp } from '#components/panel/app/stores.ts';
import { RegistryView } from '#components/panel/registry/RegistryView.tsx';
import { createRegistryModel } from '#components/panel/registry/registry-model.ts';
import { askRegistry } from '#extension/browser/panel/registry-requests';
import { openOptions } from '#extension/browser/tabs';
import type { RegistrySession } from '#extension/protocol/registry-protocol';

/** What was called stays while one is at another view. */
const model = createRegistryModel({ ask: askRegistry, now: Date.now });

/** The view of calls to the registry, with all that belongs to it. */
export function Registry({ session }: { readonly session: ReadonlySignal<RegistrySession | null> }) {
  const { copy } = useApp().commands;
  return <RegistryView model={model} session={session.value} onOpenSettings={openOptions} onCopy={copy} />;
}
