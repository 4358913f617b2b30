import { Button } from '#components/kit/Button.tsx';
import { FileProgress } from '#components/kit/FileProgress.tsx';
import { PopupNote } from '#components/popup/PopupNote.tsx';
import { i18n } from '#i18n';
import { CheckList } from './CheckList';
import { EnvironmentEditor } from './EnvironmentEditor';
import { EnvironmentList } from './EnvironmentList';
import { FileDrop } from './FileDrop';
import { FirstLogIn } from './FirstLogIn';
import { LanguagePicker } from './LanguagePicker';
import type { OptionsModel } from './options-model';
import { Preferences } from './Preferences';
import { SetupReport } from './SetupReport';

/** The options page, whole. `data-ready` stands on it once there is something to see. */
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
        <LanguagePicker choice={model.language.value} onChoose={(choice) => void model.chooseLanguage(choice)} />
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
            {model.reading.value !== null && <FileProgress file={model.reading.value} />}
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
      <PopupNote note={model.note} />
    </main>
  );
}
