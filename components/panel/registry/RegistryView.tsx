import { useRef } from 'preact/hooks';
import { Button } from '#components/kit/Button.tsx';
import { EmptyState } from '#components/kit/EmptyState.tsx';
import { useApp, useStore } from '#components/panel/app/stores.ts';
import { readOnlyReason } from '#components/panel/app/tab-state.ts';
import { i18n } from '#i18n';
import { type PastCall, type RegistryStore, registryOperations, registryStore } from './registry-store';
import './registry-view.css';
import { formatTimeOfDay } from '#components/i18n/format.ts';
import { FailureBox } from '#components/kit/FailureBox.tsx';
import { SelectBox } from '#components/kit/forms/SelectBox.tsx';
import { TextField } from '#components/kit/forms/TextField.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { Phrase } from '#components/kit/Phrase.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import type { AppCommands } from '#components/panel/app/app-commands.ts';
import { ResponseText } from '#components/panel/details/journey/ResponseText.tsx';
import { REGISTRY_METHODS, type RegistryCall } from '#core/registry/registry-call';
import type { RegistrySession } from '#panel/acting-state';
import { explainCallFailure, explainResponse } from './registry-messages';

/** Calls the registry as the active entity: form, response, and earlier calls. */
export function RegistryView() {
  const { actions, commands, tab } = useApp();
  const registry = useStore(registryStore);
  const session = registry.session.value;
  if (session === null) {
    const logIn = (
      <Button big appearance="primary" unavailable={readOnlyReason(tab.value)} onClick={commands.openPopup}>
        {i18n.t('toolbar.logIn')}
      </Button>
    );
    return (
      <main class="registry-empty">
        <EmptyState icon="key" title={i18n.t('registry.noEntity')} actions={logIn}>
          {readOnlyReason(tab.value) ?? i18n.t('registry.logInHint')}
        </EmptyState>
      </main>
    );
  }
  if (session.registryUrl === '') {
    const settings = (
      <Button big appearance="primary" onClick={actions.onOpenOptions}>
        {i18n.t('registry.openOptions')}
      </Button>
    );
    return (
      <main class="registry-empty">
        <EmptyState icon="registry" title={i18n.t('registry.noUrl')} actions={settings}>
          {i18n.t('registry.enterUrl', { environmentName: session.environmentName })}
        </EmptyState>
      </main>
    );
  }
  return (
    <main class="registry">
      <CallHistory calls={registry.history.value} shown={registry.shown.value} onOpen={registry.reopen} />
      <CallForm registry={registry} session={session} />
      <CallResponse call={registry.shown.value} busy={registry.busy.value} onCopy={commands.copy} />
    </main>
  );
}

interface CallFormProps {
  readonly registry: RegistryStore;
  readonly session: RegistrySession;
}

/** Form of a registry call: an operation and its editable parts. */
function CallForm({ registry, session }: CallFormProps) {
  const { draft: shownDraft, problems, busy, placeholders } = registry;
  const draft = shownDraft.value;
  const problemOf = (field: string) => problems.value.find((problem) => problem.field === field)?.message;
  const sendButton = useRef<HTMLButtonElement>(null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void registry.send();
  };
  const cancel = () => {
    registry.cancel();
    // The button to cancel disappears, and the focus with it.
    sendButton.current?.focus();
  };
  return (
    <form class="call-form" aria-label={i18n.t('registry.title')} onSubmit={submit}>
      <fieldset class="operations" aria-label={i18n.t('registry.operation')}>
        {registryOperations().map((operation) => (
          <button
            type="button"
            key={operation.id}
            class="chip outlined"
            aria-pressed={operation.id === draft.operation}
            onClick={() => registry.choose(operation)}
          >
            {operation.label}
          </button>
        ))}
      </fieldset>
      <div class="call-line">
        <MethodSelect method={draft.method} onChoose={(method) => registry.change({ method })} />
        <TextField
          label={i18n.t('registry.path')}
          labelPosition="hidden"
          isCode
          value={draft.template}
          onInput={(template) => registry.change({ template })}
        />
      </div>
      <p class="fine muted clip">{session.registryUrl}</p>
      {placeholders.value.map((name) => (
        <TextField
          key={name}
          label={name}
          labelPosition="beside"
          isCode
          isProblemAnnounced
          value={(Object.hasOwn(draft.values, name) && draft.values[name]) || ''}
          problem={problemOf(name)}
          onInput={(value) => registry.change({ values: { ...draft.values, [name]: value } })}
        />
      ))}
      {draft.method !== 'GET' && (
        <label class="call-body">
          <span class="muted">{i18n.t('registry.requestBody')}</span>
          <textarea
            class="mono"
            spellcheck={false}
            value={draft.body}
            aria-invalid={problemOf('body') !== undefined}
            onInput={({ currentTarget }) => registry.change({ body: currentTarget.value })}
          />
          {problemOf('body') !== undefined && (
            <span class="call-problem" role="alert">
              <Icon name="invalid" size={13} tone="bad" />
              {problemOf('body')}
            </span>
          )}
        </label>
      )}
      <div class="call-actions">
        <span class="muted clip">
          <Phrase
            text={i18n.t('registry.actingAs', { user: '{user}', environment: session.environmentName })}
            parts={{ user: <b>{session.userId}</b> }}
          />
        </span>
        <span class="grow" />
        {busy.value && (
          <Button big onClick={cancel}>
            {i18n.t('registry.cancel')}
          </Button>
        )}
        <button class="button primary big" type="submit" aria-disabled={busy.value} ref={sendButton}>
          {busy.value ? i18n.t('registry.sending') : i18n.t('registry.send', { method: draft.method })}
        </button>
      </div>
    </form>
  );
}

