import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { recheckProblems } from '#components/popup/field-problem.ts';
import { type Environment, LOCAL_REGISTRY } from '#core/identity/environment';
import { type EnvironmentDraft, type EnvironmentProblem, isSameDraft } from '#core/identity/environment-draft';
import { parseEnvironment } from '#core/identity/parse-environment';
import type { Result } from '#core/util/result';
import type { IdentityState } from '#extension/protocol/identity-state';

/** The content of a form when the user saves it. */
interface Submission {
  readonly form: object;
  readonly environmentId: string | null;
  readonly draft: EnvironmentDraft;
}

/** The form of one environment at a time. Unsaved changes stay while another environment is open. */
export interface EnvironmentForm {
  /** The saved environment that is being edited, or `null` for a new one. */
  readonly environment: ReadonlySignal<Environment | null>;
  readonly draft: ReadonlySignal<EnvironmentDraft>;
  readonly problems: ReadonlySignal<readonly EnvironmentProblem[]>;
  readonly hasChanges: ReadonlySignal<boolean>;
  /** Opens an environment with its unsaved changes, or the form of a new environment for `null`. */
  readonly open: (environment: Environment | null) => void;
  /** Opens a new environment with these values. */
  readonly openNew: (draft: EnvironmentDraft) => void;
  /** Discards the unsaved changes. */
  readonly discard: () => void;
  readonly change: (part: Partial<EnvironmentDraft>) => void;
  /** Shows the problems of the draft. Returns the environment, or `null` if there are problems. */
  readonly validate: () => Omit<Environment, 'id'> | null;
  readonly submit: () => Submission;
  /** Shows the result of a submission, unless another form is open by now. */
  readonly showResult: (submission: Submission, result: Result<Environment, readonly EnvironmentProblem[]>) => void;
  /** Forgets the draft of a removed environment. Opens `next` if the removed environment was open. */
  readonly replaceRemoved: (removedId: string, next: Environment | null) => void;
}

interface EnvironmentFormDeps {
  readonly state: ReadonlySignal<IdentityState | null>;
  /** Called before another form is shown. */
  readonly onOpen: () => void;
  readonly onChange: () => void;
}

const EMPTY_DRAFT: EnvironmentDraft = { ...LOCAL_REGISTRY, name: '', authUrl: '', registryUrl: '' };

export function createEnvironmentForm({ state, onOpen, onChange }: EnvironmentFormDeps): EnvironmentForm {
  const selectedId = signal<string | null>(null);
  const draft = signal<EnvironmentDraft>(EMPTY_DRAFT);
  const problems = signal<readonly EnvironmentProblem[]>([]);
  /** A new object for each opened form, so that a late response does not change another form. */
  let openForm = {};
  const environment = computed(() => state.value?.environments.find(({ id }) => id === selectedId.value) ?? null);
  /** Unsaved drafts of forms that were left, by environment id. The id of a new environment is `null`. */
  const unsavedDrafts = new Map<string | null, EnvironmentDraft>();
  const hasChanges = computed(() => !isSameDraft(draft.value, environment.value ?? EMPTY_DRAFT));

  function show(id: string | null, openedDraft: EnvironmentDraft): void {
    onOpen();
    openForm = {};
    selectedId.value = id;
    draft.value = openedDraft;
    problems.value = [];
  }

  function storeUnsaved(): void {
    if (hasChanges.peek()) unsavedDrafts.set(selectedId.peek(), draft.peek());
    else unsavedDrafts.delete(selectedId.peek());
  }

  function showWithUnsaved(opened: Environment | null): void {
    const id = opened?.id ?? null;
    show(id, unsavedDrafts.get(id) ?? opened ?? EMPTY_DRAFT);
    unsavedDrafts.delete(id);
  }

  return {
    environment,
    draft,
    problems,
    hasChanges,
    open(opened) {
      storeUnsaved();
      showWithUnsaved(opened);
    },
    openNew(created) {
      storeUnsaved();
      show(null, created);
    },
    discard() {
      const saved = environment.peek();
      unsavedDrafts.delete(selectedId.peek());
      show(saved?.id ?? null, saved ?? EMPTY_DRAFT);
    },
    change(part) {
      const next = { ...draft.peek(), ...part };
      problems.value = recheckProblems(problems.peek(), draft.peek(), next);
      draft.value = next;
      onChange();
    },
    validate() {
      const parsed = parseEnvironment({ ...draft.peek(), name: draft.peek().name || 'unnamed' });
      problems.value = parsed.ok ? [] : parsed.failure;
      return parsed.ok ? parsed.value : null;
    },
    submit: () => ({ form: openForm, environmentId: selectedId.peek(), draft: draft.peek() }),
    showResult({ form, environmentId, draft: submitted }, result) {
      // A form that was left and opened again has another `openForm`, but the same draft object.
      const isOpen = form === openForm || draft.peek() === submitted;
      if (isOpen) problems.value = result.ok ? [] : result.failure;
      if (!result.ok) return;
      if (unsavedDrafts.get(environmentId) === submitted) unsavedDrafts.delete(environmentId);
      if (isOpen) selectedId.value = result.value.id;
      if (draft.peek() === submitted) draft.value = result.value;
    },
    replaceRemoved(removedId, next) {
      unsavedDrafts.delete(removedId);
      if (selectedId.peek() === removedId) showWithUnsaved(next);
    },
  };
}
