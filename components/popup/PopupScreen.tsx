import type { PopupModel } from '../../lib/popup/popup-model';
import { Tool } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { EnvironmentPicker } from './EnvironmentPicker';
import { FootNote } from './FootNote';
import { PopupBody } from './PopupBody';
import { PopupNote } from './PopupNote';
import { WatchRow } from './WatchRow';

/** The popup, whole. `data-ready` stands on it once there is something to see. */
export function PopupScreen({ model }: { readonly model: PopupModel }) {
  const state = model.state.value;
  const environment = model.environment.value;
  const watching = model.watching.value;
  const isEditing = model.view.value.name === 'environment';
  const toggleEditing = () =>
    model.show(isEditing ? { name: 'sessions' } : { name: 'environment', environmentId: environment?.id ?? null });
  return (
    <main class="popup" data-ready={state === null ? undefined : ''}>
      <header>
        <Icon name="logo" tone="logo" />
        <strong>Telemetry V3</strong>
        <span class="grow" />
        <Tool icon="gear" name="Environments and settings" pressed={isEditing} onClick={toggleEditing} />
      </header>
      {state !== null && (
        <>
          <EnvironmentPicker
            environments={state.environments}
            current={environment}
            onChoose={(id) => void model.chooseEnvironment(id)}
          />
          {watching !== null && !isEditing && (
            <WatchRow
              watching={watching}
              onWatch={() => void model.watch()}
              onStopWatching={() => void model.stopWatching()}
            />
          )}
          <div class="popup-body">
            <PopupBody model={model} state={state} />
          </div>
        </>
      )}
      <FootNote isKept={environment?.keepSessions === true} />
      <PopupNote note={model.note} />
    </main>
  );
}
