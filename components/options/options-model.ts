import { type ReadonlySignal, signal } from '@preact/signals';
import { noBackgroundText } from '#components/popup/model/background-failure.ts';
import { createLoginModel, type LoginModel } from '#components/popup/model/login.ts';
import { createPopupToast, type PopupToast } from '#components/popup/model/popup-toast.ts';
import { type Environment, permissionPattern } from '#core/identity/environment';
import type { EnvironmentDraft, EnvironmentProblem } from '#core/identity/environment-draft';
import { exportEnvironments } from '#core/identity/environment-file';
import type { DroppedFile } from '#core/registry/files/dropped-file';
import type { RegistrySetup } from '#core/registry/files/registry-setup';
import { fail, type Result } from '#core/util/result';
import type { IdentityState } from '#extension/protocol/identity-state';
import { i18n } from '#i18n';
import type { LanguageSetting } from '#i18n/language';
import { createEnvironmentForm, type EnvironmentForm } from './environment-form';
import { type Checks, createEnvironmentTest } from './environment-test';
import { createFileLoader, type FileLoader } from './file-loader';
import { importEnvironmentFile } from './import-environments';
import type { OptionsDeps } from './options-deps';
import { createPreferencesModel, type PreferencesModel } from './preferences-model';
import { createSetupFiles } from './setup-files';

export interface OptionsModel
  extends Pick<EnvironmentForm, 'environment' | 'draft' | 'problems' | 'hasChanges' | 'open' | 'discard' | 'change'> {
  readonly state: ReadonlySignal<IdentityState | null>;
  readonly setup: ReadonlySignal<RegistrySetup | null>;
  readonly checks: ReadonlySignal<Checks>;
  readonly login: LoginModel;
  readonly toast: PopupToast;
  readonly preferences: PreferencesModel;
  readonly loadingFile: FileLoader['loadingFile'];
  readonly language: ReadonlySignal<LanguageSetting>;
  readonly selectLanguage: (setting: LanguageSetting) => Promise<void>;
  readonly openWelcome: () => void;
  readonly load: () => Promise<void>;
  readonly save: () => Promise<void>;
  readonly duplicate: (environment: Environment) => void;
  readonly remove: (environment: Environment) => Promise<void>;
  readonly readFiles: (files: readonly DroppedFile[]) => Promise<void>;
  readonly test: () => Promise<void>;
  readonly logIn: (userId: string, password: string) => Promise<void>;
  readonly exportAll: () => void;
  readonly importFile: (file: DroppedFile) => Promise<void>;
}

/** Longer than the time between the clicks of a double click. */
const REMOVE_INTERVAL_MS = 500;

export function createOptionsModel(deps: OptionsDeps): OptionsModel {
  const { ask } = deps;
  const state = signal<IdentityState | null>(null);
  const language = signal<LanguageSetting>('browser');
  deps.onLanguageSetting((setting) => {
    language.value = setting;
  });
  const toast = createPopupToast(deps.setTimer);
  const preferences = createPreferencesModel(deps, toast);
  const login = createLoginModel({
    ask: deps.ask,
    requestAccess: (provider) => deps.requestPermission([permissionPattern(provider)]),
  });
  const fileLoader = createFileLoader(deps);
  const setupFiles = createSetupFiles(fileLoader, toast);
  const environmentTest = createEnvironmentTest(deps);
  const form = createEnvironmentForm({
    state,
    onOpen() {
      login.cancel();
      setupFiles.reset();
      environmentTest.reset();
    },
    onChange: environmentTest.reset,
  });
  let isSaving = false;
  let canRemove = true;

  async function load(): Promise<void> {
    const isFirst = state.peek() === null;
    await preferences.load();
    language.value = await deps.loadLanguage();
    const read = await ask('state', {});
    if (!read.ok) return toast.showError(noBackgroundText);
    state.value = read.value;
    const { environments, currentEnvironmentId } = state.value;
    if (isFirst) form.open(environments.find(({ id }) => id === currentEnvironmentId) ?? null);
  }

  async function selectLanguage(setting: LanguageSetting): Promise<void> {
    const previous = language.value;
    language.value = setting;
    await deps.saveLanguage(setting).catch(() => {
      language.value = previous;
      toast.showError(() => i18n.t('options.language.notSaved'));
    });
  }

  async function saveDraft(
    environmentId: string | null,
    draft: EnvironmentDraft,
  ): Promise<Result<Environment, readonly EnvironmentProblem[]>> {
    const result = await ask('saveEnvironment', { environmentId, draft });
    if (!result.ok) {
      if (result.failure.reason === 'invalid') return fail(result.failure.problems);
      toast.showError(noBackgroundText);
      return fail([]);
    }
    await load();
    return result;
  }

  async function save(): Promise<void> {
    // A form that is submitted twice at once adds one environment.
    if (isSaving) return;
    isSaving = true;
    const submission = form.submit();
    const stored = await saveDraft(submission.environmentId, submission.draft).finally(() => {
      isSaving = false;
    });
    form.showResult(submission, stored);
    if (stored.ok) toast.showSuccess(() => i18n.t('options.environment.saved', { name: stored.value.name }));
  }

  async function remove(removed: Environment): Promise<void> {
    // After a deletion, the same button deletes the next environment, so a double click would delete two.
    if (!canRemove) return;
    canRemove = false;
    deps.setTimer(REMOVE_INTERVAL_MS, () => {
      canRemove = true;
    });
    const result = await ask('removeEnvironment', { environmentId: removed.id });
    if (!result.ok && result.failure.reason === 'no-background') return toast.showError(noBackgroundText);
    await load();
    form.replaceRemoved(removed.id, state.peek()?.environments[0] ?? null);
    const undo = async () => {
      const restored = await saveDraft(null, removed);
      if (restored.ok) form.open(restored.value);
    };
    toast.showSuccess(() => i18n.t('options.environment.removed', { name: removed.name }), {
      label: () => i18n.t('options.undo'),
      onSelect: () => void undo(),
    });
  }

  const { environment, draft, problems, hasChanges, open, discard, change } = form;
  return {
    state,
    environment,
    draft,
    problems,
    hasChanges,
    open,
    discard,
    change,
    setup: setupFiles.setup,
    checks: environmentTest.checks,
    login,
    toast,
    preferences,
    loadingFile: fileLoader.loadingFile,
    language,
    selectLanguage,
    openWelcome: deps.openWelcome,
    load,
    save,
    duplicate: (copied) =>
      form.openNew({
        ...copied,
        name: i18n.t('options.environment.copyName', { name: copied.name }),
        keepSessions: false,
      }),
    remove,
    readFiles: (files) =>
      setupFiles.read(files, (setup) => {
        const hasReadFile = setup.files.some(({ outcome }) => outcome === 'read');
        if (hasReadFile) form.openNew({ ...setup.draft, name: i18n.t('setup.environmentName') });
      }),
    async test() {
      const parsed = form.validate();
      if (parsed !== null) await environmentTest.run({ id: '', ...parsed });
    },
    async logIn(userId, password) {
      const selected = environment.peek();
      if (selected === null || !(await login.logIn(selected, userId, password))) return;
      await load();
      toast.showSuccess(() => i18n.t('options.loggedInAs', { userId }));
    },
    exportAll: () => deps.download('environments.json', exportEnvironments(state.peek()?.environments ?? [])),
    importFile: (file) =>
      fileLoader.load(file.name, (control) => importEnvironmentFile(file, control, { ask, toast, reload: load })),
  };
}
