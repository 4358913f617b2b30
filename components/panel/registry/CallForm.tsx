import { Button } from '#components/kit/Button.tsx';
import { SelectBox } from '#components/kit/forms/SelectBox.tsx';
import { TextField } from '#components/kit/forms/TextField.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { Phrase } from '#components/kit/Phrase.tsx';
import { REGISTRY_METHODS, type RegistryCall } from '#core/registry/registry-call';
import { i18n } from '#i18n';
import type { RegistrySession } from '#panel/acting-state';
import { registryOperations } from './operations';
import type { RegistryStore } from './registry-store';

interface CallFormProps {
  readonly registry: RegistryStore;
  readonly session: RegistrySession;
}

/** Form of a registry call: an operation and its editable parts. */
export function CallForm({ registry, session }: CallFormProps) {
  const { draft: shownDraft, problems, busy, placeholders } = registry;
  const draft = shownDraft.value;
  const problemOf = (field: string) => problems.value.find((problem) => problem.field === field)?.message;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void registry.send();
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
          labelPlace="hidden"
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
          labelPlace="beside"
          isCode
          isProblemAnnounced
          value={draft.values[name] ?? ''}
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
          <Button big onClick={registry.cancel}>
            {i18n.t('registry.cancel')}
          </Button>
        )}
        <button class="button primary big" type="submit" disabled={busy.value}>
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
