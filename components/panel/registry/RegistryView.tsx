import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { formatTimeOfDay } from '#components/i18n/format.ts';
import { Button } from '#components/kit/Button.tsx';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import { FailureBox } from '#components/kit/FailureBox.tsx';
import { SelectBox } from '#components/kit/forms/SelectBox.tsx';
import { TextField } from '#components/kit/forms/TextField.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import type { IconName } from '#components/kit/icon-paths.ts';
import { Phrase } from '#components/kit/Phrase.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { AppCommands } from '#components/panel/app/app-commands.ts';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { readOnlyReason } from '#components/panel/app/tab-state.ts';
import { ResponseText } from '#components/panel/details/journey/ResponseText.tsx';
import { REGISTRY_METHODS, type RegistryCall } from '#core/registry/registry-call';
import { i18n } from '#i18n';
import type { RegistrySession } from '#panel/acting-state';
import { explainCallFailure, explainResponse } from './registry-messages';
import { type RegistryRequestEntry, type RegistryStore, registryOperations, registryStore } from './registry-store';
import './registry-view.css';

/** Calls the registry as the active entity: form, response, and earlier calls. */
export function RegistryView() {
  const { actions, commands, tab } = useApp();
  const registry = useStore(registryStore);
  const session = registry.session.value;
  if (session === null) {
    return (
      <RegistryEmpty
        icon="key"
        title={i18n.t('registry.noEntity')}
        hint={readOnlyReason(tab.value) ?? i18n.t('registry.logInHint')}
      >
        <Button big appearance="primary" unavailable={readOnlyReason(tab.value)} onClick={commands.openPopup}>
          {i18n.t('toolbar.logIn')}
        </Button>
      </RegistryEmpty>
    );
  }
  if (session.registryUrl === '') {
    return (
      <RegistryEmpty
        icon="registry"
        title={i18n.t('registry.noUrl')}
        hint={i18n.t('registry.enterUrl', { environmentName: session.environmentName })}
      >
        <Button big appearance="primary" onClick={actions.onOpenOptions}>
          {i18n.t('registry.openOptions')}
        </Button>
      </RegistryEmpty>
    );
  }
  return (
    <main class="registry">
      <RegistryHistory entries={registry.history.value} openEntry={registry.openEntry.value} onOpen={registry.reopen} />
      <RegistryRequestForm registry={registry} session={session} />
      <RegistryResponse entry={registry.openEntry.value} isBusy={registry.isBusy.value} onCopy={commands.copy} />
    </main>
  );
}

interface RegistryEmptyProps {
  readonly icon: IconName;
  readonly title: string;
  readonly hint: string;
  /** The button that resolves the empty state. */
  readonly children: ComponentChildren;
}

/** Shown while no request can be sent. */
function RegistryEmpty({ icon, title, hint, children }: RegistryEmptyProps) {
  return (
    <main class="registry-empty">
      <EmptyState icon={icon} title={title} actions={children}>
        {hint}
      </EmptyState>
    </main>
  );
}

interface RegistryRequestFormProps {
  readonly registry: RegistryStore;
  readonly session: RegistrySession;
}

/** An operation and the editable parts of its request. */
function RegistryRequestForm({ registry, session }: RegistryRequestFormProps) {
  const { errors, isBusy, placeholders } = registry;
  const draft = registry.draft.value;
  const errorOf = (field: string) => errors.value.find((error) => error.field === field)?.message;
  const sendButton = useRef<HTMLButtonElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void registry.send();
  };
  const cancel = () => {
    registry.cancel();
    // The “Cancel” button disappears, and would take the focus with it.
    sendButton.current?.focus();
  };
  return (
    <form class="registry-form" aria-label={i18n.t('registry.title')} onSubmit={submit}>
      <fieldset class="operations" aria-label={i18n.t('registry.operation')}>
        {registryOperations().map((operation) => (
          <button
            type="button"
            key={operation.id}
            class="chip outlined"
            aria-pressed={operation.id === draft.operation}
            onClick={() => registry.select(operation)}
          >
            {operation.label}
          </button>
        ))}
      </fieldset>
      <div class="registry-request-line">
        <MethodSelect method={draft.method} onSelect={(method) => registry.change({ method })} />
        <TextField
          label={i18n.t('registry.path')}
          labelPosition="hidden"
          isCode
          value={draft.template}
          onInput={(template) => registry.change({ template })}
        />
      </div>
      <p class="small-print muted truncate">{session.registryUrl}</p>
      {placeholders.value.map((name) => (
        <TextField
          key={name}
          label={name}
          labelPosition="beside"
          isCode
          announcesError
          value={(Object.hasOwn(draft.values, name) && draft.values[name]) || ''}
          error={errorOf(name)}
          onInput={(value) => registry.change({ values: { ...draft.values, [name]: value } })}
        />
      ))}
      {draft.method !== 'GET' && (
        <label class="registry-body">
          <span class="muted">{i18n.t('registry.requestBody')}</span>
          <textarea
            class="mono"
            spellcheck={false}
            value={draft.body}
            aria-invalid={errorOf('body') !== undefined}
            onInput={({ currentTarget }) => registry.change({ body: currentTarget.value })}
          />
          {errorOf('body') !== undefined && (
            <span class="registry-error" role="alert">
              <Icon name="invalid" size={13} tone="error" />
              {errorOf('body')}
            </span>
          )}
        </label>
      )}
      <div class="registry-actions">
        <span class="muted truncate">
          <Phrase
            text={i18n.t('registry.actingAs', { user: '{user}', environment: session.environmentName })}
            parts={{ user: <b>{session.userId}</b> }}
          />
        </span>
        <span class="grow" />
        {isBusy.value && (
          <Button big onClick={cancel}>
            {i18n.t('registry.cancel')}
          </Button>
        )}
        <button class="button primary big" type="submit" aria-disabled={isBusy.value} ref={sendButton}>
          {isBusy.value ? i18n.t('registry.sending') : i18n.t('registry.send', { method: draft.method })}
        </button>
      </div>
    </form>
  );
}

