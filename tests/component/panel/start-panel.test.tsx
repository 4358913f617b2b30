import { screen, waitFor } from '@testing-library/preact';
import { expect, it, vi } from 'vitest';
import { startRecording } from '#components/panel/captures/recording.ts';
import { liveListStore } from '#components/panel/event-list/event-list.ts';
import { startPanel } from '#components/panel/shell/start-panel.tsx';
import { fail } from '#core/util/result';
import type { RelayListener } from '#panel/capture/documents';
import type { FinishedRequest, InspectedTab } from '#panel/inspected-tab';
import type { PanelHost } from '#panel/panel-host';
import { noLock } from '#panel/persistence/capture-lock';
import { createMemoryStore } from '#panel/persistence/memory-store';
import { createMemorySchemaSets } from '#panel/schemas/schema-set-storage';
// Preloads a lazy import: compiling it on demand takes longer than `waitFor` waits.
import '#panel/capture/panel-capture';
import type { UnloadedPage } from '#panel/persistence/unloaded-page';
import { t, tPattern } from '#tests/drivers/texts';
import { createFakeScheduler } from '#tests/fixtures/fake-scheduler';
import { createTestStores } from '#tests/fixtures/panel-stores';
import { createMemoryCaptures } from '#tests/unit/panel/persistence/memory-captures';
import { openPanel } from './open-panel';

/** Creates a host whose browser reports only the events that the test dispatches. */
function createTestHost() {
  const listeners: {
    relays?: RelayListener;
    requests?: (request: FinishedRequest) => void;
    unwatchedLog?: () => void;
  } = {};
  const tab: InspectedTab = {
    tabId: 7,
    hostType: 'devtools',
    readUrl: async () => 'http://localhost/',
    reload: vi.fn(),
    onNavigation: vi.fn(),
    onUrlChange: vi.fn(),
    onRequestFinished: (listener) => {
      listeners.requests = listener;
    },
    readNetworkLog: async () => [],
    openSource: async () => false,
    onTabClosed: vi.fn(),
    onSearch: vi.fn(),
    subscribeToTheme: (apply) => apply('dark'),
  };
  const { storage } = createMemoryCaptures();
  const host: PanelHost = {
    tab,
    version: '1.2.3',
    storage: createMemoryStore(),
    actions: {
      guardFire: async () => true,
      requestAccess: async () => false,
      postToCollector: async () => fail({ reason: 'no-background', detail: '' }),
      fetchFromCollector: null,
      callRegistry: async () => fail({ reason: 'no-background', detail: '' }),
      onReload: vi.fn(),
      onOpenWindow: vi.fn(),
      onOpenPopup: vi.fn(),
      onSave: vi.fn(),
      onCopy: async () => true,
      openStoredCaptures: async () => ({
        list: async () => [],
        read: async () => null,
        values: async () => null,
        remove: async () => undefined,
      }),
      loadPatternThreads: async () => {
        throw new Error('no threads');
      },
      openSchemaSets: async () => createMemorySchemaSets(),
      onOpenReference: vi.fn(),
      onOpenGuide: vi.fn(),
      onOpenUserGuide: null,
      onOpenOptions: vi.fn(),
      onOpenSource: vi.fn(async () => true),
    },
    subscribeToRelays: (listener) => {
      listeners.relays = listener;
    },
    openCaptures: async () => storage,
    deleteEarlierCaptures: async () => false,
    readBrowserSession: async () => 'run-1',
    acquireCaptureLock: () => noLock,
    takeUnloadedPages: async () => [],
    onUnwatchedLog: (onLog) => {
      listeners.unwatchedLog = onLog;
    },
    syncSite: () => ({ read: async () => undefined, watch: async () => true, stopWatching: async () => undefined }),
    syncActiveEntity: () => ({ read: async () => undefined }),
    callRelays: async () => true,
    showBadge: vi.fn(),
    onTabClosed: vi.fn(),
  };
  return { host, listeners };
}

const request: FinishedRequest = {
  entry: {
    startedDateTime: '2026-01-01T00:00:00.000Z',
    time: 1,
    request: {
      method: 'POST',
      url: 'http://localhost/v1/telemetry',
      postData: { text: '{"events":[{"eid":"LOG","mid":"m1"}]}' },
    },
    response: { status: 200 },
  },
  readResponse: async () => 'ok',
};

it('the panel subscribes to relays at once, records a request that ends while it starts, and is removed from the page when it stops', async () => {
  const { host, listeners } = createTestHost();
  const root = document.body.appendChild(document.createElement('div'));
  const panel = startPanel(root, host);
  expect(Object.keys(listeners)).toContain('relays');
  listeners.requests?.(request);
  await waitFor(() => expect(root.dataset.ready).toBe('true'));
  expect(panel.records()).toMatchObject([{ name: 'LOG', event: { json: { mid: 'm1' } } }]);
  expect(document.documentElement.dataset.theme).toBe('dark');
  panel.stop();
  expect(root.childElementCount).toBe(0);
});

