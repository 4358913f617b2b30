import { useState } from 'preact/hooks';
import { type Environment, LOCAL_REGISTRY, tokenEndpoint } from '../../lib/identity/environment';
import {
  type EnvironmentDraft,
  type EnvironmentField,
  type EnvironmentProblem,
  parseEnvironment,
} from '../../lib/identity/environment-draft';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { useFocusOnMount } from './focus';
import { TextField } from './TextField';

interface EnvironmentFormProps {
  /** The one to change; `null` adds one. */
  readonly environment: Environment | null;
  /** How many entities are logged in there. */
  readonly sessionCount: number;
  readonly onSave: (draft: EnvironmentDraft) => Promise<readonly EnvironmentProblem[]>;
  readonly onRemove: () => void;
  readonly onAddAnother: () => void;
  readonly onOpenOptions: () => void;
  readonly onLeave: () => void;
}

const NEW: EnvironmentDraft = { ...LOCAL_REGISTRY, name: '', authUrl: '', registryUrl: '' };

/** Where an identity provider is, and under which realm and client it knows the registry. */
export function EnvironmentForm(props: EnvironmentFormProps) {
  const { environment, sessionCount, onSave, onRemove, onAddAnother, onOpenOptions, onLeave } = props;
  const [draft, setDraft] = useState<EnvironmentDraft>(environment ?? NEW);
  const [problems, setProblems] = useState<readonly EnvironmentProblem[]>([]);
  const nameField = useFocusOnMount<HTMLInputElement>();
  const title = environment === null ? 'Add an environment' : 'Change this environment';

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setProblems(await onSave(draft));
  };
  const field = (name: EnvironmentField) => ({
    value: draft[name],
    onInput: (value: string) => setDraft({ ...draft, [name]: value }),
    problem: problems.find((problem) => problem.field === name)?.message,
  });

  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <form class="login" onSubmit={submit}>
        <TextField label="Name" inputRef={nameField} {...field('name')} />
        <TextField label="Auth URL" placeholder="http://localhost:8080" {...field('authUrl')} />
        <div class="field-pair">
          <TextField label="Path prefix" placeholder="none" {...field('pathPrefix')} />
          <TextField label="Realm" placeholder="sunbird-rc" {...field('realm')} />
        </div>
        <TextField label="Client id" placeholder="registry-frontend" {...field('clientId')} />
        <TextField label="Registry URL" placeholder="none" {...field('registryUrl')} />
        <Consequence draft={draft} environment={environment} sessionCount={sessionCount} />
        <div class="form-actions">
          <button class="button primary big" type="submit">
            Save
          </button>
          <Button big onClick={onLeave}>
            Cancel
          </Button>
        </div>
      </form>
      {environment !== null && (
        <div class="actions">
          <Button look="text" icon="plus" onClick={onAddAnother}>
            Add another
          </Button>
          <Button look="text" icon="gear" onClick={onOpenOptions}>
            All settings
          </Button>
          <span class="grow" />
          <Button look="text" icon="trash" onClick={onRemove}>
            Remove {environment.name}
          </Button>
        </div>
      )}
    </section>
  );
}

type ConsequenceProps = Pick<EnvironmentFormProps, 'environment' | 'sessionCount'> & {
  readonly draft: EnvironmentDraft;
};

/** Where tokens will be asked for, and what saving ends. */
function Consequence({ draft, environment, sessionCount }: ConsequenceProps) {
  const parsed = parseEnvironment({ ...draft, name: 'unnamed' });
  if (!parsed.ok) return null;
  const saved = { ...parsed.value, id: '' };
  const moves =
    environment !== null &&
    (tokenEndpoint(saved) !== tokenEndpoint(environment) || saved.clientId !== environment.clientId);
  return (
    <>
      <p class="endpoint">
        Tokens come from <span class="mono">{tokenEndpoint(saved)}</span>
      </p>
      {moves && sessionCount > 0 && (
        <p class="note">
          <Icon name="notice" size={13} />
          <span>
            Saving logs out {sessionCount === 1 ? 'the entity' : `the ${sessionCount} entities`} of this environment.
          </span>
        </p>
      )}
    </>
  );
}
