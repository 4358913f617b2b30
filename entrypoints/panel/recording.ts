import { effect } from '@preact/signals';
import type { AppStore } from '#components/panel/app/app-store.ts';
import { readSettings, SETTINGS_KEY } from '#components/panel/app/panel-settings.ts';
import type { EventList } from '#components/panel/event-list/event-list.ts';
import { createDrawingPace } from '#components/panel/event-list/render-throttle.ts';
import { gatherChanges } from '#components/panel/event-list/update-batcher.ts';
import type { TelemetryRecord } from '#core/journey/record';
import { checkEventAs } from '#core/rules/checks';
import { inTime } from '#core/util/with-timeout';
import { takeTurn } from '#extension/browser/panel/acquire-capture-lock';
import { readBrowserSession } from '#extension/browser/panel/browser-run';
import { openSessionDb } from '#extension/browser/panel/capture-database';
import type { InspectedTab } from '#extension/browser/panel/inspected-tab';
import { listenRelays } from '#extension/browser/panel/relay-ports';
import { takeLeftPages } from '#extension/browser/panel/take-unloaded-pages';
import { listenStored, localStorage } from '#extension/browser/storage';
import { type Capture, createCapture } from '#extension/panel/capture/capture';
import { panelRules } from '#extension/panel/capture/panel-rules';
import { createSessionHistory } from '#extension/panel/persistence/capture-history';
import { createPageLoads, topDocumentKey } from '#extension/panel/persistence/page-loads';
import { createGate } from '#extension/panel/persistence/task-queue';
import type { LeftPage } from '#extension/panel/persistence/unloaded-page';
import { after, painted, unhurried } from './after';

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
export function startRecording(app: AppStore, { records, frames }: EventList, tab: InspectedTab): Recording {
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
    if (!app.settings.value.preserveLog) beginAnew();
  });
  const history = createSessionHistory({
    openStorage: openSessionDb,
    browserSession: readBrowserSession,
    tabId: tab.tabId,
    turn: takeTurn(tab.tabId),
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
    if (app.settings.value.preserveLog) {
      // On demand: mostly there is nothing. Of an extension that was updated meanwhile there is no such file any more.
      const loaded = await import('#extension/panel/persistence/replay-unloaded-pages').catch(() => null);
      loaded?.replayLeft(left, capture, await tab.askUrl());
    } else if (left.some(({ isTop }) => isTop)) beginAnew();
  };

  listenRelays(tab.tabId, {
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
      if (app.settings.value.preserveLog) capture.navigated(url);
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
      app.settings.value = readSettings(await localStorage.get(SETTINGS_KEY).catch(() => undefined));
      const [kept, left] = await Promise.all([
        history.load(app.settings.value.keepFor),
        inTime(takeLeftPages(tab.tabId), [], after),
      ]);
      if (kept) {
        loads.know(Object.keys(kept.head.progress));
        capture.restore(kept.records, kept.head.progress);
        records.apply(kept.records);
        for (const mark of kept.head.marks) records.navigated(mark);
      }
      keepSettings(app);
      effect(() => history.choose(app.settings.value.keepFor));
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

/** Remembers what is chosen from now on, here or in another panel. */
function keepSettings({ settings }: AppStore): void {
  let stored = settings.value;
  // Chosen in another panel.
  listenStored(SETTINGS_KEY, (value) => {
    stored = readSettings(value);
    settings.value = stored;
  });
  effect(() => {
    const chosen = settings.value;
    if (chosen !== stored) void localStorage.set(SETTINGS_KEY, chosen);
    stored = chosen;
  });
}
