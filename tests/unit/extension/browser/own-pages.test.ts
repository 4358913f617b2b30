import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { MessageSender } from '#extension/protocol/sender';

const ID = 'abcdef';
const ORIGIN = `moz-extension://${ID}`;
const panel: MessageSender = { id: ID, url: `${ORIGIN}/panel.html` };
const relay: MessageSender = { id: ID, url: 'https://learn.example.org/', tab: { id: 4 } };

type Listener = (message: unknown, sender: MessageSender, send: (answer: unknown) => void) => unknown;

interface TestPort {
  readonly name: string;
  readonly sender: MessageSender;
  readonly posted: unknown[];
  say(message: unknown): void;
}

/** The parts of the browser that the borders use; what they make it do is written down. */
function fakeBrowser() {
  const listeners: Listener[] = [];
  const welcomes: ((port: unknown) => void)[] = [];
  const done: unknown[] = [];
  const note =
    (name: string, answer: unknown = null) =>
    async (...args: unknown[]) => {
      done.push([name, ...args]);
      return answer;
    };
  const ignored = { addListener: () => undefined, removeListener: () => undefined };
  const chrome = {
    runtime: {
      id: ID,
      getURL: (path: string) => ORIGIN + path,
      onMessage: { addListener: (listener: Listener) => listeners.push(listener), removeListener: () => undefined },
      onConnect: { addListener: (welcome: (port: unknown) => void) => welcomes.push(welcome) },
      sendMessage: note('sendMessage'),
    },
    tabs: {
      create: note('tabs.create'),
      sendMessage: note('tabs.sendMessage'),
      update: note('tabs.update'),
      getCurrent: note('tabs.getCurrent', { id: 9, windowId: 1 }),
      onUpdated: ignored,
      onRemoved: ignored,
    },
    windows: { create: note('windows.create'), update: note('windows.update') },
    permissions: {
      getAll: note('permissions.getAll', { origins: ['https://secret.example/*'] }),
      contains: note('permissions.contains', true),
      remove: note('permissions.remove', true),
    },
    scripting: { executeScript: note('executeScript') },
  };
  const send = (message: unknown, sender: MessageSender): Promise<unknown> =>
    new Promise((resolve) => {
      const answers = listeners.map((listener) => listener(message, sender, resolve));
      if (!answers.includes(true)) resolve('nobody answered');
    });
  const connect = (name: string, sender: MessageSender): TestPort => {
    const hears: ((message: unknown) => void)[] = [];
    const posted: unknown[] = [];
    const port = {
      name,
      sender,
      posted,
      postMessage: (message: unknown) => posted.push(message),
      onMessage: { addListener: (hear: (message: unknown) => void) => hears.push(hear) },
      onDisconnect: ignored,
      say: (message: unknown) => {
        for (const hear of hears) hear(message);
      },
    };
    for (const welcome of welcomes) welcome(port);
    return port;
  };
  const reset = (): void => {
    for (const all of [listeners, welcomes, done]) all.length = 0;
  };
  return { chrome, send, connect, done, reset };
}

// `wxt/browser` reads the global once, when it is first imported.
const fake = fakeBrowser();
vi.stubGlobal('chrome', fake.chrome);
beforeEach(fake.reset);

const strangers: [string, MessageSender][] = [
  ['a content script', relay],
  ['a content script in about:blank', { id: ID, url: 'about:blank', tab: { id: 4 } }],
  ['a page of ours that another origin runs in', { ...panel, origin: 'https://learn.example.org' }],
  ['another extension', { id: 'other', url: 'moz-extension://other/panel.html' }],
];

const helps = [
  { request: 'open-page', url: 'chrome://settings' },
  { request: 'open-own-page', path: 'options.html' },
  { request: 'granted-origins' },
  { request: 'has-access', pattern: 'https://secret.example/*' },
  { request: 'give-back', pattern: 'https://secret.example/*' },
  { request: 'tell-relays', tabId: 5, message: { type: 'stop-watching', patterns: [] } },
  { request: 'guard-fire', fire: { tabId: 5, frameId: 0, method: 'alert', data: 1, mark: null } },
].map((help) => ({ type: 'panel-help', ...help }));

describe('what the background does for a panel', () => {
  it.each(strangers)('is not done for %s', async (_, sender) => {
    const { startPanelHelper } = await import('#extension/browser/background/panel-rpc');
    startPanelHelper(vi.fn());
    for (const help of helps) expect(await fake.send(help, sender)).toBe('nobody answered');
    expect(fake.done).toEqual([]);
  });

  it('is done for a page of ours, and opens pages of ours alone', async () => {
    const { startPanelHelper } = await import('#extension/browser/background/panel-rpc');
    startPanelHelper(vi.fn());
    expect(await fake.send(helps[2], panel)).toEqual(['https://secret.example/*']);
    await fake.send({ type: 'panel-help', request: 'open-own-page', path: 'https://evil.example/' }, panel);
    await fake.send({ type: 'panel-help', request: 'open-own-page', path: '//evil.example/' }, panel);
    const opened = fake.done.filter((call) => Array.isArray(call) && call[0] === 'tabs.create');
    expect(opened).toEqual([
      ['tabs.create', { url: `${ORIGIN}/https://evil.example/` }],
      ['tabs.create', { url: `${ORIGIN}/evil.example/` }],
    ]);
  });
});

describe('the relays of a tab', () => {
  const start = async () => {
    const { startRelayBridge } = await import('#extension/browser/background/relay-bridge');
    startRelayBridge();
  };

  it.each(strangers)('are not handed to %s that takes the name of a panel', async (_, sender) => {
    await start();
    const ours = fake.connect('telemetry-v3-bridge:4', panel);
    const theirs = fake.connect('telemetry-v3-bridge:4', sender);
    const port = fake.connect('telemetry-v3-relay', relay);
    port.say({ type: 'log', secret: true });
    theirs.say({ relay: 1, message: { type: 'order', order: '{"type":"stop"}' } });
    expect(theirs.posted).toEqual([]);
    expect(port.posted).toEqual([]);
    expect(ours.posted).toMatchObject([{ type: 'opened' }, { type: 'said', message: { secret: true } }]);
  });
});

describe('a page of ours', () => {
  it.each(strangers)('does not come to the front for %s', async (_, sender) => {
    const { answerAsPanelWindow } = await import('#extension/browser/panel/panel-window');
    answerAsPanelWindow(4);
    expect(await fake.send({ type: 'show-panel-window', tabId: 4 }, sender)).toBe('nobody answered');
    expect(await fake.send({ type: 'show-panel-window', tabId: 4 }, panel)).toBe(true);
  });

  it.each(strangers)('does not read the identities anew for %s', async (_, sender) => {
    const { listenForIdentityChange } = await import('#extension/browser/identity-updates');
    const onChange = vi.fn();
    listenForIdentityChange(onChange);
    const changed = { type: 'rpc', service: 'identity-changed', method: 'reload', input: {} };
    expect(await fake.send(changed, sender)).toEqual({ status: 'error', code: 'refused' });
    expect(onChange).not.toHaveBeenCalled();
    await fake.send(changed, panel);
    expect(onChange).toHaveBeenCalledOnce();
  });
});
