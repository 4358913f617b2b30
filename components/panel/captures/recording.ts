import { effect, type ReadonlySignal } from '@preact/signals';
import { messageText } from '#components/i18n/message-text.ts';
import { tryImport } from '#components/kit/lazy-import.ts';
import { captureStore } from '#components/panel/app/capture-store.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import type { Toasts } from '#components/panel/app/toasts.ts';
import { liveListStore, memoryBudgetStore } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import type { Records } from '#components/panel/event-list/record-store.ts';
import { type JudgedRecord, observedOf } from '#core/stream/judged-record';
import { withTimeout } from '#core/util/with-timeout';
import { i18n } from '#i18n';
import type { Capture } from '#panel/capture/capture';
import { charsOfEntry, charsOfMessage } from '#panel/capture/intake-chars';
import { createUpdatePipeline, type UpdatePipeline } from '#panel/capture/update-pipeline';
import type { RecordingHost } from '#panel/panel-host';
import type { CaptureHistory } from '#panel/persistence/capture-history';
import { createPageLoads, type PageLoads, topDocumentKey } from '#panel/persistence/page-loads';
import type { StoredCapture } from '#panel/persistence/stored-capture';
import { keepForSetting, preserveLogSetting } from './capture-settings';
import { recordingFailureStore } from './RecordingFailureBar';
import { createUnloadedPageReplay } from './unloaded-page-replay';

/** The recording of the inspected tab, and its stored capture. */
export interface Recording {
  /** Returns all records, including those still in the queue. */
  records(): readonly JudgedRecord[];
  /** Restores the stored capture, then processes queued reports, and stores the capture from then on. */
  restore(): Promise<void>;
  /** Processes and stores all queued reports, and frees the cleared records. Call it when the panel closes. */
  flush(): void;
  /** Call when all relays have replied. Pages of the restored capture that did not reply are unloaded. */
  onAllReplied(): void;
}

const importCapture = () => import('#panel/capture/panel-capture');

/**
 * Subscribes to the inspected tab. Reports are queued until the stored capture is restored.
 * If the code of the capture cannot be loaded, nothing is recorded and {@link recordingFailureStore} is set.
 */
export function startRecording(stores: Stores, host: RecordingHost, loadCapture = importCapture): Recording {
  const { app } = stores;
  const { tab } = host;
  const { get, records, fullRecords } = stores.get(liveListStore);
  const budget = stores.get(memoryBudgetStore);
  const preservesLog = stores.get(preserveLogSetting);
  const keepFor = stores.get(keepForSetting);
  const { scheduler } = app;
  const pipeline = createUpdatePipeline(scheduler, records);
  const { intake } = pipeline;
  const openedAt = Date.now();
  let capture: Capture | null = null;
  /** Loads at once, while the panel is rendered and the settings are read. */
  const captureCode = tryImport(loadCapture);
  const rulesCode = stores.get(judgesStore).load();
  const createCapture = async (): Promise<Capture | null> => {
    const [code] = await Promise.all([captureCode, rulesCode]);
    if (code === null) {
      stores.get(recordingFailureStore).value = 'code-not-loaded';
      intake.close();
      return null;
    }
    const deps = {
      sink: { records: pipeline.records, addNavigation: pipeline.addNavigation, frames: get(listFrames).set },
      now: Date.now,
      openedAt,
      newId: () => crypto.randomUUID(),
      setTimer: scheduler.setTimer,
      readNetworkLog: tab.readNetworkLog,
    };
    const newCapture = code.createPanelCapture(deps);
    effect(() => newCapture.setRecording(app.recording.value));
    evictWithList(newCapture, records);
    capture = newCapture;
    stores.get(captureStore).value = newCapture;
    return newCapture;
  };
  const startNewList = (lastRow?: number): void => {
    pipeline.flush();
    records.clear(lastRow);
    records.forget();
  };
  const loads = createPageLoads(Date.now, (lastRow) => {
    if (!preservesLog.peek()) startNewList(lastRow);
  });
  /** `null` until its code is loaded, because the first row does not need it. */
  let history: CaptureHistory | null = null;
  /** Loads at once, while the settings are read. */
  const historyCode = tryImport(() => import('#panel/persistence/capture-history'));
  const createHistory = async ({ documents }: Capture): Promise<CaptureHistory | null> => {
    const code = await historyCode;
    history =
      code?.createCaptureHistory({
        openStorage: host.openCaptures,
        browserSession: host.readBrowserSession,
        tabId: tab.tabId,
        lock: host.acquireCaptureLock(),
        list: records,
        progress: documents.progress,
        now: Date.now,
        scheduler,
        isBurst: intake.isBusy,
        onValuesStored: budget.releaseIfExceeded,
        notify: (problem) => app.toasts.show({ tone: 'error', text: () => messageText(problem) }),
      }) ?? null;
    if (history !== null) fullRecords.connect(history.valueStore.read);
    return history;
  };
  budget.add({
    records,
    store: () => history?.valueStore ?? null,
    release(longRecords, location, truncateRecord) {
      capture?.releaseValues(longRecords.map(observedOf), location);
      // The capture has no cleared records any more, but the list can still restore them.
      const cleared = longRecords.filter(({ row }) => records.byRow(row) === null);
      if (cleared.length > 0) records.take(cleared.map((record) => truncateRecord(observedOf(record), location)));
    },
  });

  const replay = createUnloadedPageReplay({
    host,
    intake,
    preservesLog,
    scheduler,
    capture: () => capture,
    clearList: startNewList,
  });
  observeTab(host, {
    pipeline,
    loads,
    capture: () => capture,
    onUnreadLog: replay.scheduleMissed,
    lastRow: () => records.all().at(-1)?.row ?? 0,
    preservesLog,
  });
  return {
    records() {
      pipeline.flush();
      return records.all();
    },
    flush() {
      intake.drain();
      pipeline.flush();
      records.forget();
      history?.flush();
    },
    onAllReplied: () => intake.enqueue(() => capture?.documents.endDocumentsWithoutPort()),
    async restore() {
      const [newCapture] = await Promise.all([createCapture(), app.settings.load()]);
      if (newCapture === null) return;
      const captureHistory = await createHistory(newCapture);
      const [storedCapture, unloadedPages] = await Promise.all([
        captureHistory?.load(keepFor.peek()),
        withTimeout(host.takeUnloadedPages(), [], scheduler.setTimer),
      ]);
      replay.allowMissed();
      if (storedCapture) restoreStored(storedCapture, newCapture, { loads, records, toasts: app.toasts });
      effect(() => captureHistory?.select(keepFor.value));
      if (unloadedPages.length > 0) {
        await replay.replayEarlier(unloadedPages, newCapture);
        pipeline.flush();
        captureHistory?.flush();
      }
      const dropped = intake.open();
      intake.enqueue(() => newCapture.documents.countUnread(dropped));
    },
  };
}

