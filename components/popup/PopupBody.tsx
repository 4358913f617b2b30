import { Button } from '#components/kit/Button.tsx';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import { type Environment, webOrigin } from '#core/identity/environment';
import type { SessionSummary } from '#core/identity/session';
import type { TokenView } from '#extension/protocol/identity-protocol';
import type { IdentityState } from '#extension/protocol/identity-state';
import { i18n } from '#i18n';
import type { ActingInTab } from './ActInTab';
import type { PopupModel } from './model/popup-model';

function Loading() {
  return <section aria-busy="true" />;
}

const EnvironmentForm = lazy(async () => (await import('./EnvironmentForm')).EnvironmentForm, Loading);
const LoggingIn = lazy(async () => (await import('./LoggingIn')).LoggingIn, Loading);
const SessionList = lazy(async () => (await import('./SessionList')).SessionList, Loading);
const TokenScreen = lazy(async () => (await import('./TokenScreen')).TokenScreen, Loading);

interface PopupBodyProps {
  readonly model: PopupModel;
  readonly state: IdentityState;
}

/** What there is to do: the sessions, or one of the two forms. Without a session, the log-in form. */
export function PopupBody({ model, state }: PopupBodyProps) {
  const view = model.view.value;
  const environment = model.environment.value;
  if (view.name === 'environment') return <Editing model={model} state={state} environmentId={view.environmentId} />;
  if (environment === null)
    return (
      <NoEnvironment
        onAdd={() => model.show({ name: 'environment', environmentId: null })}
        onSetUp={model.openOptions}
      />
    );
  if (view.name === 'token') return <ShowingToken model={model} session={view.session} view={view.view} />;
  if (view.name === 'login' || model.sessions.value.length === 0) {
    return <LoggingIn model={model} state={state} environment={environment} />;
  }
  return <Listing model={model} state={state} environment={environment} />;
}

function NoEnvironment({ onAdd, onSetUp }: { readonly onAdd: () => void; readonly onSetUp: () => void }) {
  const add = (
    <>
      <Button big appearance="primary" onClick={onAdd}>
        {i18n.t('popup.environment.add')}
      </Button>
      <Button appearance="text" onClick={onSetUp}>
        {i18n.t('popup.setUp.fromFiles')}
      </Button>
    </>
  );
  return (
    <EmptyState icon="key" title={i18n.t('popup.noEnvironment')} actions={add} fine={i18n.t('popup.setUp.filesHint')}>
      {i18n.t('popup.setUp.intro')}
    </EmptyState>
  );
}

function Editing({ model, state, environmentId }: PopupBodyProps & { readonly environmentId: string | null }) {
  const environment = state.environments.find(({ id }) => id === environmentId) ?? null;
  const typed = model.typed.value;
  return (
    <EnvironmentForm
      key={environmentId ?? 'new'}
      environment={environment}
      sessionCount={state.sessions.filter((session) => session.environmentId === environmentId).length}
      typed={typed?.type === 'environment' && typed.environmentId === environmentId ? typed.draft : null}
      onType={(draft) => model.keepTyped({ type: 'environment', environmentId, draft })}
      onSave={(draft) => model.saveEnvironment(environmentId, draft)}
      onRemove={() => environment && void model.removeEnvironment(environment)}
      onAddAnother={() => model.show({ name: 'environment', environmentId: null })}
      onOpenOptions={model.openOptions}
      onLeave={() => model.show({ name: 'sessions' })}
    />
  );
}

function Listing({ model, state, environment }: PopupBodyProps & { readonly environment: Environment }) {
  const { actions } = model;
  return (
    <SessionList
      environment={environment}
      sessions={model.sessions.value}
      activeId={state.activeIn[environment.id]}
      now={model.now.value}
      takeFocus={model.hasMoved.value}
      refreshing={state.refreshing}
      acting={actingIn(model, state, environment)}
      onLogOutAll={() => void actions.logOutAll(environment, model.sessions.value.length)}
      onShowToken={(session) => void model.showToken(session)}
      onActInTab={(session, on) => {
        const tab = model.tab.value;
        if (tab !== null) void actions.actInTab(session, tab, on);
      }}
      onLogInAnother={() => model.show({ name: 'login', userId: '' })}
      onLogInAgain={({ userId }) => model.show({ name: 'login', userId })}
      onCopyToken={(session) => void actions.copyToken(session)}
      onCopyHeader={(session) => void actions.copyHeader(session)}
      onRefresh={(session) => void actions.refresh(session)}
      onLogOut={(session) => void actions.logOut(session)}
      onActAs={(session) => void actions.actAs(session)}
    />
  );
}

interface ShowingTokenProps {
  readonly model: PopupModel;
  readonly session: SessionSummary;
  readonly view: TokenView | null;
}

function ShowingToken({ model, session, view }: ShowingTokenProps) {
  const { actions } = model;
  return (
    <TokenScreen
      session={session}
      view={view}
      now={model.now.value}
      onCopyToken={() => void actions.copyToken(session)}
      onCopyHeader={() => void actions.copyHeader(session)}
      onCopyCurl={() => void actions.copyCurl(session)}
      onLeave={() => model.show({ name: 'sessions' })}
    />
  );
}

function actingIn(model: PopupModel, state: IdentityState, environment: Environment): ActingInTab | null {
  const tab = model.tab.value;
  if (tab === null || environment.registryUrl === '') return null;
  const acting = state.acting.find(({ tabId }) => tabId === tab.id);
  const pageUrl = acting?.pageOrigin ?? webOrigin(tab.url);
  return {
    sessionId: acting?.sessionId ?? null,
    hosts: [pageUrl, environment.registryUrl].flatMap((url) => (url === null ? [] : [new URL(url).hostname])),
  };
}
