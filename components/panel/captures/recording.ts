import { effect } from '@preact/signals';
import { messageText } from '#components/i18n/message-text.ts';
import { tryImport } from '#components/kit/lazy-import.ts';
import { captureStore } from '#components/panel/app/capture-store.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { liveListStore, memoryBudgetStore } from '#components/panel/event-list/event-list.ts';
import { listFrames } from '#components/panel/event-list/frames.ts';
import { judgesStore } from '#components/panel/event-list/judging/judges.ts';
import { type JudgedRecord, observedOf } from '#core/stream/judged-record';
import { createJob } from '#core/util/scheduler';
import { withTimeout } from '#core/util/with-timeout';
import { i18n } from '#i18n';
import type { Capture } from '#panel/capture/capture';
import { charsOfEntry, charsOfMessage } from '#panel/capture/intake-chars';
import { createUpdatePipeline } from '#panel/capture/update-pipeline';
import type { RecordingHost } from '#panel/panel-host';
import type { CaptureHistory } from '#panel/persistence/capture-history';
import { createPageLoads, topDocumentKey } from '#panel/persistence/page-loads';
import type { StoredCapture } from '#panel/persistence/stored-capture';
import type { UnloadedPage } from '#panel/persistence/unloaded-page';
import { keepForSetting, preserveLogSetting } from './capture-settings';
import { recordingFailureStore } from './RecordingFailureBar';

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
      after: scheduler.after,
      readNetworkLog: tab.readNetworkLog,
    };
    const created = code.createPanelCapture(deps);
    effect(() => created.record(app.recording.value));
    records.subscribe((change) => {
      if (change.type === 'cleared') created.evict(change.throughRow, true);
      if (change.type === 'restored') created.restoreEvicted(records.all().map(observedOf));
      if (change.type === 'forgotten') created.evict(change.throughRow, false);
    });
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

  const loadReplay = () => import('#panel/persistence/replay-unloaded-pages').catch(() => null);

  /** Replays the logs of pages that unloaded while no panel was open. */
  const replayUnloaded = async (unloaded: readonly UnloadedPage[], into: Capture): Promise<void> => {
    if (preservesLog.peek()) {
      const loaded = await loadReplay();
      loaded?.replayUnloadedPages(unloaded, into, await tab.readUrl());
    } else if (unloaded.some(({ isTop }) => isTop)) restart();
  };

  let endRestore = (): void => {};
  const restored = new Promise<void>((resolve) => {
    endRestore = resolve;
  });
  const replayMissed = async (): Promise<void> => {
    // Before that, `restore` replays the logs of the background, in order with the stored capture.
    await restored;
    const unloaded = await host.takeUnloadedPages();
    if (unloaded.length === 0) return;
    const loaded = await loadReplay();
    intake.pass(() => {
      if (capture !== null) loaded?.replayMissed(unloaded, capture.documents, preservesLog.peek());
    });
  };
  /**
   * Schedules the replay of an early log.
   * A page that unloads before its log was requested, such as one that redirects at once, leaves its log in the
   * background.
   */
  const replayJob = createJob(scheduler.nextTask, () => void replayMissed());

  host.subscribeToRelays({
    receive: (connection, message) =>
      intake.pass(() => {
        const arrived = topDocumentKey(connection.frameId, message);
        if (arrived !== null) loads.arrived(arrived);
        capture?.documents.receive(connection, message);
      }, charsOfMessage(message)),
    disconnected: (connection) =>
      intake.pass(() => {
        capture?.documents.disconnected(connection);
        replayJob.schedule();
      }),
  });
  host.onUnwatchedLog(replayJob.schedule);
  tab.onRequestFinished((request) =>
    intake.pass(() => void capture?.requestFinished(request), charsOfEntry(request.entry)),
  );
  tab.onNavigation((url, isNewDocument) =>
    intake.pass(() => {
      const at = Date.now();
      pipeline.flush();
      const lastRow = records.all().at(-1)?.row ?? 0;
      void isNewDocument.then((isNew) => {
        if (isNew) intake.pass(() => loads.navigated(at, lastRow));
      });
      if (preservesLog.peek()) capture?.navigated(url, at, isNewDocument);
    }),
  );
  const restore = ({ records: stored, metadata }: StoredCapture, into: Capture): void => {
    try {
      loads.addKnown(Object.keys(metadata.progress));
      into.restore(stored, metadata.progress, metadata.navigations, metadata.clearedThrough);
      records.apply(stored);
      records.addNavigations(metadata.navigations);
    } catch {
      // Recording continues: a stored capture that cannot be shown must not cost the new events.
      app.toasts.show({ tone: 'error', text: () => i18n.t('capture.storedNotRestored') });
    }
  };
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
        withTimeout(host.takeUnloadedPages(), [], scheduler.after),
      ]);
      endRestore();
      if (loaded) restore(loaded, into);
      effect(() => stored?.select(keepFor.value));
      if (unloaded.length > 0) {
        await replayUnloaded(unloaded, into);
        pipeline.flush();
        stored?.flush();
      }
      const dropped = intake.open();
      intake.pass(() => into.documents.countUnread(dropped));
    },
  };
}
