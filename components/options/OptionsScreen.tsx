import { messageText } from '#components/i18n/message-text.ts';
import { Button } from '#components/kit/Button.tsx';
import { FileProgress } from '#components/kit/FileProgress.tsx';
import { CheckBox } from '#components/kit/forms/CheckBox.tsx';
import { TextField } from '#components/kit/forms/TextField.tsx';
import { Icon } from '#components/kit/Icon.tsx';
import { Phrase } from '#components/kit/Phrase.tsx';
import { StatusLabel } from '#components/kit/StatusLabel.tsx';
import { findFieldProblem } from '#components/popup/field-problem.ts';
import { useSubmit } from '#components/popup/focus.ts';
import { LoginForm } from '#components/popup/LoginForm.tsx';
import { MovesTokensNote } from '#components/popup/MovesTokensNote.tsx';
import { failureSentences } from '#components/popup/model/background-failure.ts';
import { loginFailureText } from '#components/popup/model/login-failure-text.ts';
import { PopupToast } from '#components/popup/PopupToast.tsx';
import type { EnvironmentCheck } from '#core/identity/checked-part';
import { type Environment, tokenEndpoint } from '#core/identity/environment';
import type { EnvironmentDraft, EnvironmentField, EnvironmentProblem } from '#core/identity/environment-draft';
import { parseEnvironment } from '#core/identity/parse-environment';
import type { RegistrySetup } from '#core/registry/files/registry-setup';
import { i18n } from '#i18n';
import { EnvironmentList } from './EnvironmentList';
import type { Checks } from './environment-test';
import type { OptionsModel } from './options-model';
import { LanguagePicker, Preferences } from './Preferences';
import { FileDrop, SetupReport } from './SetupReport';

/** The options page. Sets `data-ready` on its root once it is rendered. */
export function OptionsScreen({ model }: { readonly model: OptionsModel }) {
  const state = model.state.value;
  const setup = model.setup.value;
  const environment = model.environment.value;
  return (
    <main class="options" data-ready={state === null ? undefined : ''}>
      <header>
        <img class="logo" src="/icon.svg" alt="" />
        <h1>{i18n.t('options.title')}</h1>
        <span class="grow" />
        <Button icon="help" onClick={model.openWelcome}>
          {i18n.t('options.openWelcome')}
        </Button>
        <LanguagePicker setting={model.language.value} onSelect={(setting) => void model.selectLanguage(setting)} />
      </header>
      <h2 class="options-heading">
        {i18n.t('options.environments')} <span class="options-intro">{i18n.t('options.intro')}</span>
      </h2>
      {state !== null && (
        <div class="options-body">
          <EnvironmentList
            environments={state.environments}
            sessions={state.sessions}
            selectedId={environment?.id ?? null}
            onOpen={model.open}
            onExport={model.exportAll}
            onImport={(file) => void model.importFile(file)}
          />
          <div class="options-work">
            <FileDrop onFiles={(files) => void model.readFiles(files)} />
            {model.loadingFile.value !== null && <FileProgress file={model.loadingFile.value} />}
            {setup !== null && <SetupReport setup={setup} />}
            <EnvironmentEditor
              environment={environment}
              draft={model.draft.value}
              problems={model.problems.value}
              sessionCount={state.sessions.filter(({ environmentId }) => environmentId === environment?.id).length}
              isTesting={model.checks.value === 'running'}
              hasChanges={model.hasChanges.value}
              onChange={model.change}
              onDiscard={model.discard}
              onSave={() => void model.save()}
              onTest={() => void model.test()}
              onDuplicate={() => environment && model.duplicate(environment)}
              onRemove={() => environment && void model.remove(environment)}
            />
            <CheckList checks={model.checks.value} />
            {environment !== null && setup !== null && (
              <FirstLogIn model={model} environment={environment} setup={setup} />
            )}
          </div>
        </div>
      )}
      <Preferences model={model.preferences} />
      <PopupToast toast={model.toast} />
    </main>
  );
}

const outcomeLabels = () =>
  ({
    passed: { icon: 'valid', tone: 'success', label: i18n.t('options.check.ok') },
    failed: { icon: 'invalid', tone: 'error', label: i18n.t('options.check.failed') },
    skipped: { icon: 'waiting', tone: 'muted', label: i18n.t('options.check.skipped') },
  }) as const;

const partLabels = (): Readonly<Record<EnvironmentCheck['part'], string>> => ({
  provider: i18n.t('options.identityProvider'),
  realm: i18n.t('options.realm'),
  client: i18n.t('options.client'),
  issuer: i18n.t('options.issuer'),
  registry: i18n.t('options.registry'),
});

/** Returns the result of a checked part, and what to do about it. */
export function checkText(check: EnvironmentCheck): string {
  return 'failure' in check
    ? failureSentences(loginFailureText(check.failure, check.setting))
    : messageText(check.message);
}

