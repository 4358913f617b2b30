import type { ReadonlySignal } from '@preact/signals';
import type { Commands } from '#components/panel/app/panel-commands.ts';
import { RegistryView } from '#components/panel/registry/RegistryView.tsx';
import { createRegistryModel } from '#components/panel/registry/registry-model.ts';
import { askRegistry } from '#extension/browser/panel/registry-requests';
import { openOptions } from '#extension/browser/tabs';
import type { RegistrySession } from '#extension/protocol/registry-protocol';

/** What was called stays while one is at another view. */
const model = createRegistryModel({ ask: askRegistry, now: Date.now });

interface RegistryProps {
  readonly session: ReadonlySignal<RegistrySession | null>;
  readonly onCopy: Commands['copy'];
}

/** The view of calls to the registry, with all that belongs to it. */
export function Registry({ session, onCopy }: RegistryProps) {
  return <RegistryView model={model} session={session.value} onOpenSettings={openOptions} onCopy={onCopy} />;
}