/** Evicts records from the capture when the list clears them, and restores them with the list. */
function evictWithList(capture: Capture, records: Records): void {
  records.subscribe((change) => {
    if (change.type === 'cleared') capture.evict(change.throughRow, true);
    if (change.type === 'restored') capture.restoreEvicted(records.all().map(observedOf));
    if (change.type === 'forgotten') capture.evict(change.throughRow, false);
  });
}

interface TabObservers {
  readonly pipeline: UpdatePipeline;
  readonly loads: PageLoads;
  /** `null` until the code of the capture is loaded. */
  readonly capture: () => Capture | null;
  /** Called when the background may have the log of a page that no panel has read. */
  readonly onUnreadLog: () => void;
  readonly lastRow: () => number;
  readonly preservesLog: ReadonlySignal<boolean>;
}

/** Queues what relays and DevTools report of the tab. */
function observeTab(host: RecordingHost, observers: TabObservers): void {
  const { pipeline, loads, capture, onUnreadLog, lastRow, preservesLog } = observers;
  const { intake } = pipeline;
  const { tab } = host;
  host.subscribeToRelays({
    receive: (connection, message) =>
      intake.enqueue(() => {
        const documentKey = topDocumentKey(connection.frameId, message);
        if (documentKey !== null) loads.handleDocument(documentKey);
        capture()?.documents.receive(connection, message);
      }, charsOfMessage(message)),
    disconnected: (connection) =>
      intake.enqueue(() => {
        capture()?.documents.disconnected(connection);
        onUnreadLog();
      }),
  });
  host.onUnwatchedLog(onUnreadLog);
  tab.onRequestFinished((request) =>
    intake.enqueue(() => void capture()?.requestFinished(request), charsOfEntry(request.entry)),
  );
  tab.onNavigation((url, isNewDocument) =>
    intake.enqueue(() => {
      const navigatedAt = Date.now();
      pipeline.flush();
      const rowBefore = lastRow();
      void isNewDocument.then((isNew) => {
        if (isNew) intake.enqueue(() => loads.handleNavigation(navigatedAt, rowBefore));
      });
      if (preservesLog.peek()) capture()?.handleNavigation(url, navigatedAt, isNewDocument);
    }),
  );
}

interface RestoreTargets {
  readonly loads: PageLoads;
  readonly records: Records;
  readonly toasts: Toasts;
}

function restoreStored(stored: StoredCapture, capture: Capture, { loads, records, toasts }: RestoreTargets): void {
  const { progress, navigations, clearedThrough } = stored.metadata;
  try {
    loads.addObserved(Object.keys(progress));
    capture.restore(stored.records, progress, navigations, clearedThrough);
    records.apply(stored.records);
    records.addNavigations(navigations);
  } catch {
    // New events are recorded even if the stored ones cannot be restored.
    toasts.show({ tone: 'error', text: () => i18n.t('capture.storedNotRestored') });
  }
}
