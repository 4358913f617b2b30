import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { panelHelpService } from '#extension/protocol/panel-help';
import type { MessageSender } from '#extension/protocol/sender';

const ID = 'abcdef';
const ORIGIN = `moz-extension://${ID}`;
const panel: MessageSender = { id: ID, url: `${ORIGIN}/panel.html` };
const relay: MessageSender = { id: ID, url: 'https://learn.example.org/', tab: { id: 4 } };

type Listener = (message: unknown, sender: MessageSender, send: (response: unknown) => void) => unknown;

interface TestPort {
  readonly name: string;
  readonly sender: MessageSender;
  readonly posted: unknown[];
  send(message: unknown): void;
  disconnect(): void;
}

/** Creates the browser APIs that the tested code uses, and records their calls. */
function createFakeBrowser() {
  const listeners: Listener[] = [];
  const connectListeners: ((port: unknown) => void)[] = [];
  const calls: unknown[] = [];
  const recordCall =
    (name: string, response: unknown = null) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args]);
      return response;
    };
  const ignored = { addListener: () => undefined, removeListener: () => undefined };
  const chrome = {
    runtime: {
      id: ID,
      getURL: (path: string) => ORIGIN + path,
      onMessage: { addListener: (listener: Listener) => listeners.push(listener), removeListener: () => undefined },
      onConnect: { addListener: (listener: (port: unknown) => void) => connectListeners.push(listener) },
      sendMessage: recordCall('sendMessage'),
    },
    tabs: {
      create: recordCall('tabs.create'),
      sendMessage: recordCall('tabs.sendMessage'),
      update: recordCall('tabs.update'),
      getCurrent: recordCall('tabs.getCurrent', { id: 9, windowId: 1 }),
      get: recordCall('tabs.get', { id: 9 }),
      onUpdated: ignored,
      onRemoved: ignored,
    },
    windows: { create: recordCall('windows.create', { tabs: [{ id: 9 }] }), update: recordCall('windows.update') },
    permissions: {
      getAll: recordCall('permissions.getAll', { origins: ['https://secret.example/*'] }),
      contains: recordCall('permissions.contains', true),
      remove: recordCall('permissions.remove', true),
    },
    scripting: { executeScript: recordCall('executeScript') },
  };
  const send = (message: unknown, sender: MessageSender): Promise<unknown> =>
    new Promise((resolve) => {
      const responses = listeners.map((listener) => listener(message, sender, resolve));
      if (!responses.includes(true)) resolve('no response');
    });
  const connect = (name: string, sender: MessageSender): TestPort => {
    const listeners: ((message: unknown) => void)[] = [];
    const disconnectListeners: (() => void)[] = [];
    const posted: unknown[] = [];
    const port = {
      name,
      sender,
      posted,
      postMessage: (message: unknown) => posted.push(message),
      onMessage: { addListener: (handle: (message: unknown) => void) => listeners.push(handle) },
      onDisconnect: { addListener: (handle: () => void) => disconnectListeners.push(handle) },
      send: (message: unknown) => {
        for (const handle of listeners) handle(message);
      },
      disconnect: () => {
        for (const handle of disconnectListeners) handle();
      },
    };
    for (const listener of connectListeners) listener(port);
    return port;
  };
  const reset = (): void => {
    for (const all of [listeners, connectListeners, calls]) all.length = 0;
  };
  return { chrome, send, connect, calls, reset };
}

// `wxt/browser` reads the global once, when it is first imported.
const fake = createFakeBrowser();
vi.stubGlobal('chrome', fake.chrome);
beforeEach(fake.reset);

const foreignSenders: [string, MessageSender][] = [
  ['a content script', relay],
  ['a content script in about:blank', { id: ID, url: 'about:blank', tab: { id: 4 } }],
  ['an extension page that another origin runs in', { ...panel, origin: 'https://learn.example.org' }],
  ['another extension', { id: 'other', url: 'moz-extension://other/panel.html' }],
];

