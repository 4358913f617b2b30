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
  /** Processes and stores what is queued. Call it when the panel closes. */
  flush(): void;
  /** Call when all relays have replied: pages of the restored capture that did not reply are unloaded. */
  allResponded(): void;
}

const importCapture = () => import('#panel/capture/panel-capture');

/**
 * Starts listening to the inspected tab; reports are queued until the stored capture is restored.
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
  /** Loads at once: correlator and definitions load while the panel is rendered and the settings are read. */
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
      sink: { records: pipeline.records, navigated: pipeline.navigated, frames: get(listFrames).set },
      now: Date.now,
      openedAt,
      newId: () => crypto.randomUUID(),
      setTimer: scheduler.setTimer,
      readNetworkLog: tab.readNetworkLog,
    };
    const created = code.createPanelCapture(deps);
    effect(() => created.record(app.recording.value));
    evictWithList(created, records);
    capture = created;
    stores.get(captureStore).value = created;
    return created;
  };
  const restart = (lastRow?: number): void => {
    pipeline.flush();
    records.clear(lastRow);
    records.forget();
  };
  const loads = createPageLoads(Date.now, (lastRow) => {
    if (!preservesLog.peek()) restart(lastRow);
  });
  /** `null` until its code is loaded: the first row does not need it. */
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
      // Only the list has cleared records, which can still be restored.
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
    clearList: restart,
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
    allResponded: () => intake.pass(() => capture?.documents.endDocumentsWithoutPort()),
    async restore() {
      const [into] = await Promise.all([createCapture(), app.settings.load()]);
      if (into === null) return;
      const stored = await createHistory(into);
      const [loaded, unloaded] = await Promise.all([
        stored?.load(keepFor.peek()),
        withTimeout(host.takeUnloadedPages(), [], scheduler.setTimer),
      ]);
      replay.allowMissed();
      if (loaded) restoreStored(loaded, into, { loads, records, toasts: app.toasts });
      effect(() => stored?.select(keepFor.value));
      if (unloaded.length > 0) {
        await replay.replayEarlier(unloaded, into);
        pipeline.flush();
        stored?.flush();
      }
      const dropped = intake.open();
      intake.pass(() => into.documents.countUnread(dropped));
    },
  };
}

/** Evicts and restores the records that the list clears and restores. */
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
      intake.pass(() => {
        const arrived = topDocumentKey(connection.frameId, message);
        if (arrived !== null) loads.arrived(arrived);
        capture()?.documents.receive(connection, message);
      }, charsOfMessage(message)),
    disconnected: (connection) =>
      intake.pass(() => {
        capture()?.documents.disconnected(connection);
        onUnreadLog();
      }),
  });
  host.onUnwatchedLog(onUnreadLog);
  tab.onRequestFinished((request) =>
    intake.pass(() => void capture()?.requestFinished(request), charsOfEntry(request.entry)),
  );
  tab.onNavigation((url, isNewDocument) =>
    intake.pass(() => {
      const navigatedAt = Date.now();
      pipeline.flush();
      const rowBefore = lastRow();
      void isNewDocument.then((isNew) => {
        if (isNew) intake.pass(() => loads.navigated(navigatedAt, rowBefore));
      });
      if (preservesLog.peek()) capture()?.navigated(url, navigatedAt, isNewDocument);
    }),
  );
}

interface RestoreTargets {
  readonly loads: PageLoads;
  readonly records: Records;
  readonly toasts: Toasts;
}

function restoreStored(stored: StoredCapture, into: Capture, { loads, records, toasts }: RestoreTargets): void {
  const { progress, navigations, clearedThrough } = stored.metadata;
  try {
    loads.addKnown(Object.keys(progress));
    into.restore(stored.records, progress, navigations, clearedThrough);
    records.apply(stored.records);
    records.addNavigations(navigations);
  } catch {
    // Recording continues: a stored capture that cannot be shown must not cost the new events.
    toasts.show({ tone: 'error', text: () => i18n.t('capture.storedNotRestored') });
  }
}
