import { batch } from '@preact/signals';
import type { KeyCommand, MenuCommand } from '#components/panel/app/registries.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { listUndo } from '#components/panel/event-list/list-undo.ts';
import { isRecordLine } from '#components/panel/event-list/order/list-lines.ts';
import { i18n } from '#i18n';
import { clearLiveList, listInView, openedCapturesStore, setRecording } from './capture-list';
import { earlierStore, formatEarlierName } from './earlier-capture-list';

export function clearCommand(stores: Stores): KeyCommand {
  return {
    id: 'clear',
    keys: 'Ctrl L',
    label: () => i18n.t('keys.clear'),
    run: () => clearLiveList(stores),
  };
}

/** Turns recording on and off, with the shortcut of the Network panel. */
export function recordCommand(stores: Stores): KeyCommand {
  return {
    id: 'record',
    keys: 'Ctrl E',
    label: () => i18n.t('keys.record'),
    run: () => setRecording(stores, !stores.app.recording.peek()),
  };
}

/**
 * Undoes the last hiding or clearing of the shown list.
 * In a text field the key undoes typing.
 */
export function undoCommand(stores: Stores): KeyCommand {
  return {
    id: 'undo',
    keys: 'Ctrl Z',
    label: () => i18n.t('keys.undoList'),
    view: 'events',
    isHandledByFields: true,
    run() {
      listInView(stores).get(listUndo).undo();
    },
  };
}

/** Refreshes the saved captures that {@link captureCommands} lists. */
export function refreshSaved(stores: Stores): void {
  void stores.get(earlierStore).refresh();
}

/** Returns a command for each open capture beside the live one, and for each saved capture. */
export function captureCommands(stores: Stores): () => readonly MenuCommand[] {
  const { app } = stores;
  const captures = stores.get(openedCapturesStore);
  const earlier = stores.get(earlierStore);
  const savedCommands = (): readonly MenuCommand[] =>
    (earlier.list.value ?? []).map((capture) => ({
      id: `earlier-${capture.key}`,
      label: formatEarlierName(capture),
      group: i18n.t('earlier.title'),
      run: () => {
        app.view.value = 'events';
        void earlier.open(capture);
      },
    }));
  return () => [
    ...captures.all.value.map((capture) => ({
      id: `capture-${capture.id}`,
      label: capture.name,
      group: i18n.t('commandMenu.captures'),
      run: () =>
        batch(() => {
          captures.show(capture);
          app.view.value = 'events';
        }),
    })),
    ...savedCommands(),
  ];
}

/** `N` and Shift+N: select the next and the previous invalid event of the shown list. */
export function invalidCommands(stores: Stores): readonly KeyCommand[] {
  const createCommand = (base: Pick<KeyCommand, 'id' | 'keys' | 'label'>, step: 1 | -1): KeyCommand => ({
    ...base,
    view: 'events',
    run() {
      const list = listInView(stores);
      const row = findInvalid(list, step);
      if (row !== null) list.goTo(row);
      else stores.app.toasts.show({ tone: 'info', text: () => i18n.t('list.noInvalid') });
    },
  });
  return [
    createCommand({ id: 'next-invalid', keys: 'N', label: () => i18n.t('keys.nextInvalid') }, 1),
    createCommand({ id: 'previous-invalid', keys: 'Shift N', label: () => i18n.t('keys.previousInvalid') }, -1),
  ];
}

/** Returns the row of the nearest invalid event after or before the last selected one, with wraparound. */
function findInvalid({ lines, selection }: Pick<EventList, 'lines' | 'selection'>, step: 1 | -1): number | null {
  const count = lines.length.peek();
  const selected = selection.row.peek() ?? selection.anchor.peek();
  const index = selected === null ? -1 : lines.indexOfRow(selected);
  // Without a selected line, a step back starts after the last line.
  const start = index < 0 && step === -1 ? count : index;
  for (let distance = 1; distance <= count; distance += 1) {
    const line = lines.at((((start + step * distance) % count) + count) % count);
    if (line && isRecordLine(line) && line.verdict === 'invalid') return line.row;
  }
  return null;
}
