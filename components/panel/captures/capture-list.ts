import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { formatCount } from '#components/i18n/count-text.ts';
import type { AppStore } from '#components/panel/app/app-store.ts';
import { captureStore } from '#components/panel/app/capture-store.ts';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { readOnlyReason } from '#components/panel/app/tab-state.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { listUndo } from '#components/panel/event-list/list-undo.ts';
import { i18n } from '#i18n';
import { recordingFailureStore } from './RecordingFailureBar';

/**
 * A session of a file, or an earlier one.
 * It is looked at beside the live one, and nothing comes in any more.
 */
export interface FileSession {
  readonly id: number;
  readonly from: 'file' | 'kept';
  /** The file's own name, or when and where it was, in the language of the moment. */
  readonly name: string;
  readonly list: EventList;
}

/** The sessions beside the live one, and which of all is shown. */
export interface Sessions {
  readonly files: ReadonlySignal<readonly FileSession[]>;
  /** Null while the live session is shown. */
  readonly shown: ReadonlySignal<FileSession | null>;
  /** The same while the events are in view: the other views are about the live session. */
  readonly inView: ReadonlySignal<FileSession | null>;
  /** Adds a session and shows it. */
  open(nameOf: () => string, list: EventList, from?: FileSession['from']): FileSession;
  /** Null shows the live session. One that was closed is not shown any more: then the live one is. */
  show(session: FileSession | null): void;
  close(session: FileSession): void;
}

function createSessions({ view }: AppStore): Sessions {
  const files = signal<readonly FileSession[]>([]);
  const chosen = signal<FileSession | null>(null);
  const shown = computed(() => files.value.find((session) => session === chosen.value) ?? null);
  let lastId = 0;
  return {
    files,
    shown,
    inView: computed(() => (view.value === 'events' ? shown.value : null)),
    open(nameOf, list, from = 'file') {
      lastId += 1;
      const session: FileSession = {
        id: lastId,
        from,
        get name() {
          return nameOf();
        },
        list,
      };
      batch(() => {
        files.value = [...files.value, session];
        chosen.value = session;
      });
      return session;
    },
    show(session) {
      chosen.value = session;
    },
    close(session) {
      files.value = files.value.filter((other) => other !== session);
      session.list.stop();
    },
  };
}

export const sessionsStore = defineStore(({ app }) => createSessions(app));

/** The list that is shown in the events view. */
export function listInView(stores: Stores): EventList {
  return stores.get(sessionsStore).inView.value?.list ?? stores.get(liveListStore);
}

/** Goes to an event of the live list, from wherever one is. */
export function showLiveEvent(stores: Stores, row: number): void {
  batch(() => {
    stores.get(sessionsStore).show(null);
    stores.get(liveListStore).show(row);
    stores.app.view.value = 'events';
  });
}

/** Starts or stops recording, where the live list is in view. */
export function setRecording(stores: Stores, recording: boolean): void {
  if (!isLive(stores) || stores.get(recordingFailureStore).peek() !== null) return;
  stores.app.recording.value = recording;
}

/** Empties the live list where it is in view; can be undone until it is cleared once more. */
export function clearLiveList(stores: Stores): void {
  if (!isLive(stores)) return;
  const { get, records } = stores.get(liveListStore);
  const undo = get(listUndo);
  const { total } = records.counts.value;
  if (total === 0) return;
  undo.clear();
  stores.get(captureStore).peek()?.documents.forget();
  stores.app.toasts.show({
    tone: 'info',
    text: () => i18n.t('toast.cleared', { events: formatCount(total, 'event') }),
    action: { label: () => i18n.t('common.undo'), onChoose: () => void undo.undo() },
  });
}

/** Says why nothing is done where the list in view is not recorded: a file, a saved session, the sample. */
function isLive(stores: Stores): boolean {
  const { tab, toasts } = stores.app;
  const session = stores.get(sessionsStore).inView.peek();
  if (session === null && readOnlyReason(tab.peek()) === null) return true;
  toasts.show({
    tone: 'info',
    text: () => (session === null ? (readOnlyReason(tab.peek()) ?? '') : formatNotLive(session)),
  });
  return false;
}

/** Why a session read from a file, or an earlier one, is only looked at. */
export function formatNotLive({ from, name }: FileSession): string {
  return i18n.t(from === 'file' ? 'sessions.fromFile' : 'sessions.saved', { name });
}
