import { Button } from '#components/kit/Button.tsx';
import { Empty } from '#components/kit/EmptyState.tsx';
import type { AppCommands } from '#components/panel/app/app-commands.ts';
import type { RegistrySession } from '#extension/protocol/registry-protocol';
import { i18n } from '#i18n';
import { CallForm } from './CallForm';
import { CallHistory } from './CallHistory';
import { CallAnswer } from './CallResponse';
import type { RegistryModel } from './registry-model';
import './registry-view.css';

interface RegistryViewProps {
  readonly model: RegistryModel;
  /** Whom the calls go out as; null: nobody is logged in. */
  readonly session: RegistrySession | null;
  readonly onOpenSettings: () => void;
  readonly onCopy: AppCommands['copy'];
}

/** Calls the registry as the entity in use: form, answer, and what was called before. */
export function RegistryView({ model, session, onOpenSettings, onCopy }: RegistryViewProps) {
  if (session === null) {
    return (
      <main class="registry-empty">
        <Empty icon="key" title={i18n.t('registry.noTestEntity')}>
          {i18n.t('registry.logInWithTheExtensions')}
        </Empty>
      </main>
    );
  }
  if (session.registryUrl === '') {
    const settings = (
      <Button big look="primary" onClick={onOpenSettings}>
        {i18n.t('registry.openTheSettings')}
      </Button>
    );
    return (
      <main class="registry-empty">
        <Empty icon="registry" title={i18n.t('registry.noRegistryAddress')} deeds={settings}>
          {i18n.t('registry.enterTheRegistryUrlOf', { environmentName: session.environmentName })}
        </Empty>
      </main>
    );
  }
  return (
    <main class="registry">
      <CallHistory calls={model.history.value} shown={model.shown.value} onOpen={model.reopen} />
      <CallForm model={model} session={session} />
      <CallAnswer call={model.shown.value} busy={model.busy.value} onCopy={onCopy} />
    </main>
  );
}
