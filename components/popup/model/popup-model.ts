import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Environment, permissionPattern } from '#core/identity/environment';
import type { EnvironmentDraft, EnvironmentProblem } from '#core/identity/environment-draft';
import type { SessionSummary } from '#core/identity/session';
import type { IdentityState } from '#extension/protocol/identity-state';
import { i18n } from '#i18n';
import { createAccessAttempts, reportOutcome } from './access-attempts';
import { noBackgroundText } from './background-failure';
import { createLoginModel, type LoginModel } from './login';
import type { PopupDeps } from './popup-deps';
import { createPopupToast, type PopupToast } from './popup-toast';
import { createPopupViews, type PopupViews, SESSIONS_VIEW } from './popup-views';
import { createSessionActions, type SessionActions } from './session-actions';
import { createTabModel, type TabModel } from './tab-model';

export type EndedActing = IdentityState['actingEnded'][number];

export interface PopupModel
  extends Pick<PopupViews, 'view' | 'restoredForm' | 'storeForm' | 'show' | 'showToken'>,
    Pick<TabModel, 'tab' | 'watching' | 'counts' | 'watch' | 'stopWatching'> {
  readonly state: ReadonlySignal<IdentityState | null>;
  readonly environment: ReadonlySignal<Environment | null>;
  /** The sessions of the selected environment. */
  readonly sessions: ReadonlySignal<readonly SessionSummary[]>;
  /** Whether the user has changed the view, so that the new view takes the focus. */
  readonly hasChangedView: ReadonlySignal<boolean>;
  readonly now: ReadonlySignal<number>;
  /** Why this tab's requests no longer carry a token, until the user dismisses the notice. */
  readonly endedActing: ReadonlySignal<EndedActing | null>;
  readonly dismissEndedActing: () => Promise<void>;
  readonly login: LoginModel;
  readonly toast: PopupToast;
  readonly actions: SessionActions;
  /** Loads all data of the popup. Call again when something may have changed. */
  readonly load: () => Promise<void>;
  /** Call once a second: updates the remaining lifetimes of tokens and the number of recorded events. */
  readonly tick: () => void;
  readonly openOptions: () => void;
  readonly openWelcome: () => void;
  /** Shows the panel of the tab that the popup was opened on. */
  readonly openPanel: () => void;
  readonly selectEnvironment: (id: string) => Promise<void>;
  /** Saves an environment. Resolves with the problems of its draft, or with none if it was saved. */
  readonly saveEnvironment: (id: string | null, draft: EnvironmentDraft) => Promise<readonly EnvironmentProblem[]>;
  readonly removeEnvironment: (environment: Environment) => Promise<void>;
  readonly logIn: (userId: string, password: string) => Promise<void>;
}

