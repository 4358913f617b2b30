import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { messageText } from '#components/i18n/message-text.ts';
import { recheckProblems } from '#components/popup/field-problem.ts';
import { noBackgroundText } from '#components/popup/model/background-failure.ts';
import { createLoginModel, type LoginModel } from '#components/popup/model/login.ts';
import { createPopupToast, type PopupToast } from '#components/popup/model/popup-toast.ts';
import type { EnvironmentCheck } from '#core/identity/checked-part';
import { type Environment, LOCAL_REGISTRY, permissionPattern, registryPattern } from '#core/identity/environment';
import { parseEnvironment } from '#core/identity/environment-draft';
import { exportEnvironments, importEnvironments } from '#core/identity/environment-file';
import { type EnvironmentDraft, type EnvironmentProblem, isSameDraft } from '#core/identity/typed-environment';
import { isComposeOverride } from '#core/registry/files/compose-file';
import { type DroppedFile, isYaml, type ReadingControl, readDropped } from '#core/registry/files/limits';
import { type RegistrySetup, readRegistryFiles } from '#core/registry/files/registry-setup';
import { fail, type Result } from '#core/util/result';
import type { IdentityState } from '#extension/protocol/identity-state';
import { i18n } from '#i18n';
import type { LanguageSetting } from '#i18n/language';
import { createFileLoader, type FileLoader, type OptionsDeps } from './file-loader';
import { createPreferencesModel, type PreferencesModel } from './preferences-model';

/** Results so far of testing an environment. */
export type Checks = readonly EnvironmentCheck[] | 'running' | null;

export interface OptionsModel {
  readonly state: ReadonlySignal<IdentityState | null>;
  /** The saved environment that is being edited; null for a new one. */
  readonly environment: ReadonlySignal<Environment | null>;
  readonly draft: ReadonlySignal<EnvironmentDraft>;
  readonly problems: ReadonlySignal<readonly EnvironmentProblem[]>;
  readonly setup: ReadonlySignal<RegistrySetup | null>;
  readonly checks: ReadonlySignal<Checks>;
  readonly login: LoginModel;
  readonly toast: PopupToast;
  readonly preferences: PreferencesModel;
  /** The file that is being loaded; null for the first 300 ms. */
  readonly loadingFile: FileLoader['loadingFile'];
  readonly language: ReadonlySignal<LanguageSetting>;
  readonly selectLanguage: (setting: LanguageSetting) => Promise<void>;
  readonly openWelcome: () => void;
  readonly load: () => Promise<void>;
  /** Whether there are unsaved changes. They stay while another environment is open. */
  readonly hasChanges: ReadonlySignal<boolean>;
  readonly open: (environment: Environment | null) => void;
  /** Discards the unsaved changes. */
  readonly discard: () => void;
  readonly change: (part: Partial<EnvironmentDraft>) => void;
  readonly save: () => Promise<void>;
  readonly duplicate: (environment: Environment) => void;
  readonly remove: (environment: Environment) => Promise<void>;
  readonly readFiles: (files: readonly DroppedFile[]) => Promise<void>;
  readonly test: () => Promise<void>;
  readonly logIn: (userId: string, password: string) => Promise<void>;
  readonly exportAll: () => void;
  readonly importFile: (file: DroppedFile) => Promise<void>;
}

/** Longer than the pause of a double click. */
const REMOVE_INTERVAL_MS = 500;

const EMPTY_DRAFT: EnvironmentDraft = { ...LOCAL_REGISTRY, name: '', authUrl: '', registryUrl: '' };

/** Whether a file is a base compose file rather than an override. */
const isBase = ({ name }: DroppedFile): boolean => isYaml(name) && !isComposeOverride(name);

