import { REGISTRY_METHODS, type RegistryCall, type RegistrySession } from '../../lib/messaging/registry';
import { OPERATIONS } from '../../lib/registry/operations';
import type { RegistryModel } from '../../lib/registry/registry-model';
import { Icon } from '../ui/Icon';
import { CallField } from './CallField';

interface CallFormProps {
  readonly model: RegistryModel;
  readonly session: RegistrySession;
}

/** What to call: a usual operation, then its parts, each of which can be changed. */
export function CallForm({ model, session }: CallFormProps) {
  const { draft: shownDraft, problems, busy, placeholders } = model;
  const draft = shownDraft.value;
  const problemOf = (field: string) => problems.value.find((problem) => problem.field === field)?.message;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void model.send(session);
  };
  return (
    <form class="call-form" aria-label="Call the registry" onSubmit={submit}>
      <fieldset class="operations" aria-label="Operation">
        {OPERATIONS.map((operation) => (
          <button
            type="button"
            key={operation.id}
            class="chip outlined"
            aria-pressed={operation.id === draft.operation}
            onClick={() => model.choose(operation)}
          >
            {operation.label}
          </button>
        ))}
      </fieldset>
      <div class="call-line">
        <MethodSelect method={draft.method} onChoose={(method) => model.change({ method })} />
        <CallField label="Path" value={draft.template} onInput={(template) => model.change({ template })} />
      </div>
      <p class="fine muted clip">{session.registryUrl}</p>
      {placeholders.value.map((name) => (
        <CallField
          key={name}
          label={name}
          shown
          value={draft.values[name] ?? ''}
          problem={problemOf(name)}
          onInput={(value) => model.change({ values: { ...draft.values, [name]: value } })}
        />
      ))}
      {draft.method !== 'GET' && (
        <label class="call-body">
          <span class="muted">Body, as JSON</span>
          <textarea
            class="mono"
            spellcheck={false}
            value={draft.body}
            aria-invalid={problemOf('body') !== undefined}
            onInput={({ currentTarget }) => model.change({ body: currentTarget.value })}
          />
          {problemOf('body') !== undefined && (
            <span class="call-problem" role="alert">
              <Icon name="invalid" size={13} tone="bad" />
              {problemOf('body')}
            </span>
          )}
        </label>
      )}
      <div class="call-deeds">
        <span class="muted clip">
          As <b>{session.userId}</b> in {session.environmentName}
        </span>
        <span class="grow" />
        <button class="button primary big" type="submit" disabled={busy.value}>
          {busy.value ? 'Calling…' : `Send ${draft.method}`}
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
  const choose = (chosen: string) => {
    const known = REGISTRY_METHODS.find((name) => name === chosen);
    if (known !== undefined) onChoose(known);
  };
  return (
    <div class="select">
      <select aria-label="Method" value={method} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        {REGISTRY_METHODS.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="down" size={13} />
    </div>
  );
}