export function createPopupModel(deps: PopupDeps): PopupModel {
  const { ask } = deps;
  const state = signal<IdentityState | null>(null);
  const now = signal(deps.now());
  const toast = createPopupToast(deps.setTimer);
  const access = createAccessAttempts(deps.access);
  const login = createLoginModel({ ask, requestAccess: requestProviderAccess });
  const views = createPopupViews(deps, toast, login.cancel);
  const activeTab = createTabModel({ ...deps, access, toast, reload: load });
  const { tab } = activeTab;
  let pendingRestore: Promise<void> | null = null;
  let pendingSave: Promise<readonly EnvironmentProblem[]> | null = null;
  const findEnvironment = (id: string) =>
    state.value?.environments.find((environment) => environment.id === id) ?? null;
  const environment = computed(() => findEnvironment(state.value?.currentEnvironmentId ?? ''));
  const sessions = computed(() => sessionsIn(state.value, environment.value));

  async function readState(): Promise<void> {
    const read = await ask('state', {});
    if (read.ok) state.value = read.value;
    else toast.showError(noBackgroundText);
  }

  async function load(): Promise<void> {
    const [tabState] = await Promise.all([activeTab.read(), readState()]);
    now.value = deps.now();
    activeTab.show(tabState);
    await views.reloadToken();
    await restore();
    await activeTab.reloadCounts();
  }

  /** Restores the form of an earlier popup once. Continues the action that a permission prompt interrupted. */
  async function restore(): Promise<void> {
    pendingRestore ??= restoreOnce();
    await pendingRestore;
    const outcome = await access.takeOutcome();
    if (outcome === null) return;
    const { intent } = outcome.request;
    if (intent.type === 'log-in') await continueLogIn(intent.environmentId, intent.userId);
    if (intent.type === 'watch' && outcome.status === 'done') await activeTab.reloadWatching();
    reportOutcome(toast, outcome);
  }

  async function restoreOnce(): Promise<void> {
    const [form, ended] = await Promise.all([deps.forms.read().catch(() => null), deps.takeEndedLogIns()]);
    views.restoreForm(form, environment.peek()?.id);
    if (ended > 0) toast.showError(() => i18n.t('popup.endedByUpdate', ended, { n: ended }));
  }

  function requestProviderAccess(provider: Environment, userId: string): Promise<boolean> {
    const origins = [permissionPattern(provider)];
    const intent = { type: 'log-in', environmentId: provider.id, userId } as const;
    return access.request(intent, origins, () => deps.requestPermission(origins));
  }

  async function continueLogIn(environmentId: string, userId: string): Promise<void> {
    if (findEnvironment(environmentId) === null) return;
    if (environment.peek()?.id !== environmentId) {
      await ask('selectEnvironment', { environmentId });
      await readState();
    }
    views.continueLogIn(userId);
  }

  async function saveEnvironment(id: string | null, draft: EnvironmentDraft): Promise<readonly EnvironmentProblem[]> {
    const saved = await ask('saveEnvironment', { environmentId: id, draft });
    if (!saved.ok && saved.failure.reason === 'invalid') return saved.failure.problems;
    if (!saved.ok) {
      toast.showError(noBackgroundText);
      return [];
    }
    await load();
    views.show(SESSIONS_VIEW);
    toast.showSuccess(() => i18n.t('popup.environment.saved', { name: saved.value.name }));
    return [];
  }

  const { view, hasChangedView, restoredForm, storeForm, show, showToken } = views;
  const { watching, counts, watch, stopWatching } = activeTab;
  return {
    state,
    environment,
    sessions,
    view,
    watching,
    counts,
    hasChangedView,
    now,
    tab,
    endedActing: computed(() => state.value?.actingEnded.find(({ tabId }) => tabId === tab.value?.id) ?? null),
    async dismissEndedActing() {
      if (tab.value === null) return;
      await ask('stopActing', { tabId: tab.value.id });
      await load();
    },
    login,
    restoredForm,
    storeForm,
    toast,
    actions: createSessionActions(deps, toast, access, ({ environmentId }) => findEnvironment(environmentId)),
    load,
    tick: () => {
      now.value = deps.now();
      void activeTab.reloadCounts();
    },
    show,
    showToken,
    openOptions: deps.openOptions,
    openWelcome: deps.openWelcome,
    openPanel: () => {
      if (tab.value !== null) deps.openPanel(tab.value.id);
    },
    async selectEnvironment(id) {
      await ask('selectEnvironment', { environmentId: id });
      await load();
      show(view.value.name === 'environment' ? { name: 'environment', environmentId: id } : SESSIONS_VIEW);
    },
    saveEnvironment(id, draft) {
      // A form that is submitted twice at once adds one environment.
      pendingSave ??= saveEnvironment(id, draft).finally(() => {
        pendingSave = null;
      });
      return pendingSave;
    },
    async removeEnvironment(removed) {
      const result = await ask('removeEnvironment', { environmentId: removed.id });
      if (!result.ok && result.failure.reason === 'no-background') return toast.showError(noBackgroundText);
      await load();
      show(SESSIONS_VIEW);
      const undo = { label: () => i18n.t('popup.undo'), onSelect: () => void saveEnvironment(null, removed) };
      toast.showSuccess(() => i18n.t('popup.environment.removed', { name: removed.name }), undo);
    },
    async logIn(userId, password) {
      const selected = environment.value;
      toast.dismiss();
      if (selected === null || !(await login.logIn(selected, userId, password))) return;
      hasChangedView.value = true;
      await load();
      show(SESSIONS_VIEW);
      toast.showSuccess(() => i18n.t('popup.loggedInAs', { userId }));
    },
    watch,
    stopWatching,
  };
}

function sessionsIn(state: IdentityState | null, environment: Environment | null): readonly SessionSummary[] {
  if (state === null || environment === null) return [];
  return state.sessions.filter(({ environmentId }) => environmentId === environment.id);
}