const callOf = (service: string, method: string, input: object) => ({ type: 'rpc', service, method, input });
const panelCall = (method: keyof typeof panelHelpService.methods, input: object) => callOf('panel-help', method, input);
const panelCalls = [
  panelCall('openExtensionPage', { path: 'options.html' }),
  panelCall('grantedOrigins', {}),
  panelCall('hasAccess', { pattern: 'https://secret.example/*' }),
  panelCall('revokeAccess', { pattern: 'https://secret.example/*' }),
  panelCall('broadcastToRelays', { tabId: 5, message: { type: 'stop-watching', patterns: [] } }),
  panelCall('guardFire', { tabId: 5, frameId: 0, method: 'alert', data: 1, cdataEntry: null }),
];
const callsOf = (name: string) => fake.calls.filter((call) => Array.isArray(call) && call[0] === name);
const DENIED = { status: 'error', code: 'denied' };

it.each(foreignSenders)('the background rejects panel calls from %s', async (_, sender) => {
  const { startPanelRpc } = await import('#extension/browser/background/panel-rpc');
  startPanelRpc(vi.fn());
  for (const call of panelCalls) expect(await fake.send(call, sender)).toEqual(DENIED);
  expect(fake.calls).toEqual([]);
});

it('the background accepts panel calls from an extension page, and opens extension pages only', async () => {
  const { startPanelRpc } = await import('#extension/browser/background/panel-rpc');
  startPanelRpc(vi.fn());
  expect(await fake.send(panelCall('grantedOrigins', {}), panel)).toEqual({
    status: 'done',
    value: ['https://secret.example/*'],
  });
  await fake.send(panelCall('openExtensionPage', { path: 'https://evil.example/' }), panel);
  await fake.send(panelCall('openExtensionPage', { path: '//evil.example/' }), panel);
  expect(callsOf('tabs.create')).toEqual([
    ['tabs.create', { url: `${ORIGIN}/https://evil.example/` }],
    ['tabs.create', { url: `${ORIGIN}/evil.example/` }],
  ]);
});

describe('panel windows', () => {
  const open = callOf('panel-windows', 'open', { tabId: 4 });
  const DONE = { status: 'done', value: null };
  const start = async () => {
    const { startPanelWindows } = await import('#extension/browser/background/panel-windows');
    startPanelWindows();
  };
  afterEach(() => vi.restoreAllMocks());

  it('the panel window of a tab is opened once after two quick clicks', async () => {
    await start();
    const clicks = [fake.send(open, panel), fake.send(open, panel)];
    await expect.poll(() => callsOf('tabs.get').length).toBe(1);
    vi.spyOn(fake.chrome.runtime, 'sendMessage').mockResolvedValue({ status: 'done', value: true });
    await fake.send(callOf('panel-windows', 'opened', { tabId: 4 }), panel);
    expect(await Promise.all(clicks)).toEqual([DONE, DONE]);
    expect(callsOf('windows.create')).toHaveLength(1);
  });

  it('the panel window of a tab that is closed before the window is shown does not block its callers', async () => {
    await start();
    vi.spyOn(fake.chrome.tabs, 'get').mockRejectedValue(new Error('No tab with id: 9.'));
    expect(await fake.send(open, panel)).toEqual(DONE);
    expect(await fake.send(open, panel)).toEqual(DONE);
    expect(callsOf('windows.create')).toHaveLength(2);
  });
});

