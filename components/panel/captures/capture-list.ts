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
 * A capture from a file, or a stored one.
 * It is shown beside the live one and is read-only.
 */
export interface OpenedCapture {
  readonly id: number;
  readonly from: 'file' | 'saved';
  /** The file name, or the time and page of a stored capture, in the current language. */
  readonly name: string;
  readonly list: EventList;
}

/** The captures beside the live one, and the selection of the shown one. */
export interface OpenedCaptures {
  readonly files: ReadonlySignal<readonly OpenedCapture[]>;
  /** Null while the live capture is shown. */
  readonly shown: ReadonlySignal<OpenedCapture | null>;
  /** The shown capture while the events view is open; other views always show the live capture. */
  readonly inView: ReadonlySignal<OpenedCapture | null>;
  /** Adds a capture and shows it. */
  open(nameOf: () => string, list: EventList, from?: OpenedCapture['from']): OpenedCapture;
  /** Shows an open capture, or the live one for null or for a capture that was closed. */
  show(capture: OpenedCapture | null): void;
  close(capture: OpenedCapture): void;
}

function createOpenedCaptures({ view }: AppStore): OpenedCaptures {
  const files = signal<readonly OpenedCapture[]>([]);
  const selected = signal<OpenedCapture | null>(null);
  const shown = computed(() => files.value.find((capture) => capture === selected.value) ?? null);
  let lastId = 0;
  return {
    files,
    shown,
    inView: computed(() => (view.value === 'events' ? shown.value : null)),
    open(nameOf, list, from = 'file') {
      lastId += 1;
      const capture: OpenedCapture = {
        id: lastId,
        from,
        get name() {
          return nameOf();
        },
        list,
      };
      batch(() => {
        files.value = [...files.value, capture];
        selected.value = capture;
      });
      return capture;
    },
    show(capture) {
      selected.value = capture;
    },
    close(capture) {
      files.value = files.value.filter((other) => other !== capture);
      capture.list.stop();
    },
  };
}

export const openedCapturesStore = defineStore(({ app }) => createOpenedCaptures(app));

/** The list that is shown in the events view. */
export function listInView(stores: Stores): EventList {
  return stores.get(openedCapturesStore).inView.value?.list ?? stores.get(liveListStore);
}

/** Selects an event of the live list, from any view. */
export function showLiveEvent(stores: Stores, row: number): void {
  batch(() => {
    stores.get(openedCapturesStore).show(null);
    stores.get(liveListStore).show(row);
    stores.app.view.value = 'events';
  });
}

/** Starts or stops recording if the live list is shown. */
export function setRecording(stores: Stores, recording: boolean): void {
  if (!isLive(stores) || stores.get(recordingFailureStore).peek() !== null) return;
  stores.app.recording.value = recording;
}

/** Clears the live list if it is shown. The clearing can be undone until the next one. */
export function clearLiveList(stores: Stores): void {
  // A collector's list can be cleared but not restored, because the clearing is for all its pages.
  const showsCollector = stores.app.tab.peek().hostType === 'collector';
  if (!isLive(stores, showsCollector)) return;
  const { get, records } = stores.get(liveListStore);
  const { total } = records.counts.value;
  if (total === 0) return;
  const undo = get(listUndo).clear();
  stores.get(captureStore).peek()?.documents.forget();
  stores.app.toasts.show({
    tone: 'info',
    text: () => i18n.t('toast.cleared', { events: formatCount(total, 'event') }),
    ...(showsCollector ? {} : { action: { label: () => i18n.t('common.undo'), onSelect: undo } }),
  });
}

/**
 * Whether the shown list is recorded.
 * Otherwise a toast explains why not: a file, a saved capture and the sample are read-only.
 */
function isLive(stores: Stores, isAlways = false): boolean {
  const { tab, toasts } = stores.app;
  const capture = stores.get(openedCapturesStore).inView.peek();
  if (capture === null && (isAlways || readOnlyReason(tab.peek()) === null)) return true;
  toasts.show({
    tone: 'info',
    text: () => (capture === null ? (readOnlyReason(tab.peek()) ?? '') : formatNotLive(capture)),
  });
  return false;
}

/** Explains why a capture from a file, or a stored one, is read-only. */
export function formatNotLive({ from, name }: OpenedCapture): string {
  return i18n.t(from === 'file' ? 'captures.fromFile' : 'captures.saved', { name });
}
