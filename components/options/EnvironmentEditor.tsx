import { type Environment, tokenEndpoint } from '../../lib/identity/environment';
import {
  type EnvironmentDraft,
  type EnvironmentField,
  type EnvironmentProblem,
  parseEnvironment,
} from '../../lib/identity/environment-draft';
import { TextField } from '../popup/TextField';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';

interface EnvironmentEditorProps {
  /** The saved one; null: a new one is being made. */
  readonly environment: Environment | null;
  readonly draft: EnvironmentDraft;
  readonly problems: readonly EnvironmentProblem[];
  readonly sessionCount: number;
  readonly isTesting: boolean;
  readonly onChange: (part: Partial<EnvironmentDraft>) => void;
  readonly onSave: () => void;
  readonly onTest: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

/** Every part of an environment. */
export function EnvironmentEditor(props: EnvironmentEditorProps) {
  const { environment, draft, problems, onChange, onSave } = props;
  const title = environment === null ? 'A new environment' : environment.name;
  const field = (name: EnvironmentField) => ({
    value: draft[name],
    onInput: (value: string) => onChange({ [name]: value }),
    problem: problems.find((problem) => problem.field === name)?.message,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSave();
  };
  return (
    <section class="editor-card" aria-label={title}>
      <h2>{title}</h2>
      <form class="login options-form" onSubmit={submit}>
        <TextField label="Name" {...field('name')} />
        <fieldset>
          <legend>Identity provider</legend>
          <TextField label="Auth URL" placeholder="http://localhost:8080" {...field('authUrl')} />
          <TextField label="Path prefix" placeholder="none" {...field('pathPrefix')} />
          <TextField label="Realm" placeholder="sunbird-rc" {...field('realm')} />
          <TextField label="Client id" placeholder="registry-frontend" {...field('clientId')} />
        </fieldset>
        <TokensFrom draft={draft} />
        <fieldset>
          <legend>Registry</legend>
          <TextField label="Registry URL" placeholder="none" {...field('registryUrl')} />
          <TextField label="Takes tokens of" placeholder="the identity provider’s own address" {...field('issuer')} />
        </fieldset>
        <KeepSessions draft={draft} onChange={onChange} />
        <Deeds {...props} />
      </form>
    </section>
  );
}

function TokensFrom({ draft }: { readonly draft: EnvironmentDraft }) {
  const parsed = parseEnvironment({ ...draft, name: 'unnamed' });
  if (!parsed.ok) return null;
  return (
    <p class="fine muted">
      Tokens come from <code>{tokenEndpoint({ id: '', ...parsed.value })}</code>
    </p>
  );
}

/** Said plainly: what it does, and who can read it then. */
function KeepSessions({ draft, onChange }: Pick<EnvironmentEditorProps, 'draft' | 'onChange'>) {
  return (
    <div class="keep">
      <label class="check">
        <input
          type="checkbox"
          checked={draft.keepSessions}
          onChange={({ currentTarget }) => onChange({ keepSessions: currentTarget.checked })}
        />
        Keep log-ins of this environment when the browser closes
      </label>
      <p class="fine muted">
        Their tokens are then written, unencrypted, to the browser’s profile on this disk (storage.local), where whoever
        can read your files can read them. Otherwise they are only in memory. The password is never stored.
      </p>
    </div>
  );
}

function Deeds({ environment, sessionCount, isTesting, onTest, onDuplicate, onRemove }: EnvironmentEditorProps) {
  return (
    <div class="form-actions">
      <button class="button primary big" type="submit">
        {environment === null ? 'Add this environment' : 'Save'}
      </button>
      <Button big onClick={onTest} disabled={isTesting}>
        {isTesting ? 'Testing…' : 'Test this environment'}
      </Button>
      <span class="grow" />
      {environment !== null && (
        <>
          <Button look="text" icon="copy" onClick={onDuplicate}>
            Duplicate
          </Button>
          <Button look="text" icon="trash" onClick={onRemove}>
            Delete {environment.name}
          </Button>
        </>
      )}
      {environment !== null && sessionCount > 0 && (
        <p class="fine muted whole">
          <Icon name="notice" size={13} /> Deleting it, or saving another address, logs out its {sessionCount} test{' '}
          {sessionCount === 1 ? 'entity' : 'entities'}.
        </p>
      )}
    </div>
  );
}
