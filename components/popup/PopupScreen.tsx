import { ToolButton } from '#components/kit/Button.tsx';
import { i18n } from '#i18n';
import { EndedActingNote } from './EndedActingNote';
import { EnvironmentPicker } from './EnvironmentPicker';
import { FootNote } from './FootNote';
import type { PopupModel } from './model/popup-model';
import { PopupBody } from './PopupBody';
import { PopupNote } from './PopupNote';
import { TabSection } from './TabSection';

/** The popup, whole. `data-ready` stands on it once there is something to see. */
export function PopupScreen({ model }: { readonly model: PopupModel }) {
  const state = model.state.value;
  const environment = model.environment.value;
  const watching = model.watching.value;
  const endedActing = model.endedActing.value;
  const isEditing = model.view.value.name === 'environment';
  const toggleEditing = () =>
    model.show(isEditing ? { name: 'sessions' } : { name: 'environment', environmentId: environment?.id ?? null });
  return (
    <main class="popup" data-ready={state === null ? undefined : ''}>
      <header>
        <img class="logo" src="/icon.svg" alt="" />
        <h1>{i18n.t('popup.telemetryV3')}</h1>
        <span class="grow" />
        <ToolButton icon="help" name={i18n.t('popup.openWelcome')} onClick={model.openWelcome} />
        <ToolButton icon="gear" name={i18n.t('popup.openEnvironments')} pressed={isEditing} onClick={toggleEditing} />
      </header>
      {state !== null && (
        <>
          {watching !== null && !isEditing && (
            <TabSection
              watching={watching}
              counts={model.counts.value}
              onOpenPanel={model.openPanel}
              onWatch={() => void model.watch()}
              onStopWatching={() => void model.stopWatching()}
            />
          )}
          {endedActing !== null && (
            <EndedActingNote ended={endedActing} onDismiss={() => void model.dismissEndedActing()} />
          )}
          {environment !== null && (
            <EnvironmentPicker
              environments={state.environments}
              current={environment}
              onChoose={(id) => void model.chooseEnvironment(id)}
            />
          )}
          <div class="popup-body">
            <PopupBody model={model} state={state} />
          </div>
        </>
      )}
      <PopupNote note={model.note} />
      <FootNote
        persisted={environment?.keepSessions !== true ? 'off' : state?.hasStorageFailed ? 'failed' : 'on'}
        unreadable={state?.unreadableSessions ?? 0}
      />
    </main>
  );
}