interface MethodSelectProps {
  readonly method: RegistryCall['method'];
  readonly onSelect: (method: RegistryCall['method']) => void;
}

function MethodSelect({ method, onSelect }: MethodSelectProps) {
  const options = REGISTRY_METHODS.map((name) => [name, name] as const);
  return <SelectBox name={i18n.t('registry.method')} value={method} options={options} onSelect={onSelect} />;
}

interface RegistryHistoryProps {
  readonly entries: readonly RegistryRequestEntry[];
  readonly openEntry: RegistryRequestEntry | null;
  readonly onOpen: (entry: RegistryRequestEntry) => void;
}

/** Earlier requests, newest first. They are stored until the panel is closed. */
function RegistryHistory({ entries, openEntry, onOpen }: RegistryHistoryProps) {
  return (
    <nav class="registry-history" aria-label={i18n.t('registry.history')}>
      <h3>{i18n.t('registry.history')}</h3>
      {entries.length === 0 && <p class="muted">{i18n.t('registry.historyEmpty')}</p>}
      {entries.map((entry) => (
        <button
          type="button"
          class="inset"
          key={entry.id}
          aria-current={entry.id === openEntry?.id}
          title={i18n.t('registry.historyEntry', {
            method: entry.draft.method,
            path: entry.path,
            userId: entry.userId,
            at: formatTimeOfDay(entry.at),
          })}
          onClick={() => onOpen(entry)}
        >
          <span class={isSuccessful(entry) ? 'muted tabular' : 'error tabular'}>
            {entry.outcome.ok ? entry.outcome.value.status : i18n.t('page.failed')}
          </span>
          <code class="truncate">{`${entry.draft.method} ${entry.path}`}</code>
        </button>
      ))}
    </nav>
  );
}

function isSuccessful({ outcome, userId }: RegistryRequestEntry): boolean {
  return outcome.ok && explainResponse(outcome.value, userId) === null;
}

interface RegistryResponseProps {
  readonly entry: RegistryRequestEntry | null;
  readonly isBusy: boolean;
  readonly onCopy: AppCommands['copy'];
}

/** The response of the registry, with an explanation if it is an error. */
function RegistryResponse({ entry, isBusy, onCopy }: RegistryResponseProps) {
  return (
    <section class="registry-response" aria-label={i18n.t('registry.response')} aria-live="polite" aria-busy={isBusy}>
      {entry === null ? (
        <p class="muted">{i18n.t('registry.responsePlaceholder')}</p>
      ) : (
        <ResponseDetails key={entry.id} entry={entry} onCopy={onCopy} />
      )}
    </section>
  );
}

type ResponseDetailsProps = Pick<RegistryResponseProps, 'onCopy'> & { readonly entry: RegistryRequestEntry };

function ResponseDetails({ entry: { outcome, userId, path, draft }, onCopy }: ResponseDetailsProps) {
  if (!outcome.ok) return <FailureBox {...explainCallFailure(outcome.failure)} />;
  const { status, statusText, milliseconds, body } = outcome.value;
  const explanation = explainResponse(outcome.value, userId);
  return (
    <>
      <p class="registry-status">
        <StatusLabel
          icon={explanation === null ? 'valid' : 'invalid'}
          tone={explanation === null ? 'success' : 'error'}
        >
          {`${status} ${statusText}`.trim()}
        </StatusLabel>
        <span class="muted tabular">{i18n.t('registry.ms', { milliseconds })}</span>
        <code class="muted truncate">{`${draft.method} ${path}`}</code>
      </p>
      {explanation !== null && <FailureBox {...explanation} />}
      {body === '' ? <p class="muted">{i18n.t('registry.emptyBody')}</p> : <ResponseText text={body} onCopy={onCopy} />}
    </>
  );
}
