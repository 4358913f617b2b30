import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { type Environment, permissionPattern } from '#core/identity/environment';
import type { SessionSummary } from '#core/identity/session';
import type { EnvironmentDraft, EnvironmentProblem } from '#core/identity/typed-environment';
import { matchPatternOf, type Watching } from '#core/util/site';
import type { TokenView } from '#extension/protocol/identity-protocol';
import type { IdentityState } from '#extension/protocol/identity-state';
import type { PopupForm } from '#extension/protocol/popup-form';
import { i18n } from '#i18n';
import { noBackgroundText } from './background-failure';
import { createLoginModel, type LoginModel } from './login';
import type { ActiveTab, EventCounts, PopupDeps } from './popup-deps';
import { createPopupToast, type PopupToast } from './popup-toast';
import { createAccessAttempts, createSessionActions, reportOutcome, type SessionActions } from './session-actions';

/** The view below the environment. */
type PopupView =
  | { readonly name: 'sessions' }
  | { readonly name: 'login'; readonly userId: string }
  | { readonly name: 'token'; readonly session: SessionSummary; readonly view: TokenView | null }
  | { readonly name: 'environment'; readonly environmentId: string | null };

export type EndedActing = IdentityState['actingEnded'][number];

export interface PopupModel {
  readonly state: ReadonlySignal<IdentityState | null>;
  readonly environment: ReadonlySignal<Environment | null>;
  /** The sessions of the selected environment. */
  readonly sessions: ReadonlySignal<readonly SessionSummary[]>;
  readonly view: ReadonlySignal<PopupView>;
  readonly watching: ReadonlySignal<Watching | null>;
  /** Counts of the tab; null while unknown. */
  readonly counts: ReadonlySignal<EventCounts | null>;
  /** Whether the user has changed the view, so that the new view takes the focus. */
  readonly hasMoved: ReadonlySignal<boolean>;
  readonly now: ReadonlySignal<number>;
  /** The tab that the popup was opened on. */
  readonly tab: ReadonlySignal<ActiveTab | null>;
  /** Why this tab's requests no longer carry a token, until the user dismisses it. */
  readonly endedActing: ReadonlySignal<EndedActing | null>;
  readonly dismissEndedActing: () => Promise<void>;
  readonly login: LoginModel;
  /** The unsaved form of an earlier popup. */
  readonly typed: ReadonlySignal<PopupForm | null>;
  /** Stores the typed input, in case the popup closes. */
  readonly storeTyped: (form: PopupForm) => void;
  readonly toast: PopupToast;
  readonly actions: SessionActions;
  /** Loads everything that is shown. Call it again when something may have changed. */
  readonly load: () => Promise<void>;
  /** Call once a second: updates the remaining lifetimes of tokens and the number of recorded events. */
  readonly tick: () => void;
  readonly show: (view: PopupView) => void;
  /** Shows the claims of a session's token. */
  readonly showToken: (session: SessionSummary) => Promise<void>;
  readonly openOptions: () => void;
  readonly openWelcome: () => void;
  /** Shows the panel of the tab that the popup was opened on. */
  readonly openPanel: () => void;
  readonly selectEnvironment: (id: string) => Promise<void>;
  /** Resolves with the problems; empty if it was saved. */
  readonly saveEnvironment: (id: string | null, draft: EnvironmentDraft) => Promise<readonly EnvironmentProblem[]>;
  readonly removeEnvironment: (environment: Environment) => Promise<void>;
  readonly logIn: (userId: string, password: string) => Promise<void>;
  readonly watch: () => Promise<void>;
  readonly stopWatching: () => Promise<void>;
}

const SESSIONS: PopupView = { name: 'sessions' };

