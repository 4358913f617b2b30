import { useState } from 'preact/hooks';
import { Button } from '#components/kit/Button.tsx';
import { TextField } from '#components/kit/forms/TextField.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { type Environment, isSameProvider, LOCAL_REGISTRY, tokenEndpoint } from '#core/identity/environment';
import type { EnvironmentDraft, EnvironmentField, EnvironmentProblem } from '#core/identity/environment-draft';
import { parseEnvironment } from '#core/identity/parse-environment';
import { i18n } from '#i18n';
import { findFieldProblem, recheckProblems } from './field-problem';
import { useFocusOnMount, useSubmit } from './focus';
import { MovesTokensNote } from './MovesTokensNote';

interface EnvironmentFormProps {
  /** The environment to edit, or `null` to add one. */
  readonly environment: Environment | null;
  /** Number of entities that are logged in to the environment. */
  readonly sessionCount: number;
  /** The unsaved form of an earlier popup, or `null` if there is none. */
  readonly restoredDraft: EnvironmentDraft | null;
  readonly onChange: (draft: EnvironmentDraft) => void;
  readonly onSave: (draft: EnvironmentDraft) => Promise<readonly EnvironmentProblem[]>;
  readonly onRemove: () => void;
  readonly onAddAnother: () => void;
  readonly onOpenOptions: () => void;
  readonly onLeave: () => void;
}

const EMPTY_DRAFT: EnvironmentDraft = { ...LOCAL_REGISTRY, name: '', authUrl: '', registryUrl: '' };

/** Whether a problem is in a rarely needed field of a new environment. */
const isInRareField = ({ field }: EnvironmentProblem) => field === 'pathPrefix' || field === 'registryUrl';

/** Form of an environment: the identity provider's URL, the realm and the client. */
export function EnvironmentForm(props: EnvironmentFormProps) {
  const { environment, sessionCount, restoredDraft, onChange, onSave, onRemove, onAddAnother, onOpenOptions, onLeave } =
    props;
  const [draft, setDraft] = useState<EnvironmentDraft>(restoredDraft ?? environment ?? EMPTY_DRAFT);
  const [problems, setProblems] = useState<readonly EnvironmentProblem[]>([]);
  const nameField = useFocusOnMount<HTMLInputElement>();
  const form = useSubmit(problems, async () => setProblems(await onSave(draft)));
  const title = environment === null ? i18n.t('popup.environment.add') : i18n.t('popup.environment.edit');

  const updateDraft = (changed: EnvironmentDraft) => {
    setDraft(changed);
    setProblems(recheckProblems(problems, draft, changed));
    onChange(changed);
  };
  const field = (name: EnvironmentField) => ({
    value: draft[name],
    onInput: (value: string) => updateDraft({ ...draft, [name]: value }),
    error: findFieldProblem(problems, name),
  });

  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <form class="login" {...form}>
        <TextField label={i18n.t('popup.name')} inputRef={nameField} {...field('name')} />
        <TextField label={i18n.t('popup.authUrl')} placeholder="http://localhost:8080" {...field('authUrl')} />
        <TextField label={i18n.t('popup.realm')} placeholder="sunbird-rc" {...field('realm')} />
        <TextField label={i18n.t('popup.clientId')} placeholder="registry-frontend" {...field('clientId')} />
        <details open={environment !== null || problems.some(isInRareField)}>
          <summary>{i18n.t('popup.environment.more')}</summary>
          <TextField label={i18n.t('popup.pathPrefix')} placeholder={i18n.t('page.none')} {...field('pathPrefix')} />
          <TextField label={i18n.t('popup.registryUrl')} placeholder={i18n.t('page.none')} {...field('registryUrl')} />
        </details>
        <SaveConsequences draft={draft} environment={environment} sessionCount={sessionCount} />
        <MovesTokensNote draft={draft} environment={environment} sessionCount={sessionCount} />
        <div class="form-actions">
          <button class="button primary big" type="submit">
            {i18n.t('popup.save')}
          </button>
          <Button big onClick={onLeave}>
            {i18n.t('popup.cancel')}
          </Button>
        </div>
      </form>
      {environment !== null && (
        <div class="actions">
          <Button appearance="text" icon="plus" onClick={onAddAnother}>
            {i18n.t('popup.environment.addAnother')}
          </Button>
          <Button appearance="text" icon="gear" onClick={onOpenOptions}>
            {i18n.t('popup.openOptions')}
          </Button>
          <span class="grow" />
          <Button appearance="text" icon="trash" onClick={onRemove}>
            {i18n.t('popup.remove', { name: environment.name })}
          </Button>
        </div>
      )}
    </section>
  );
}

type SaveConsequencesProps = Pick<EnvironmentFormProps, 'environment' | 'sessionCount'> & {
  readonly draft: EnvironmentDraft;
};

/** Shows the endpoint that tokens will be requested from, and how many log-ins saving ends. */
function SaveConsequences({ draft, environment, sessionCount }: SaveConsequencesProps) {
  const parsed = parseEnvironment({ ...draft, name: 'unnamed' });
  if (!parsed.ok) return null;
  const saved = { ...parsed.value, id: '' };
  const endsSessions = environment !== null && !isSameProvider(saved, environment);
  return (
    <>
      <p class="endpoint">
        {i18n.t('popup.environment.tokenEndpoint')} <span class="mono">{tokenEndpoint(saved)}</span>
      </p>
      {endsSessions && sessionCount > 0 && (
        <p class="note">
          <Icon name="notice" size={13} />
          <span>{i18n.t('popup.environment.savingLogsOut', sessionCount, { n: sessionCount })}</span>
        </p>
      )}
    </>
  );
}
