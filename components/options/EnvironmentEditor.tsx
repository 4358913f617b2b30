import { Button } from '#components/kit/Button.tsx';
import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { TextField } from '#components/kit/forms/TextField.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { findFieldProblem } from '#components/popup/field-problem.ts';
import { MovesTokensNote } from '#components/popup/MovesTokensNote.tsx';
import { type Environment, tokenEndpoint } from '#core/identity/environment';
import { parseEnvironment } from '#core/identity/environment-draft';
import type { EnvironmentDraft, EnvironmentField, EnvironmentProblem } from '#core/identity/typed-environment';
import { i18n } from '#i18n';

interface EnvironmentEditorProps {
  /** The saved one; null: a new one is being made. */
  readonly environment: Environment | null;
  readonly draft: EnvironmentDraft;
  readonly problems: readonly EnvironmentProblem[];
  readonly sessionCount: number;
  readonly isTesting: boolean;
  /** Whether something was typed that is not saved. */
  readonly hasChanges: boolean;
  readonly onDiscard: () => void;
  readonly onChange: (part: Partial<EnvironmentDraft>) => void;
  readonly onSave: () => void;
  readonly onTest: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

/** Every part of an environment. */
export function EnvironmentEditor(props: EnvironmentEditorProps) {
  const { environment, draft, problems, sessionCount, onChange, onSave } = props;
  const title = environment === null ? i18n.t('options.environment.new') : environment.name;
  const field = (name: EnvironmentField) => ({
    value: draft[name],
    onInput: (value: string) => onChange({ [name]: value }),
    problem: findFieldProblem(problems, name),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSave();
  };
  return (
    <section class="editor-card" aria-label={title}>
      <h2>{title}</h2>
      <form class="login options-form" onSubmit={submit}>
        <TextField label={i18n.t('options.name')} {...field('name')} />
        <fieldset>
          <legend>{i18n.t('options.identityProvider')}</legend>
          <TextField label={i18n.t('options.authUrl')} placeholder="http://localhost:8080" {...field('authUrl')} />
          <TextField label={i18n.t('options.pathPrefix')} placeholder={i18n.t('page.none')} {...field('pathPrefix')} />
          <TextField label={i18n.t('options.realm')} placeholder="sunbird-rc" {...field('realm')} />
          <TextField label={i18n.t('options.clientId')} placeholder="registry-frontend" {...field('clientId')} />
        </fieldset>
        <TokensFrom draft={draft} />
        <fieldset>
          <legend>{i18n.t('options.registry')}</legend>
          <TextField
            label={i18n.t('options.registryUrl')}
            placeholder={i18n.t('page.none')}
            {...field('registryUrl')}
          />
          <TextField
            label={i18n.t('options.environment.expectedIssuer')}
            placeholder={i18n.t('options.environment.providerUrl')}
            {...field('issuer')}
          />
        </fieldset>
        <MovesTokensNote draft={draft} environment={environment} sessionCount={sessionCount} />
        <KeepSessions draft={draft} onChange={onChange} />
        <EnvironmentActions {...props} />
      </form>
    </section>
  );
}

function TokensFrom({ draft }: { readonly draft: EnvironmentDraft }) {
  const parsed = parseEnvironment({ ...draft, name: 'unnamed' });
  if (!parsed.ok) return null;
  return (
    <p class="fine muted">
      {i18n.t('options.environment.tokenEndpoint')} <code>{tokenEndpoint({ id: '', ...parsed.value })}</code>
    </p>
  );
}

/** Said plainly: what it does, and who can read it then. */
function KeepSessions({ draft, onChange }: Pick<EnvironmentEditorProps, 'draft' | 'onChange'>) {
  return (
    <div class="keep">
      <CheckBox checked={draft.keepSessions} onChange={(keepSessions) => onChange({ keepSessions })}>
        {i18n.t('options.environment.persistLogIns')}
      </CheckBox>
      <p class="fine muted">{i18n.t('options.environment.persistLogInsHint')}</p>
    </div>
  );
}

function EnvironmentActions({
  environment,
  sessionCount,
  isTesting,
  hasChanges,
  onDiscard,
  onTest,
  onDuplicate,
  onRemove,
}: EnvironmentEditorProps) {
  return (
    <div class="form-actions">
      <button class="button primary big" type="submit">
        {environment === null ? i18n.t('options.environment.create') : i18n.t('options.save')}
      </button>
      <Button big onClick={onTest} disabled={isTesting}>
        {isTesting ? i18n.t('options.check.starting') : i18n.t('options.check.start')}
      </Button>
      {hasChanges && (
        <Button appearance="text" icon="undo" onClick={onDiscard}>
          {i18n.t('options.environment.discard')}
        </Button>
      )}
      <span class="grow" />
      {environment !== null && (
        <>
          <Button appearance="text" icon="copy" onClick={onDuplicate}>
            {i18n.t('options.duplicate')}
          </Button>
          <Button appearance="text" icon="trash" onClick={onRemove}>
            {i18n.t('options.delete', { name: environment.name })}
          </Button>
        </>
      )}
      {environment !== null && sessionCount > 0 && (
        <p class="fine muted whole">
          <Icon name="notice" size={13} />{' '}
          {i18n.t('options.environment.deletingLogsOut', sessionCount, { n: sessionCount })}
        </p>
      )}
    </div>
  );
}