export function createPopupModel(deps: PopupDeps): PopupModel {
  const { ask, site } = deps;
  const state = signal<IdentityState | null>(null);
  const view = signal<PopupView>(SESSIONS);
  const watching = signal<Watching | null>(null);
  const counts = signal<EventCounts | null>(null);
  const hasMoved = signal(false);
  const now = signal(deps.now());
  const tab = signal<ActiveTab | null>(null);
  const toast = createPopupToast(deps.setTimer);
  const typed = signal<PopupForm | null>(null);
  const access = createAccessAttempts(deps.access);
  const login = createLoginModel({ ask, requestAccess: requestProviderAccess });
  let restored: Promise<void> | null = null;
  let saving: Promise<readonly EnvironmentProblem[]> | null = null;
  const find = (id: string) => state.value?.environments.find((environment) => environment.id === id) ?? null;
  const environment = computed(() => find(state.value?.currentEnvironmentId ?? ''));
  const sessions = computed(() => sessionsIn(state.value, environment.value));

  async function readState(): Promise<void> {
    const read = await ask('state', {});
    if (read.ok) state.value = read.value;
    else toast.showError(noBackgroundText);
  }

  async function load(): Promise<void> {
    const [, site_, activeTab] = await Promise.all([readState(), site.read(), deps.readTab()]);
    tab.value = activeTab;
    now.value = deps.now();
    watching.value = site_;
    await reloadToken();
    await restore();
    await readCounts();
  }

  /** Restores the form of an earlier popup, and continues the action that a permission prompt interrupted. */
  async function restore(): Promise<void> {
    restored ??= restoreOnce();
    await restored;
    const outcome = await access.takeOutcome();
    if (outcome === null) return;
    const { intent } = outcome.request;
    if (intent.type === 'log-in') await openLogIn(intent.environmentId, intent.userId);
    if (intent.type === 'watch' && outcome.status === 'done') watching.value = await site.read();
    reportOutcome(toast, outcome);
  }

  async function restoreOnce(): Promise<void> {
    const [form, ended] = await Promise.all([deps.forms.read().catch(() => null), deps.takeEndedLogIns()]);
    restoreForm(form);
    if (ended > 0) toast.showError(() => i18n.t('popup.endedByUpdate', ended, { n: ended }));
  }

  function restoreForm(form: PopupForm | null): void {
    if (form?.type === 'log-in' && form.environmentId !== environment.peek()?.id) return;
    typed.value = form;
    if (form?.type === 'log-in') view.value = { name: 'login', userId: form.userId };
    if (form?.type === 'environment') view.value = { name: 'environment', environmentId: form.environmentId };
  }

  /** Reads the claims of the shown token again, because a refresh replaces the token. */
  async function reloadToken(): Promise<void> {
    const shown = view.peek();
    if (shown.name !== 'token') return;
    const result = await ask('claims', { sessionId: shown.session.id });
    if (view.peek() !== shown) return;
    if (result.ok) view.value = { ...shown, view: result.value };
    else if (result.failure.reason === 'gone') view.value = SESSIONS;
  }

  function requestProviderAccess(provider: Environment, userId: string): Promise<boolean> {
    const origins = [permissionPattern(provider)];
    const intent = { type: 'log-in', environmentId: provider.id, userId } as const;
    return access.request(intent, origins, () => deps.requestPermission(origins));
  }

  async function openLogIn(environmentId: string, userId: string): Promise<void> {
    if (find(environmentId) === null) return;
    if (environment.peek()?.id !== environmentId) {
      await ask('selectEnvironment', { environmentId });
      await readState();
    }
    view.value = { name: 'login', userId };
  }

  async function readCounts(): Promise<void> {
    if (tab.value !== null && watching.value?.state === 'watched') counts.value = await deps.readCounts(tab.value.id);
  }

  function show(next: PopupView): void {
    login.cancel();
    typed.value = null;
    void deps.forms.write(null).catch(() => undefined);
    hasMoved.value = true;
    view.value = next;
  }

  function failed(): readonly [] {
    toast.showError(noBackgroundText);
    return [];
  }

  async function saveEnvironment(id: string | null, draft: EnvironmentDraft): Promise<readonly EnvironmentProblem[]> {
    const saved = await ask('saveEnvironment', { environmentId: id, draft });
    if (!saved.ok && saved.failure.reason === 'invalid') return saved.failure.problems;
    if (!saved.ok) return failed();
    await load();
    show(SESSIONS);
    toast.showSuccess(() => i18n.t('popup.environment.saved', { name: saved.value.name }));
    return [];
  }

  return {
    state,
    environment,
    sessions,
    view,
    watching,
    counts,
    hasMoved,
    now,
    tab,
    endedActing: computed(() => state.value?.actingEnded.find(({ tabId }) => tabId === tab.value?.id) ?? null),
    async dismissEndedActing() {
      if (tab.value === null) return;
      await ask('stopActing', { tabId: tab.value.id });
      await load();
    },
    login,
    typed,
    storeTyped: (form) => void deps.forms.write(form).catch(() => undefined),
    toast,
    actions: createSessionActions(deps, toast, access, ({ environmentId }) => find(environmentId)),
    load,
    tick: () => {
      now.value = deps.now();
      void readCounts();
    },
    show,
    async showToken(session) {
      const result = await ask('claims', { sessionId: session.id });
      if (result.ok) return show({ name: 'token', session, view: result.value });
      const isGone = result.failure.reason !== 'no-background';
      toast.showError(isGone ? () => i18n.t('popup.session.notFound') : noBackgroundText);
    },
    openOptions: deps.openOptions,
    openWelcome: deps.openWelcome,
    openPanel: () => {
      if (tab.value !== null) deps.openPanel(tab.value.id);
    },
    async selectEnvironment(id) {
      await ask('selectEnvironment', { environmentId: id });
      await load();
      show(view.value.name === 'environment' ? { name: 'environment', environmentId: id } : SESSIONS);
    },
    saveEnvironment(id, draft) {
      // A form that is submitted twice at once adds one environment.
      saving ??= saveEnvironment(id, draft).finally(() => {
        saving = null;
      });
      return saving;
    },
    async removeEnvironment(removed) {
      const result = await ask('removeEnvironment', { environmentId: removed.id });
      if (!result.ok && result.failure.reason === 'no-background') return toast.showError(noBackgroundText);
      await load();
      show(SESSIONS);
      const undo = { label: () => i18n.t('popup.undo'), onSelect: () => void saveEnvironment(null, removed) };
      toast.showSuccess(() => i18n.t('popup.environment.removed', { name: removed.name }), undo);
    },
    async logIn(userId, password) {
      const selected = environment.value;
      toast.dismiss();
      if (selected === null || !(await login.logIn(selected, userId, password))) return;
      hasMoved.value = true;
      await load();
      show(SESSIONS);
      toast.showSuccess(() => i18n.t('popup.loggedInAs', { userId }));
    },
    async watch() {
      const pattern = matchPatternOf(tab.value?.url ?? '');
      if (pattern === null) return;
      const intent = { type: 'watch', pattern, host: watching.value?.host ?? '' } as const;
      const granted = await access.request(intent, [pattern], site.watch);
      await load();
      if (!granted) toast.showError(() => i18n.t('popup.site.accessDenied'));
    },
    async stopWatching() {
      await site.stop();
      await load();
    },
  };
}

function sessionsIn(state: IdentityState | null, environment: Environment | null): readonly SessionSummary[] {
  if (state === null || environment === null) return [];
  return state.sessions.filter(({ environmentId }) => environmentId === environment.id);
}