it('the panel shows that data from before version 1 was deleted until the user dismisses the notice', async () => {
  const { host } = createTestHost();
  const root = document.body.appendChild(document.createElement('div'));
  const panel = startPanel(root, { ...host, deleteEarlierCaptures: async () => true });
  const notice = await screen.findByText(t('capture.earlierDeleted'));
  screen.getByRole('button', { name: t('common.dismiss') }).click();
  await waitFor(() => expect(notice.isConnected).toBe(false));
  panel.stop();
  root.remove();
});

const unloadedPage = {
  tabId: 7,
  documentKey: 'short',
  isTop: true,
  frameId: 0,
  url: 'http://localhost/short',
  unloadedAt: 2,
  observations: [
    {
      seq: 1,
      text: '{"type":"sending","requestId":"1","transport":"fetch","url":"http://localhost/v1/telemetry","method":"POST","encoding":"text","body":"{\\"events\\":[{\\"eid\\":\\"LOG\\",\\"mid\\":\\"m2\\"}]}","at":1}',
    },
  ],
} as const;

const connection = { frameId: 0, documentId: 'document-1', url: unloadedPage.url, post: () => undefined };

it.each<[string, (listeners: ReturnType<typeof createTestHost>['listeners']) => void]>([
  ['its log is reported, as in Chromium', ({ unwatchedLog }) => unwatchedLog?.()],
  ['its port closes, as in Firefox', ({ relays }) => relays?.disconnected(connection)],
])(
  'the panel reads the stored log of a page that unloaded while the panel was open when %s',
  async (_, reportUnload) => {
    const { host, listeners } = createTestHost();
    const takeUnloadedPages = vi.fn<typeof host.takeUnloadedPages>(async () => []);
    const root = document.body.appendChild(document.createElement('div'));
    const panel = startPanel(root, { ...host, takeUnloadedPages });
    await waitFor(() => expect(root.dataset.ready).toBe('true'));
    takeUnloadedPages.mockResolvedValueOnce([unloadedPage]);
    reportUnload(listeners);
    await waitFor(() => expect(panel.records()).toMatchObject([{ name: 'LOG', event: { json: { mid: 'm2' } } }]));
    panel.stop();
    root.remove();
  },
);

it('the panel records the log of an unloaded page that arrives while the panel starts, and the navigation after it', async () => {
  const { host, listeners } = createTestHost();
  const unloadedPages: UnloadedPage[] = [unloadedPage];
  const fake = createFakeScheduler();
  const { stores } = createTestStores({}, host.storage, fake.scheduler);
  const recording = startRecording(stores, { ...host, takeUnloadedPages: async () => unloadedPages.splice(0) });
  listeners.unwatchedLog?.();
  fake.runTasks();
  await recording.restore();
  expect(recording.records()).toMatchObject([{ name: 'LOG', event: { json: { mid: 'm2' } } }]);
  expect(stores.get(liveListStore).records.navigations()).toMatchObject([{ url: 'http://localhost/' }]);
});

it('the panel shows that nothing is recorded if the code of the capture fails to load, and stores no reports', async () => {
  const { host, listeners } = createTestHost();
  const { stores, app } = openPanel();
  const recording = startRecording(stores, host, () => Promise.reject(new Error('the extension was updated')));
  listeners.requests?.(request);
  await recording.restore();
  await screen.findByText(tPattern('capture.codeNotLoaded'));
  expect(screen.getByRole('button', { name: t('toolbar.record') }).getAttribute('aria-pressed')).toBe('false');
  listeners.requests?.(request);
  recording.flush();
  expect(recording.records()).toEqual([]);
  expect(app.recording.value).toBe(true);
});

it('the panel records new events even if the stored capture cannot be restored', async () => {
  const { host, listeners } = createTestHost();
  const { stores } = createTestStores({}, host.storage);
  const { records } = stores.get(liveListStore);
  const { storage } = createMemoryCaptures();
  const earlier = startRecording(createTestStores({}, host.storage).stores, {
    ...host,
    openCaptures: async () => storage,
  });
  await earlier.restore();
  listeners.requests?.(request);
  await waitFor(() => expect(earlier.records()).toHaveLength(1));
  earlier.flush();
  const stopThrowing = records.subscribe(() => {
    throw new Error('cannot be shown');
  });
  const recording = startRecording(stores, { ...host, openCaptures: async () => storage });
  await recording.restore();
  stopThrowing();
  expect(stores.app.toasts.list.value[0]?.text()).toMatch(tPattern('capture.storedNotRestored'));
  listeners.requests?.(request);
  await waitFor(() => expect(recording.records()).not.toEqual([]));
});

it('events that follow a clearing are restored in the next panel, also if the panel was reopened in between', async () => {
  const { host, listeners } = createTestHost();
  const { storage } = createMemoryCaptures();
  const open = async () => {
    const { stores } = createTestStores({}, host.storage);
    const recording = startRecording(stores, { ...host, openCaptures: async () => storage });
    await recording.restore();
    return { recording, records: stores.get(liveListStore).records };
  };
  const first = await open();
  listeners.requests?.(request);
  await waitFor(() => expect(first.recording.records()).toHaveLength(1));
  first.records.clear();
  first.recording.flush();
  const second = await open();
  expect(second.recording.records()).toEqual([]);
  listeners.requests?.(request);
  await waitFor(() => expect(second.recording.records()).toHaveLength(1));
  second.recording.flush();
  expect((await open()).recording.records()).toHaveLength(1);
});