interface MethodSelectProps {
  readonly method: RegistryCall['method'];
  readonly onChoose: (method: RegistryCall['method']) => void;
}

function MethodSelect({ method, onChoose }: MethodSelectProps) {
  const options = REGISTRY_METHODS.map((name) => [name, name] as const);
  return <SelectBox name={i18n.t('registry.method')} value={method} options={options} onChoose={onChoose} />;
}

interface CallHistoryProps {
  readonly calls: readonly PastCall[];
  readonly shown: PastCall | null;
  readonly onOpen: (call: PastCall) => void;
}

/** Earlier calls, newest first. They are stored until the panel is closed. */
function CallHistory({ calls, shown, onOpen }: CallHistoryProps) {
  return (
    <nav class="call-history" aria-label={i18n.t('registry.history')}>
      <h3>{i18n.t('registry.history')}</h3>
      {calls.length === 0 && <p class="muted">{i18n.t('registry.historyEmpty')}</p>}
      {calls.map((call) => (
        <button
          type="button"
          class="inset"
          key={call.id}
          aria-current={call.id === shown?.id}
          title={i18n.t('registry.historyEntry', {
            method: call.draft.method,
            path: call.path,
            userId: call.userId,
            at: formatTimeOfDay(call.at),
          })}
          onClick={() => onOpen(call)}
        >
          <span class={isGood(call) ? 'muted num' : 'bad num'}>
            {call.outcome.ok ? call.outcome.value.status : i18n.t('page.failed')}
          </span>
          <code class="clip">{`${call.draft.method} ${call.path}`}</code>
        </button>
      ))}
    </nav>
  );
}

function isGood({ outcome, userId }: PastCall): boolean {
  return outcome.ok && explainResponse(outcome.value, userId) === null;
}

interface CallResponseProps {
  readonly call: PastCall | null;
  readonly busy: boolean;
  readonly onCopy: AppCommands['copy'];
}

/** The response of the registry, with an explanation if it is an error. */
function CallResponse({ call, busy, onCopy }: CallResponseProps) {
  return (
    <section class="call-response" aria-label={i18n.t('registry.response')} aria-live="polite" aria-busy={busy}>
      {call === null ? (
        <p class="muted">{i18n.t('registry.responsePlaceholder')}</p>
      ) : (
        <ResponseDetails key={call.id} call={call} onCopy={onCopy} />
      )}
    </section>
  );
}

type ResponseDetailsProps = Pick<CallResponseProps, 'onCopy'> & { readonly call: PastCall };

function ResponseDetails({ call: { outcome, userId, path, draft }, onCopy }: ResponseDetailsProps) {
  if (!outcome.ok) return <FailureBox {...explainCallFailure(outcome.failure)} />;
  const { status, statusText, milliseconds, body } = outcome.value;
  const explanation = explainResponse(outcome.value, userId);
  return (
    <>
      <p class="call-status">
        <StatusLabel icon={explanation === null ? 'valid' : 'invalid'} tone={explanation === null ? 'ok' : 'bad'}>
          {`${status} ${statusText}`.trim()}
        </StatusLabel>
        <span class="muted num">{i18n.t('registry.ms', { milliseconds })}</span>
        <code class="muted clip">{`${draft.method} ${path}`}</code>
      </p>
      {explanation !== null && <FailureBox {...explanation} />}
      {body === '' ? <p class="muted">{i18n.t('registry.emptyBody')}</p> : <ResponseText text={body} onCopy={onCopy} />}
    </>
  );
}