export function createOptionsModel(deps: OptionsDeps): OptionsModel {
  const { ask } = deps;
  const state = signal<IdentityState | null>(null);
  const selectedId = signal<string | null>(null);
  const draft = signal<EnvironmentDraft>(EMPTY_DRAFT);
  const problems = signal<readonly EnvironmentProblem[]>([]);
  const setup = signal<RegistrySetup | null>(null);
  const checks = signal<Checks>(null);
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
  /** Files of the previous drop. A compose override that is dropped later belongs to them. */
  let previousFiles: readonly DroppedFile[] = [];
  /** Changes with each form that is opened, so that a late response does not change another one. */
  let openForm = {};
  let currentTest = {};
  let isSaving = false;
  let canRemove = true;
  const environment = computed(() => state.value?.environments.find(({ id }) => id === selectedId.value) ?? null);
  /** Unsaved drafts of environments that are not open, by id; `null` for the new one. */
  const unsaved = new Map<string | null, EnvironmentDraft>();
  const hasChanges = computed(() => !isSameDraft(draft.value, environment.value ?? EMPTY_DRAFT));

  async function load(): Promise<void> {
    const first = state.peek() === null;
    await preferences.load();
    language.value = await deps.loadLanguage();
    const read = await ask('state', {});
    if (!read.ok) return toast.showError(noBackgroundText);
    state.value = read.value;
    const { environments, currentEnvironmentId } = state.value;
    if (first) open(environments.find(({ id }) => id === currentEnvironmentId) ?? null);
  }

  async function selectLanguage(setting: LanguageSetting): Promise<void> {
    const before = language.value;
    language.value = setting;
    await deps.saveLanguage(setting).catch(() => {
      language.value = before;
      toast.showError(() => i18n.t('options.language.notSaved'));
    });
  }

  function show(id: string | null, shown: EnvironmentDraft): void {
    login.cancel();
    openForm = {};
    selectedId.value = id;
    draft.value = shown;
    problems.value = [];
    checks.value = null;
  }

  function storeTyped(): void {
    if (hasChanges.peek()) unsaved.set(selectedId.peek(), draft.peek());
    else unsaved.delete(selectedId.peek());
  }

  function open(opened: Environment | null): void {
    storeTyped();
    openSaved(opened);
    draft.value = unsaved.get(opened?.id ?? null) ?? draft.peek();
  }

  function openSaved(opened: Environment | null): void {
    setup.value = null;
    previousFiles = [];
    show(opened?.id ?? null, opened ?? EMPTY_DRAFT);
  }

  function discard(): void {
    unsaved.delete(selectedId.peek());
    openSaved(environment.peek());
  }

  async function saveDraft(
    id: string | null,
    edited: EnvironmentDraft,
  ): Promise<Result<Environment, readonly EnvironmentProblem[]>> {
    const result = await ask('saveEnvironment', { environmentId: id, draft: edited });
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
    const [form, id, edited] = [openForm, selectedId.peek(), draft.peek()];
    const stored = await saveDraft(id, edited).finally(() => {
      isSaving = false;
    });
    const isOpen = form === openForm || draft.peek() === edited;
    if (isOpen) problems.value = stored.ok ? [] : stored.failure;
    if (!stored.ok) return;
    if (unsaved.get(id) === edited) unsaved.delete(id);
    if (isOpen) selectedId.value = stored.value.id;
    if (draft.peek() === edited) draft.value = stored.value;
    toast.showSuccess(() => i18n.t('options.environment.saved', { name: stored.value.name }));
  }

  async function remove(removed: Environment): Promise<void> {
    // After a deletion, the button deletes the environment that is opened next.
    if (!canRemove) return;
    canRemove = false;
    deps.setTimer(REMOVE_INTERVAL_MS, () => {
      canRemove = true;
    });
    const result = await ask('removeEnvironment', { environmentId: removed.id });
    if (!result.ok && result.failure.reason === 'no-background') return toast.showError(noBackgroundText);
    await load();
    unsaved.delete(removed.id);
    openSaved(state.peek()?.environments[0] ?? null);
    const undo = async () => {
      const restored = await saveDraft(null, removed);
      if (restored.ok) open(restored.value);
    };
    toast.showSuccess(() => i18n.t('options.environment.removed', { name: removed.name }), {
      label: () => i18n.t('options.undo'),
      onSelect: () => void undo(),
    });
  }

  async function test(): Promise<void> {
    const parsed = parseEnvironment({ ...draft.peek(), name: draft.peek().name || 'unnamed' });
    problems.value = parsed.ok ? [] : parsed.failure;
    if (!parsed.ok) return;
    const tested = { id: '', ...parsed.value };
    // Must be called directly in the click: browsers require a user gesture.
    const patterns = [permissionPattern(tested), registryPattern(tested)].filter((pattern) => pattern !== null);
    const permission = deps.requestPermission(patterns).catch(() => false);
    const run = {};
    currentTest = run;
    checks.value = 'running';
    await permission;
    const found = await deps.checkEnvironment(tested);
    if (currentTest === run && checks.peek() === 'running') checks.value = found;
  }

  async function importFile(file: DroppedFile): Promise<void> {
    await fileLoader.load(file.name, (control) => importWith(file, control));
  }

  async function importWith(file: DroppedFile, { signal, onProgress }: ReadingControl): Promise<void> {
    const text = await readDropped(file, signal);
    if (signal.aborted) return toast.showSuccess(() => i18n.t('options.setUp.cancelled', { name: file.name }));
    const read = text.ok ? importEnvironments(text.value) : text;
    if (!read.ok) return toast.showError(() => `${file.name}: ${messageText(read.failure)}`);
    const { drafts, problems: remainingProblems } = read.value;
    let n = 0;
    for (const imported of drafts) {
      const saved = await ask('saveEnvironment', { environmentId: null, draft: imported });
      if (!saved.ok && saved.failure.reason === 'no-background') return toast.showError(noBackgroundText);
      n += 1;
      onProgress(n / drafts.length);
      if (signal.aborted) break;
    }
    await load();
    const imported = () => i18n.t('options.environmentsImported', n, { n });
    if (remainingProblems.length === 0) toast.showSuccess(() => `${imported()}.`);
    else
      toast.showError(() =>
        i18n.t('options.environment.importedSkipped', {
          imported: imported(),
          n: remainingProblems.length,
          first: messageText(remainingProblems[0] ?? ''),
        }),
      );
  }

  async function readFiles(files: readonly DroppedFile[]): Promise<void> {
    const isOnTop = files.some(({ name }) => isComposeOverride(name)) && !files.some(isBase);
    const names = new Set(files.map(({ name }) => name));
    const all = [...(isOnTop ? previousFiles.filter(({ name }) => !names.has(name)) : []), ...files];
    const [first] = files;
    if (first === undefined) return;
    const name = () => (files.length === 1 ? first.name : i18n.t('options.files', files.length, { n: files.length }));
    const read = await fileLoader.load(name(), (control) => readRegistryFiles(all, control));
    if (!read.ok) return toast.showSuccess(() => i18n.t('options.setUp.cancelled', { name: name() }));
    previousFiles = all;
    const isUseful = read.value.files.some(({ outcome }) => outcome === 'read');
    if (isUseful) storeTyped();
    if (isUseful) show(null, { ...read.value.draft, name: i18n.t('setup.environmentName') });
    setup.value = read.value;
  }

  return {
    state,
    environment,
    draft,
    problems,
    setup,
    checks,
    login,
    toast,
    preferences,
    loadingFile: fileLoader.loadingFile,
    language,
    selectLanguage,
    openWelcome: deps.openWelcome,
    load,
    hasChanges,
    open,
    discard,
    change: (part) => {
      const next = { ...draft.peek(), ...part };
      problems.value = recheckProblems(problems.peek(), draft.peek(), next);
      draft.value = next;
      checks.value = null;
    },
    save,
    duplicate: (copied) => {
      setup.value = null;
      previousFiles = [];
      storeTyped();
      show(null, {
        ...copied,
        name: i18n.t('options.environment.copyName', { name: copied.name }),
        keepSessions: false,
      });
    },
    remove,
    readFiles,
    test,
    logIn: async (userId, password) => {
      const selected = environment.peek();
      if (selected === null || !(await login.logIn(selected, userId, password))) return;
      await load();
      toast.showSuccess(() => i18n.t('options.loggedInAs', { userId }));
    },
    exportAll: () => deps.download('environments.json', exportEnvironments(state.peek()?.environments ?? [])),
    importFile,
  };
}
