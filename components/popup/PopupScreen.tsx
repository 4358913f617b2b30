import { Button, ToolButton } from '#components/kit/Button.tsx';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { lazy } from '#components/kit/lazy.tsx';
import { type Environment, providerHost, webOrigin } from '#core/identity/environment';
import type { ActingEndReason } from '#core/identity/failure';
import type { SessionSummary } from '#core/identity/session';
import type { TokenView } from '#extension/protocol/identity-protocol';
import type { IdentityState } from '#extension/protocol/identity-state';
import { i18n } from '#i18n';
import type { ActingInTab } from './ActInTab';
import type { EndedActing, PopupModel } from './model/popup-model';
import { PopupToast } from './PopupToast';
import { TabSection } from './TabSection';

/** The popup. Sets `data-ready` on its root once it is rendered. */
export function PopupScreen({ model }: { readonly model: PopupModel }) {
  const state = model.state.value;
  const environment = model.environment.value;
  const watching = model.watching.value;
  const endedActing = model.endedActing.value;
  const isEditing = model.view.value.name === 'environment';
  const toggleEditing = () =>
    model.show(isEditing ? { name: 'sessions' } : { name: 'environment', environmentId: environment?.id ?? null });
  return (
    <main class="popup" data-ready={state === null ? undefined : ''}>
      <header>
        <img class="logo" src="/icon.svg" alt="" />
        <h1>{i18n.t('popup.telemetryV3')}</h1>
        <span class="grow" />
        <ToolButton icon="help" name={i18n.t('popup.openWelcome')} onClick={model.openWelcome} />
        <ToolButton icon="gear" name={i18n.t('popup.openEnvironments')} pressed={isEditing} onClick={toggleEditing} />
      </header>
      {state !== null && (
        <>
          {watching !== null && !isEditing && (
            <TabSection
              watching={watching}
              counts={model.counts.value}
              onOpenPanel={model.openPanel}
              onWatch={() => void model.watch()}
              onStopWatching={() => void model.stopWatching()}
            />
          )}
          {endedActing !== null && (
            <EndedActingNote ended={endedActing} onDismiss={() => void model.dismissEndedActing()} />
          )}
          {environment !== null && (
            <EnvironmentPicker
              environments={state.environments}
              current={environment}
              onSelect={(id) => void model.selectEnvironment(id)}
            />
          )}
          <div class="popup-body">
            <PopupBody model={model} state={state} />
          </div>
        </>
      )}
      <PopupToast toast={model.toast} />
      <FootNote persistence={persistenceOf(environment, state)} unreadable={state?.unreadableSessions ?? 0} />
    </main>
  );
}

interface EndedActingNoteProps {
  readonly ended: EndedActing;
  readonly onDismiss: () => void;
}

/** Why this tab's requests no longer carry a token. */
function EndedActingNote({ ended: { userId, reason }, onDismiss }: EndedActingNoteProps) {
  return (
    <div class="note ended-acting" role="status">
      <Icon name="notice" size={13} />
      <span class="grow">{endReasonText(reason, userId)}</span>
      <ToolButton icon="x" name={i18n.t('common.dismiss')} small onClick={onDismiss} />
    </div>
  );
}

function endReasonText(reason: ActingEndReason, userId: string): string {
  switch (reason) {
    case 'another-site':
      return i18n.t('popup.actingEnded.anotherSite', { userId });
    case 'unreadable-page':
      return i18n.t('popup.actingEnded.unreadablePage', { userId });
    case 'registry-changed':
      return i18n.t('popup.actingEnded.registryChanged', { userId });
    case 'no-permission':
      return i18n.t('popup.actingEnded.noPermission', { userId });
    case 'rejected':
      return i18n.t('popup.actingEnded.rejected', { userId });
  }
}

interface EnvironmentPickerProps {
  readonly environments: readonly Environment[];
  readonly current: Environment;
  readonly onSelect: (id: string) => void;
}

const locationOf = (environment: Environment) => `${providerHost(environment)}, ${environment.realm}`;

/** Picks the environment, and so the registry, to act in. */
function EnvironmentPicker({ environments, current, onSelect }: EnvironmentPickerProps) {
  return (
    <section>
      <h2>
        <label for="environment">{i18n.t('popup.environment.label')}</label>
      </h2>
      <div class="select picker">
        <Icon name="registry" size={13} />
        <span>{current.name}</span>
        <span class="muted truncate">{locationOf(current)}</span>
        <span class="grow" />
        <Icon name="down" size={13} />
        <select id="environment" value={current.id} onChange={(event) => onSelect(event.currentTarget.value)}>
          {environments.map((environment) => (
            <option key={environment.id} value={environment.id}>
              {`${environment.name} (${locationOf(environment)})`}
            </option>
          ))}
        </select>
      </div>
    </section>
  );
}

