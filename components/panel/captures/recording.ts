import { effect } from '@preact/signals';
import type { Stores } from '#components/panel/app/stores.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { createDrawingPace } from '#components/panel/event-list/render-throttle.ts';
import { gatherChanges } from '#components/panel/event-list/update-batcher.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { checkEventAs } from '#core/rules/checks';
import { inTime } from '#core/util/with-timeout';
import { after } from '#extension/after';
import { type Capture, createCapture } from '#extension/panel/capture/capture';
import { panelRules } from '#extension/panel/capture/panel-rules';
import type { RecordingHost } from '#extension/panel/panel-host';
import { createSessionHistory } from '#extension/panel/persistence/capture-history';
import { createPageLoads, topDocumentKey } from '#extension/panel/persistence/page-loads';
import { createGate } from '#extension/panel/persistence/task-queue';
import type { LeftPage } from '#extension/panel/persistence/unloaded-page';
import { painted, unhurried } from '#extension/panel/scheduling';
import { keepForSetting, preserveLogSetting } from './capture-settings';

/** What is recorded of the inspected tab, and kept of it. */
export interface Recording {
  readonly capture: Capture;
  /** All records, with what has come in this very moment. */
  records(): readonly TelemetryRecord[];
  /** Puts the kept session into its place, then lets in what has come meanwhile, and keeps the session from then on. */
  takeUp(): Promise<void>;
  /** All relays that there are have answered: pages of the kept session that did not are gone. */
  allAnswered(): void;
}

/** Listens to the inspected tab at once; what comes in waits until the kept session is in its place. */
export function startRecording(stores: Stores, host: RecordingHost): Recording {
  const { app } = stores;
  const { tab } = host;
  const { records, frames } = stores.get(liveListStore);
  const preservesLog = stores.get(preserveLogSetting);
  const keepFor = stores.get(keepForSetting);
  const now = () => performance.now();
  const gate = createGate({ now, unhurried });
  const pace = createDrawingPace({ now, after, painted, isFlood: gate.isBusy });
  const gathering = gatherChanges(
    {
      take: records.take,
      show() {
        pace.drawing();
        records.show();
      },
      navigated: records.navigated,
    },
    { now, restMs: pace.restMs, again: pace.again, turn: unhurried },
  );
  const capture = createCapture({
    rules: { ...panelRules, validateEvent: (event) => checkEventAs(event, app.entity.peek()) },
    sink: { records: gathering.records, navigated: gathering.navigated, frames: frames.set },
    now: Date.now,
    newId: () => crypto.randomUUID(),
    after,
    readNetworkLog: tab.readNetworkLog,
  });
  records.listen((change) => {
    if (change.type === 'cleared') capture.evict(change.throughRow, true);
    if (change.type === 'restored') capture.takeBack(records.all());
    if (change.type === 'forgotten') capture.evict(change.throughRow, false);
  });
  const beginAnew = (): void => {
    gathering.flush();
    records.clear();
    records.forget();
  };
  const loads = createPageLoads(Date.now, () => {
    if (!preservesLog.peek()) beginAnew();
  });
  const history = createSessionHistory({
    openStorage: host.openCaptures,
    browserSession: host.readBrowserSession,
    tabId: tab.tabId,
    turn: host.takeTurn(),
    list: records,
    progress: capture.progress,
    now: Date.now,
    after,
    unhurried,
    isFlood: gate.isBusy,
    tell: (text) => app.toasts.show({ tone: 'bad', text }),
  });

  /** What the pages did that went away while no panel was open. */
  const takeUpLeft = async (left: readonly LeftPage[]): Promise<void> => {
    if (preservesLog.peek()) {
      // On demand: mostly there is nothing. Of an extension that was updated meanwhile there is no such file any more.
      const loaded = await import('#extension/panel/persistence/replay-unloaded-pages').catch(() => null);
      loaded?.replayLeft(left, capture, await tab.askUrl());
    } else if (left.some(({ isTop }) => isTop)) beginAnew();
  };

  host.listenRelays({
    receive: (connection, message) =>
      gate.pass(() => {
        const arrived = topDocumentKey(connection.frameId, message);
        if (arrived !== null) loads.arrived(arrived);
        capture.receive(connection, message);
      }),
    disconnected: (connection) => gate.pass(() => capture.disconnected(connection)),
  });
  tab.listenFinishedRequests((request) => gate.pass(() => void capture.requestFinished(request)));
  tab.listenNavigations((url) =>
    gate.pass(() => {
      loads.navigated();
      if (preservesLog.peek()) capture.navigated(url);
    }),
  );
  window.addEventListener('pagehide', () => {
    gate.drain();
    gathering.flush();
    // Nobody can undo a clearing any more.
    records.forget();
    history.flush();
  });

  return {
    capture,
    records() {
      gathering.flush();
      return records.all();
    },
    allAnswered: () => gate.pass(capture.closeSilent),
    async takeUp() {
      await app.settings.load();
      const [kept, left] = await Promise.all([
        history.load(keepFor.peek()),
        inTime(host.takeUnloadedPages(), [], after),
      ]);
      if (kept) {
        loads.know(Object.keys(kept.head.progress));
        capture.restore(kept.records, kept.head.progress);
        records.apply(kept.records);
        for (const mark of kept.head.marks) records.navigated(mark);
      }
      effect(() => history.choose(keepFor.value));
      if (left.length > 0) {
        await takeUpLeft(left);
        // Nobody else has it any more.
        gathering.flush();
        history.flush();
      }
      gate.open();
    },
  };
}
