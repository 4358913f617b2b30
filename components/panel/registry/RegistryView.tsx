import { Button } from '#components/kit/Button.tsx';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { readOnlyReason } from '#components/panel/app/tab-state.ts';
import { i18n } from '#i18n';
import { CallForm } from './CallForm';
import { CallHistory } from './CallHistory';
import { CallResponse } from './CallResponse';
import { registryStore } from './registry-store';
import './registry-view.css';

/** Calls the registry as the active entity: form, response, and what was called before. */
export function RegistryView() {
  const { actions, commands, tab } = useApp();
  const registry = useStore(registryStore);
  const session = registry.session.value;
  if (session === null) {
    const logIn = (
      <Button big appearance="primary" unavailable={readOnlyReason(tab.value)} onClick={commands.openPopup}>
        {i18n.t('toolbar.logIn')}
      </Button>
    );
    return (
      <main class="registry-empty">
        <EmptyState icon="key" title={i18n.t('registry.noEntity')} actions={logIn}>
          {i18n.t('registry.logInHint')}
        </EmptyState>
      </main>
    );
  }
  if (session.registryUrl === '') {
    const settings = (
      <Button big appearance="primary" onClick={actions.onOpenOptions}>
        {i18n.t('registry.openOptions')}
      </Button>
    );
    return (
      <main class="registry-empty">
        <EmptyState icon="registry" title={i18n.t('registry.noUrl')} actions={settings}>
          {i18n.t('registry.enterUrl', { environmentName: session.environmentName })}
        </EmptyState>
      </main>
    );
  }
  return (
    <main class="registry">
      <CallHistory calls={registry.history.value} shown={registry.shown.value} onOpen={registry.reopen} />
      <CallForm registry={registry} session={session} />
      <CallResponse call={registry.shown.value} busy={registry.busy.value} onCopy={commands.copy} />
    </main>
  );
}