/** Whether the tokens of the environment outlive the browser. */
type TokenPersistence = 'off' | 'on' | 'failed';

function persistenceOf(environment: Environment | null, state: IdentityState | null): TokenPersistence {
  if (environment?.keepSessions !== true) return 'off';
  return state?.hasStorageFailed ? 'failed' : 'on';
}

interface FootNoteProps {
  readonly persistence: TokenPersistence;
  /** Number of stored log-ins that could not be read. */
  readonly unreadable: number;
}

/** RFC 9700 section 2.4: the password grant must not be used for real people's accounts. */
function FootNote({ persistence, unreadable }: FootNoteProps) {
  return (
    <p class="foot-note">
      <Icon name="flask" size={13} />
      <span>
        {i18n.t('popup.logIn.testEntitiesOnly')} {persistenceText(persistence)}{' '}
        {unreadable > 0 && i18n.t('popup.persistence.unreadable', unreadable, { n: unreadable })}
      </span>
    </p>
  );
}

function persistenceText(persistence: TokenPersistence): string {
  switch (persistence) {
    case 'off':
      return i18n.t('popup.persistence.sessionOnly');
    case 'on':
      return i18n.t('popup.persistence.encrypted');
    case 'failed':
      return i18n.t('popup.persistence.failed');
  }
}

function Loading() {
  return <section aria-busy="true" />;
}

const EnvironmentForm = lazy(async () => (await import('./EnvironmentForm')).EnvironmentForm, Loading);
const LoginView = lazy(async () => (await import('./LoginView')).LoginView, Loading);
const SessionList = lazy(async () => (await import('./SessionList')).SessionList, Loading);
const TokenScreen = lazy(async () => (await import('./TokenScreen')).TokenScreen, Loading);

interface PopupBodyProps {
  readonly model: PopupModel;
  readonly state: IdentityState;
}

/** The view below the environment. Without sessions, this is the log-in form. */
function PopupBody({ model, state }: PopupBodyProps) {
  const view = model.view.value;
  const environment = model.environment.value;
  if (view.name === 'environment')
    return <EnvironmentView model={model} state={state} environmentId={view.environmentId} />;
  if (environment === null)
    return (
      <NoEnvironment
        onAdd={() => model.show({ name: 'environment', environmentId: null })}
        onSetUp={model.openOptions}
      />
    );
  if (view.name === 'token') return <TokenDetails model={model} session={view.session} view={view.view} />;
  if (view.name === 'login' || model.sessions.value.length === 0) {
    return <LoginView model={model} state={state} environment={environment} />;
  }
  return <SessionsView model={model} state={state} environment={environment} />;
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
    <EmptyState icon="key" title={i18n.t('popup.noEnvironment')} actions={add} hint={i18n.t('popup.setUp.filesHint')}>
      {i18n.t('popup.setUp.intro')}
    </EmptyState>
  );
}

function EnvironmentView({ model, state, environmentId }: PopupBodyProps & { readonly environmentId: string | null }) {
  const environment = state.environments.find(({ id }) => id === environmentId) ?? null;
  const restoredForm = model.restoredForm.value;
  return (
    <EnvironmentForm
      key={environmentId ?? 'new'}
      environment={environment}
      sessionCount={state.sessions.filter((session) => session.environmentId === environmentId).length}
      restoredDraft={
        restoredForm?.type === 'environment' && restoredForm.environmentId === environmentId ? restoredForm.draft : null
      }
      onChange={(draft) => model.storeForm({ type: 'environment', environmentId, draft })}
      onSave={(draft) => model.saveEnvironment(environmentId, draft)}
      onRemove={() => environment && void model.removeEnvironment(environment)}
      onAddAnother={() => model.show({ name: 'environment', environmentId: null })}
      onOpenOptions={model.openOptions}
      onLeave={() => model.show({ name: 'sessions' })}
    />
  );
}

function SessionsView({ model, state, environment }: PopupBodyProps & { readonly environment: Environment }) {
  const { actions } = model;
  return (
    <SessionList
      environment={environment}
      sessions={model.sessions.value}
      activeId={state.activeIn[environment.id]}
      now={model.now.value}
      takeFocus={model.hasChangedView.value}
      refreshing={state.refreshing}
      acting={actingIn(model, state, environment)}
      onLogOutAll={() => void actions.logOutAll(environment, model.sessions.value.length)}
      onShowToken={(session) => void model.showToken(session)}
      onActInTab={(session, isOn) => {
        const tab = model.tab.value;
        if (tab !== null) void actions.actInTab(session, tab, isOn);
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

interface TokenDetailsProps {
  readonly model: PopupModel;
  readonly session: SessionSummary;
  readonly view: TokenView | null;
}

function TokenDetails({ model, session, view }: TokenDetailsProps) {
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
