import type { RegistrySession } from '../../lib/messaging/registry';
import type { RegistryModel } from '../../lib/registry/registry-model';
import { Button } from '../ui/Button';
import { Empty } from '../ui/Empty';
import { CallAnswer } from './CallAnswer';
import { CallForm } from './CallForm';
import { CallHistory } from './CallHistory';

interface RegistryViewProps {
  readonly model: RegistryModel;
  /** Whom the calls go out as; null: nobody is logged in. */
  readonly session: RegistrySession | null;
  readonly onOpenSettings: () => void;
}

/** Calls the registry as the entity in use: form, answer, and what was called before. */
export function RegistryView({ model, session, onOpenSettings }: RegistryViewProps) {
  if (session === null) {
    return (
      <Empty icon="key" title="No test entity">
        Log in with the extension’s button in the browser’s toolbar: calls to the registry are made as an entity.
      </Empty>
    );
  }
  if (session.registryUrl === '') {
    const settings = (
      <Button big look="primary" onClick={onOpenSettings}>
        Open the settings
      </Button>
    );
    return (
      <Empty icon="registry" title="No registry address" deeds={settings}>
        Enter the registry URL of {session.environmentName}, for example http://localhost:8091.
      </Empty>
    );
  }
  return (
    <main class="registry">
      <CallHistory calls={model.history.value} shown={model.shown.value} onOpen={model.reopen} />
      <CallForm model={model} session={session} />
      <CallAnswer call={model.shown.value} busy={model.busy.value} />
    </main>
  );
}
