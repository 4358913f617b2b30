import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { AppStore } from '#components/panel/app/app-store.ts';
import { defineStore } from '#components/panel/app/stores.ts';
import { parseJson } from '#core/json/json';
import { fillTemplate, placeholdersOf } from '#core/registry/path-template';
import type { RegistryCall } from '#core/registry/registry-call';
import { i18n } from '#i18n';
import { type RegistrySession, registrySession } from '#panel/acting-state';
import type { RegistryOutcome } from '#panel/registry-outcome';

/** The call that is being edited. */
interface RequestDraft {
  readonly operation: Operation['id'];
  readonly method: RegistryCall['method'];
  readonly template: string;
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A call that was made, with its outcome. */
export interface RegistryRequestEntry {
  readonly id: number;
  readonly at: number;
  readonly userId: string;
  readonly draft: RequestDraft;
  readonly path: string;
  readonly outcome: RegistryOutcome;
}

/** Why a draft cannot be sent yet. */
type DraftError = { readonly field: string; readonly message: string };

export interface RegistryStore {
  /** The log-in session of the calls, or null if no entity is logged in. */
  readonly session: ReadonlySignal<RegistrySession | null>;
  readonly draft: ReadonlySignal<RequestDraft>;
  readonly placeholders: ReadonlySignal<readonly string[]>;
  /** Errors found by the last attempt to send; empty while the draft is edited. */
  readonly errors: ReadonlySignal<readonly DraftError[]>;
  /** Whether a call is pending. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** Newest first. */
  readonly history: ReadonlySignal<readonly RegistryRequestEntry[]>;
  /** The call whose response is shown; null before the first call. */
  readonly openEntry: ReadonlySignal<RegistryRequestEntry | null>;
  readonly select: (operation: Operation) => void;
  readonly change: (part: Partial<RequestDraft>) => void;
  /** No-op while a call is pending or if no entity is logged in. */
  readonly send: () => Promise<void>;
  /** Cancels the pending call. */
  readonly cancel: () => void;
  /** Shows a past call, and copies it into the form. */
  readonly reopen: (entry: RegistryRequestEntry) => void;
}

const MAX_ENTRIES = 30;
/**
 * Maximum number of characters of all stored responses.
 * A response has up to 4 MiB, so that 30 of them could fill the panel's memory.
 */
const MAX_RESPONSE_CHARS = 16 * 1024 * 1024;

/** A store, so that calls and draft stay while another view is shown. */
export const registryStore = defineStore(({ app }) => createRegistryStore(app));

function createRegistryStore({ actions, acting, now }: AppStore): RegistryStore {
  const session = computed(() => acting.value && registrySession(acting.value));
  const draft = signal<RequestDraft>(draftOf(registryOperations()[0], {}));
  const errors = signal<readonly DraftError[]>([]);
  const isBusy = signal(false);
  const history = signal<readonly RegistryRequestEntry[]>([]);
  const openEntry = signal<RegistryRequestEntry | null>(null);
  let abortController: AbortController | null = null;

  function edit(next: RequestDraft): void {
    draft.value = next;
    errors.value = [];
  }

  return {
    session,
    draft,
    placeholders: computed(() => placeholdersOf(draft.value.template)),
    errors,
    isBusy,
    history,
    openEntry,
    select: (operation) => edit(draftOf(operation, draft.peek().values)),
    change: (part) => edit({ ...draft.peek(), ...part }),
    async send() {
      const currentSession = session.peek();
      if (currentSession === null || isBusy.peek()) return;
      const { sessionId, userId, registryUrl } = currentSession;
      const sentDraft = draft.peek();
      const path = fillTemplate(sentDraft.template, sentDraft.values);
      errors.value = [...(path.ok ? [] : path.failure.map(missingFieldError)), ...bodyErrors(sentDraft)];
      if (!path.ok || errors.peek().length > 0) return;
      isBusy.value = true;
      abortController = new AbortController();
      try {
        const body = hasBody(sentDraft) ? sentDraft.body : null;
        const call = { sessionId, registryUrl, method: sentDraft.method, path: path.value, body };
        const outcome = await actions.callRegistry(call, abortController.signal);
        const id = (history.peek()[0]?.id ?? 0) + 1;
        const entry = { id, at: now(), userId, draft: sentDraft, path: path.value, outcome };
        history.value = takeWithinLimits([entry, ...history.peek()]);
        openEntry.value = entry;
      } finally {
        isBusy.value = false;
        abortController = null;
      }
    },
    cancel: () => abortController?.abort(),
    reopen: (entry) => {
      openEntry.value = entry;
      edit(entry.draft);
    },
  };
}

/** Returns the newest calls within the limits, and always the last call. */
function takeWithinLimits(entries: readonly RegistryRequestEntry[]): readonly RegistryRequestEntry[] {
  let size = 0;
  return entries.slice(0, MAX_ENTRIES).filter(({ outcome }, index) => {
    size += outcome.ok ? outcome.value.body.length : 0;
    return index === 0 || size <= MAX_RESPONSE_CHARS;
  });
}

function draftOf(operation: Operation | undefined, values: RequestDraft['values']): RequestDraft {
  const { id = 'list', method = 'GET', template = '/api/v1/', body = null } = operation ?? {};
  return { operation: id, method, template, values, body: body ?? '' };
}

/** Whether the request has a body; a GET never does. */
function hasBody({ method, body }: Pick<RequestDraft, 'method' | 'body'>): boolean {
  return method !== 'GET' && body.trim() !== '';
}

function missingFieldError(name: string): DraftError {
  return { field: name, message: i18n.t('registry.error.missingField', { name }) };
}

function bodyErrors(draft: RequestDraft): DraftError[] {
  if (!hasBody(draft) || parseJson(draft.body) !== undefined) return [];
  return [{ field: 'body', message: i18n.t('registry.error.invalidJson') }];
}

/** An operation of a registry. The path is editable, because section 4.2 of the specification does not define paths. */
interface Operation {
  readonly id: 'list' | 'retrieve' | 'search' | 'update' | 'attest';
  readonly label: string;
  readonly method: RegistryCall['method'];
  readonly template: string;
  /** Initial JSON body, or null if the operation sends none. */
  readonly body: string | null;
}

const formatJson = (value: unknown) => JSON.stringify(value, null, 2);

export const registryOperations = (): readonly Operation[] => [
  { id: 'list', label: i18n.t('registry.list'), method: 'GET', template: '/api/v1/{Entity}', body: null },
  {
    id: 'retrieve',
    label: i18n.t('registry.retrieve'),
    method: 'GET',
    template: '/api/v1/{Entity}/{osid}',
    body: null,
  },
  {
    id: 'search',
    label: i18n.t('registry.search'),
    method: 'POST',
    template: '/api/v1/{Entity}/search',
    body: formatJson({ filters: {}, limit: 10, offset: 0 }),
  },
  {
    id: 'update',
    label: i18n.t('registry.update'),
    method: 'PUT',
    template: '/api/v1/{Entity}/{osid}',
    body: formatJson({}),
  },
  {
    id: 'attest',
    label: i18n.t('registry.attest'),
    method: 'POST',
    template: '/api/v1/{Entity}/claims/{claimId}/attest',
    body: formatJson({ action: 'GRANT_CLAIM' }),
  },
];
