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
  readonly busy: ReadonlySignal<boolean>;
  /** Newest first. */
  readonly history: ReadonlySignal<readonly RegistryRequestEntry[]>;
  /** The shown call. */
  readonly shown: ReadonlySignal<RegistryRequestEntry | null>;
  readonly select: (operation: Operation) => void;
  readonly change: (part: Partial<RequestDraft>) => void;
  /** No-op while a call is pending or if no entity is logged in. */
  readonly send: () => Promise<void>;
  /** Cancels the pending call. */
  readonly cancel: () => void;
  /** Shows a past call, and copies it into the form. */
  readonly reopen: (call: RegistryRequestEntry) => void;
}

const MAX_ENTRIES = 30;
/**
 * Maximum number of characters of all stored responses.
 * Each has up to 4 MiB, and thirty of them would fill the panel's memory.
 */
const MAX_RESPONSE_CHARS = 16 * 1024 * 1024;

/** The calls stay while another view is shown. */
export const registryStore = defineStore(({ app }) => createRegistryStore(app));

function createRegistryStore({ actions, acting, now }: AppStore): RegistryStore {
  const session = computed(() => acting.value && registrySession(acting.value));
  const draft = signal<RequestDraft>(draftOf(registryOperations()[0], {}));
  const errors = signal<readonly DraftError[]>([]);
  const busy = signal(false);
  const history = signal<readonly RegistryRequestEntry[]>([]);
  const shown = signal<RegistryRequestEntry | null>(null);
  let running: AbortController | null = null;

  function edit(next: RequestDraft): void {
    draft.value = next;
    errors.value = [];
  }

  return {
    session,
    draft,
    placeholders: computed(() => placeholdersOf(draft.value.template)),
    errors,
    busy,
    history,
    shown,
    select: (operation) => edit(draftOf(operation, draft.peek().values)),
    change: (part) => edit({ ...draft.peek(), ...part }),
    async send() {
      const caller = session.peek();
      if (caller === null || busy.peek()) return;
      const { sessionId, userId, registryUrl } = caller;
      const sent = draft.peek();
      const path = fillTemplate(sent.template, sent.values);
      errors.value = [...(path.ok ? [] : path.failure.map(missing)), ...bodyProblem(sent)];
      if (!path.ok || errors.peek().length > 0) return;
      busy.value = true;
      running = new AbortController();
      try {
        const body = hasBody(sent) ? sent.body : null;
        const called = { sessionId, registryUrl, method: sent.method, path: path.value, body };
        const outcome = await actions.callRegistry(called, running.signal);
        const id = (history.peek()[0]?.id ?? 0) + 1;
        const call = { id, at: now(), userId, draft: sent, path: path.value, outcome };
        history.value = bounded([call, ...history.peek()]);
        shown.value = call;
      } finally {
        busy.value = false;
        running = null;
      }
    },
    cancel: () => running?.abort(),
    reopen: (call) => {
      shown.value = call;
      edit(call.draft);
    },
  };
}

/** Returns the newest calls within the limits, at least the very newest one. */
function bounded(calls: readonly RegistryRequestEntry[]): readonly RegistryRequestEntry[] {
  let size = 0;
  return calls.slice(0, MAX_ENTRIES).filter(({ outcome }, index) => {
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

function missing(name: string): DraftError {
  return { field: name, message: i18n.t('registry.error.missingField', { name }) };
}

function bodyProblem(draft: RequestDraft): DraftError[] {
  if (!hasBody(draft) || parseJson(draft.body) !== undefined) return [];
  return [{ field: 'body', message: i18n.t('registry.error.invalidJson') }];
}

/** An operation of a registry with its default path. The path is editable, because section 4.2 does not define it. */
interface Operation {
  readonly id: 'list' | 'retrieve' | 'search' | 'update' | 'attest';
  readonly label: string;
  readonly method: RegistryCall['method'];
  readonly template: string;
  /** Initial JSON body, or null if the operation sends none. */
  readonly body: string | null;
}

const json = (value: unknown) => JSON.stringify(value, null, 2);

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
    body: json({ filters: {}, limit: 10, offset: 0 }),
  },
  {
    id: 'update',
    label: i18n.t('registry.update'),
    method: 'PUT',
    template: '/api/v1/{Entity}/{osid}',
    body: json({}),
  },
  {
    id: 'attest',
    label: i18n.t('registry.attest'),
    method: 'POST',
    template: '/api/v1/{Entity}/claims/{claimId}/attest',
    body: json({ action: 'GRANT_CLAIM' }),
  },
];