describe('relays', () => {
  const start = async () => {
    const { startRelayBridge } = await import('#extension/browser/relay-bridge');
    startRelayBridge();
  };

  it.each(foreignSenders)(
    'the relays of a tab are not connected to %s that uses the port name of a panel',
    async (_, sender) => {
      await start();
      const panelPort = fake.connect('telemetry-v3-bridge:4', panel);
      const foreignPort = fake.connect('telemetry-v3-bridge:4', sender);
      const port = fake.connect('telemetry-v3-relay', relay);
      port.send({ type: 'log', secret: true });
      foreignPort.send({ relay: 1, message: { type: 'command', command: '{"type":"stop"}' } });
      expect(foreignPort.posted).toEqual([]);
      expect(port.posted).toEqual([]);
      expect(panelPort.posted).toMatchObject([{ type: 'opened' }, { type: 'message', message: { secret: true } }]);
    },
  );

  it('the relays of a tab connect again when its panel closes, so that they report to the background', async () => {
    await start();
    const panelPort = fake.connect('telemetry-v3-bridge:4', panel);
    const port = fake.connect('telemetry-v3-relay', relay);
    panelPort.disconnect();
    port.send({ type: 'log' });
    port.disconnect();
    expect(callsOf('tabs.sendMessage')).toEqual([['tabs.sendMessage', 4, { type: 'panel-opened' }]]);
    expect(panelPort.posted).toMatchObject([{ type: 'opened' }]);
  });

  it('the relays of a tab do not connect again when a panel closes that another one has replaced', async () => {
    await start();
    const panelPort = fake.connect('telemetry-v3-bridge:4', panel);
    fake.connect('telemetry-v3-bridge:4', panel);
    panelPort.disconnect();
    expect(callsOf('tabs.sendMessage')).toEqual([]);
  });
});

it.each(foreignSenders)('an extension page is not focused by %s', async (_, sender) => {
  const { announcePanelWindow } = await import('#extension/browser/panel/panel-window');
  announcePanelWindow(4);
  const show = callOf('panel-window/4', 'show', {});
  expect(await fake.send(show, sender)).toEqual(DENIED);
  expect(callsOf('tabs.update')).toEqual([]);
  expect(await fake.send(callOf('panel-window/5', 'show', {}), panel)).toBe('no response');
  expect(await fake.send(show, panel)).toEqual({ status: 'done', value: true });
});

it.each(foreignSenders)('an extension page does not reload its identities for %s', async (_, sender) => {
  const { onIdentityChange } = await import('#extension/browser/identity-updates');
  const onChange = vi.fn();
  onIdentityChange(onChange);
  const changed = callOf('identity-changed', 'reload', {});
  expect(await fake.send(changed, sender)).toEqual(DENIED);
  expect(onChange).not.toHaveBeenCalled();
  await fake.send(changed, panel);
  expect(onChange).toHaveBeenCalledOnce();
});

describe('reports without a panel', () => {
  const log = {
    documentKey: 'one',
    isTop: true,
    next: 2,
    heldFrom: 1,
    observations: [{ seq: 1, text: '{}' }],
    unloaded: false,
  };

  const start = async () => {
    const { handleUnwatchedLogs } = await import('#extension/browser/background/unwatched-logs');
    const badge = { handle: vi.fn(async () => ({ from: 3 })) };
    const pages = { handle: vi.fn() };
    handleUnwatchedLogs(badge, pages);
    return { badge, pages };
  };

  it('reports of relays while no panel is open are passed to the badge and stored for later panels, and the badge responds', async () => {
    const { badge, pages } = await start();
    const response = await fake.send(callOf('unwatched-log', 'report', log), { ...relay, frameId: 2 });
    expect(response).toEqual({ status: 'done', value: { from: 3 } });
    expect(badge.handle.mock.calls).toEqual([[log, 4]]);
    expect(pages.handle.mock.calls).toEqual([[log, { tabId: 4, frameId: 2, url: relay.url }]]);
  });

  it('reports of relays while no panel is open are accepted from relays only, and only in the right shape', async () => {
    const { badge, pages } = await start();
    const report = callOf('unwatched-log', 'report', log);
    for (const sender of [panel, { id: 'other', url: 'https://learn.example.org/', tab: { id: 4 } }, { id: ID }])
      expect(await fake.send(report, sender)).toEqual(DENIED);
    const malformedLogs = [
      {},
      { ...log, next: '2' },
      { ...log, observations: [{ seq: 1 }] },
      { ...log, documentKey: 'x'.repeat(101) },
    ];
    for (const input of malformedLogs)
      expect(await fake.send(callOf('unwatched-log', 'report', input), relay)).toMatchObject({ code: 'bad-input' });
    expect(badge.handle).not.toHaveBeenCalled();
    expect(pages.handle).not.toHaveBeenCalled();
  });
});