/** The results of testing an environment, part by part. */
function CheckList({ checks }: { readonly checks: Checks }) {
  if (checks === null) return null;
  return (
    <section class="setup-report" aria-label={i18n.t('options.check.title')} aria-live="polite">
      {checks === 'running' ? (
        <p class="muted">{i18n.t('options.check.running')}</p>
      ) : (
        <ul class="lines">
          {checks.map((check) => (
            <CheckRow key={check.part} check={check} />
          ))}
        </ul>
      )}
    </section>
  );
}

function CheckRow({ check }: { readonly check: EnvironmentCheck }) {
  const { part, outcome } = check;
  const { icon, tone, label } = outcomeLabels()[outcome];
  return (
    <li>
      <StatusLabel icon={icon} tone={tone}>
        {label}
      </StatusLabel>
      <b>{partLabels()[part]}</b>
      <span>{checkText(check)}</span>
    </li>
  );
}

interface EnvironmentEditorProps {
  /** The saved environment, or null for a new one. */
  readonly environment: Environment | null;
  readonly draft: EnvironmentDraft;
  readonly problems: readonly EnvironmentProblem[];
  readonly sessionCount: number;
  readonly isTesting: boolean;
  /** Whether there are unsaved changes. */
  readonly hasChanges: boolean;
  readonly onDiscard: () => void;
  readonly onChange: (part: Partial<EnvironmentDraft>) => void;
  readonly onSave: () => void;
  readonly onTest: () => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

/** Edits every part of an environment. */
function EnvironmentEditor(props: EnvironmentEditorProps) {
  const { environment, draft, problems, sessionCount, onChange, onSave } = props;
  const title = environment === null ? i18n.t('options.environment.new') : environment.name;
  const form = useSubmit(problems, onSave);
  const field = (name: EnvironmentField) => ({
    value: draft[name],
    onInput: (value: string) => onChange({ [name]: value }),
    error: findFieldProblem(problems, name),
  });
  return (
    <section class="editor-card" aria-label={title}>
      <h2>{title}</h2>
      <form class="login options-form" {...form}>
        <TextField label={i18n.t('options.name')} {...field('name')} />
        <fieldset>
          <legend>{i18n.t('options.identityProvider')}</legend>
          <TextField label={i18n.t('options.authUrl')} placeholder="http://localhost:8080" {...field('authUrl')} />
          <TextField label={i18n.t('options.pathPrefix')} placeholder={i18n.t('page.none')} {...field('pathPrefix')} />
          <TextField label={i18n.t('options.realm')} placeholder="sunbird-rc" {...field('realm')} />
          <TextField label={i18n.t('options.clientId')} placeholder="registry-frontend" {...field('clientId')} />
        </fieldset>
        <TokenEndpoint draft={draft} />
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

function TokenEndpoint({ draft }: { readonly draft: EnvironmentDraft }) {
  const parsed = parseEnvironment({ ...draft, name: 'unnamed' });
  if (!parsed.ok) return null;
  return (
    <p class="small-print muted">
      {i18n.t('options.environment.tokenEndpoint')} <code>{tokenEndpoint({ id: '', ...parsed.value })}</code>
    </p>
  );
}

/** An option that stores log-ins on disk. Its hint says who can then read the tokens. */
function KeepSessions({ draft, onChange }: Pick<EnvironmentEditorProps, 'draft' | 'onChange'>) {
  return (
    <div class="keep">
      <CheckBox checked={draft.keepSessions} onChange={(keepSessions) => onChange({ keepSessions })}>
        {i18n.t('options.environment.persistLogIns')}
      </CheckBox>
      <p class="small-print muted">{i18n.t('options.environment.persistLogInsHint')}</p>
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
      <Button big onClick={onTest} unavailable={isTesting ? i18n.t('options.check.starting') : null}>
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
        <p class="small-print muted whole">
          <Icon name="notice" size={13} />{' '}
          {i18n.t('options.environment.deletingLogsOut', sessionCount, { n: sessionCount })}
        </p>
      )}
    </div>
  );
}

interface FirstLogInProps {
  readonly model: OptionsModel;
  readonly environment: Environment;
  readonly setup: RegistrySetup;
}

/** Logs in right after the setup. The password from the files is filled in once and never stored. */
function FirstLogIn({ model, environment, setup: { password, entities } }: FirstLogInProps) {
  const paths = entities.flatMap(({ entity, userIdPath }) => (userIdPath === null ? [] : [`${entity}: ${userIdPath}`]));
  return (
    <div class="first-log-in">
      <LoginForm
        key={environment.id}
        environment={environment}
        login={model.login.state.value}
        userId=""
        password={password ?? ''}
        onLogIn={(userId, enteredPassword) => void model.logIn(userId, enteredPassword)}
        onCancel={model.login.cancel}
        onLeave={null}
      />
      {password !== null && <p class="small-print muted">{i18n.t('options.setUp.defaultPassword')}</p>}
      {paths.length > 0 && (
        <p class="small-print muted">
          <Phrase
            text={i18n.t('options.setUp.userIdPath', { path: '{path}' })}
            parts={{ path: <code>{paths.join(', ')}</code> }}
          />
        </p>
      )}
    </div>
  );
}
