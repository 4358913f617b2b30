import { batch, computed, type ReadonlySignal, signal } from '@preact/signals';
import { formatCount } from '#components/i18n/count-text.ts';
import type { AppStore } from '#components/panel/app/app-store.ts';
import { captureStore } from '#components/panel/app/capture-store.ts';
import { defineStore, type Stores } from '#components/panel/app/stores.ts';
import { readOnlyReason, type TabState } from '#components/panel/app/tab-state.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import type { EventList } from '#components/panel/event-list/list-section.ts';
import { listUndo } from '#components/panel/event-list/list-undo.ts';
import { i18n } from '#i18n';
import { recordingFailureStore } from './RecordingFailureBar';

/** A read-only capture beside the live one: from a file, or a saved capture. */
export interface OpenedCapture {
  readonly id: number;
  readonly origin: 'file' | 'saved';
  /** The file name, or the time and page of a saved capture, in the current language. */
  readonly name: string;
  readonly list: EventList;
}

/** The captures beside the live one, and which capture is shown. */
export interface OpenedCaptures {
  readonly all: ReadonlySignal<readonly OpenedCapture[]>;
  /** Null while the live capture is shown. */
  readonly current: ReadonlySignal<OpenedCapture | null>;
  /** The shown capture while the events view is open; other views always show the live capture. */
  readonly inView: ReadonlySignal<OpenedCapture | null>;
  /** Adds a capture and shows it. */
  open(getName: () => string, list: EventList, origin?: OpenedCapture['origin']): OpenedCapture;
  /** Shows an open capture. For null, or for a closed capture, shows the live capture. */
  show(capture: OpenedCapture | null): void;
  close(capture: OpenedCapture): void;
}

function createOpenedCaptures({ view }: AppStore): OpenedCaptures {
  const all = signal<readonly OpenedCapture[]>([]);
  const selected = signal<OpenedCapture | null>(null);
  const current = computed(() => all.value.find((capture) => capture === selected.value) ?? null);
  let lastId = 0;
  return {
    all,
    current,
    inView: computed(() => (view.value === 'events' ? current.value : null)),
    open(getName, list, origin = 'file') {
      lastId += 1;
      const capture: OpenedCapture = {
        id: lastId,
        origin,
        get name() {
          return getName();
        },
        list,
      };
      batch(() => {
        all.value = [...all.value, capture];
        selected.value = capture;
      });
      return capture;
    },
    show(capture) {
      selected.value = capture;
    },
    close(capture) {
      all.value = all.value.filter((other) => other !== capture);
      capture.list.stop();
    },
  };
}

export const openedCapturesStore = defineStore(({ app }) => createOpenedCaptures(app));

/** Returns the list that the events view shows. */
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

/** Starts or stops recording if the live list is shown and the recording works. */
export function setRecording(stores: Stores, recording: boolean): void {
  if (!requireLive(stores, readOnlyReason) || stores.get(recordingFailureStore).peek() !== null) return;
  stores.app.recording.value = recording;
}

/** Clears the live list if it is shown. The user can undo the clearing until the next clearing. */
export function clearLiveList(stores: Stores): void {
  // A collector's list can be cleared but not restored, because the clearing is for all its pages.
  const isCollector = stores.app.tab.peek().hostType === 'collector';
  if (!requireLive(stores, isCollector ? () => null : readOnlyReason)) return;
  const { get, records } = stores.get(liveListStore);
  const { total } = records.counts.value;
  if (total === 0) return;
  const undo = get(listUndo).clear();
  stores.get(captureStore).peek()?.documents.forget();
  stores.app.toasts.show({
    tone: 'info',
    text: () => i18n.t('toast.cleared', { events: formatCount(total, 'event') }),
    ...(isCollector ? {} : { action: { label: () => i18n.t('common.undo'), onSelect: undo } }),
  });
}

/** Returns whether the live list is shown and can be changed. If not, shows a toast with the reason. */
function requireLive(stores: Stores, findReason: (tab: TabState) => string | null): boolean {
  const { tab, toasts } = stores.app;
  const capture = stores.get(openedCapturesStore).inView.peek();
  const reason = () => (capture === null ? findReason(tab.peek()) : formatNotLive(capture));
  if (reason() === null) return true;
  toasts.show({ tone: 'info', text: () => reason() ?? '' });
  return false;
}

/** Explains why an opened capture is read-only. */
export function formatNotLive({ origin, name }: OpenedCapture): string {
  return i18n.t(origin === 'file' ? 'captures.fromFile' : 'captures.saved', { name });
}
