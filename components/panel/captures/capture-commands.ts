import { batch } from '@preact/signals';
import type { KeyCommand, MenuCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { listUndo } from '#components/panel/event-list/list-undo.ts';
import { i18n } from '#i18n';
import { clearLiveList, listInView, sessionsStore, setRecording } from './capture-list';
import { earlierStore, formatEarlierName } from './earlier-capture-list';

export function clearCommand(stores: Stores): KeyCommand {
  return {
    id: 'clear',
    keys: 'Ctrl L',
    label: () => i18n.t('keys.clear'),
    run: () => clearLiveList(stores),
  };
}

/** Turns recording on and off, with the key of the Network panel. */
export function recordCommand(stores: Stores): KeyCommand {
  return {
    id: 'record',
    keys: 'Ctrl E',
    label: () => i18n.t('keys.record'),
    run: () => setRecording(stores, !stores.app.recording.peek()),
  };
}

/**
 * Takes the last hiding or clearing of the list in view back.
 * In a text field the key is the field's own.
 */
export function undoCommand(stores: Stores): KeyCommand {
  return {
    id: 'undo',
    keys: 'Ctrl Z',
    label: () => i18n.t('keys.undoList'),
    view: 'events',
    isOfField: true,
    run() {
      listInView(stores).get(listUndo).undo();
    },
  };
}

/** Looks for the saved sessions that {@link captureCommands} has. */
export function lookForSaved(stores: Stores): void {
  void stores.get(earlierStore).look();
}

/** The captures that are open beside the live one, and the saved sessions. */
export function captureCommands(stores: Stores): () => readonly MenuCommand[] {
  const { app } = stores;
  const sessions = stores.get(sessionsStore);
  const earlier = stores.get(earlierStore);
  const saved = (): readonly MenuCommand[] =>
    (earlier.list.value ?? []).map((session) => ({
      id: `earlier-${session.key}`,
      label: formatEarlierName(session),
      group: i18n.t('earlier.title'),
      run: () => {
        app.view.value = 'events';
        void earlier.open(session);
      },
    }));
  return () => [
    ...sessions.files.value.map((session) => ({
      id: `capture-${session.id}`,
      label: session.name,
      group: i18n.t('commandMenu.captures'),
      run: () =>
        batch(() => {
          sessions.show(session);
          app.view.value = 'events';
        }),
    })),
    ...saved(),
  ];
}
