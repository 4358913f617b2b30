import { describe, expect, it, vi } from 'vitest';
import { readReport } from '#core/wire/hook-report';
import type { PanelPort, UnwatchedLog } from '#core/wire/page-messages';
import { createRelay } from '#page/relay/relay';
import { waitFor } from '#tests/drivers/wait-for';

/** Creates a port whose other end, in the panel, the test controls. */
function createPort() {
  const posted: { type: string; observations?: { seq: number; text: string }[] }[] = [];
  let onMessage: (message: unknown) => void = () => undefined;
  let onDisconnect: () => void = () => undefined;
  const port: PanelPort = {
    post: (message) => posted.push(message as (typeof posted)[number]),
    onMessage: (listener) => {
      onMessage = listener;
    },
    onDisconnect: (listener) => {
      onDisconnect = listener;
    },
    close: () => onDisconnect(),
  };
  return { port, posted, receive: (message: unknown) => onMessage(message), disconnect: () => onDisconnect() };
}

function createTestRelay({
  isAlive = (): boolean => true,
  isWatched = async (): Promise<boolean> => true,
  isTop = false,
  isPrerendered = (): boolean => false,
} = {}) {
  const ports: ReturnType<typeof createPort>[] = [];
  const commands: string[] = [];
  const reported: UnwatchedLog[] = [];
  const timers: { milliseconds: number; call: () => void }[] = [];
  let response: unknown = null;
  const relay = createRelay({
    connect: () => {
      const newPort = createPort();
      ports.push(newPort);
      return newPort.port;
    },
    sendCommand: (text) => commands.push(text),
    page: () => ({ url: 'http://localhost/', title: 'Home', origin: 'http://localhost' }),
    documentKey: 'key',
    isTop,
    isLate: true,
    notify: async (message) => {
      reported.push(message);
      return response;
    },
    setTimer: (milliseconds, call) => void timers.push({ milliseconds, call }),
    isAlive,
    isWatched,
    countFrames: () => 1,
    isPrerendered,
  });
  const textsAt = (index: number) =>
    ports[index]?.posted.flatMap(({ observations = [] }) => observations.map(({ text }) => text));
  const runTimers = (until = Number.POSITIVE_INFINITY): void => {
    const due = timers.filter(({ milliseconds }) => milliseconds <= until);
    for (const timer of due) timers.splice(timers.indexOf(timer), 1);
    for (const { call } of due) call();
  };
  const respondWith = (next: unknown): void => {
    response = next;
  };
  const reportedTexts = () => reported.map(({ observations }) => observations.map(({ text }) => text).join(''));
  return { relay, ports, commands, textsAt, reported, reportedTexts, timers, runTimers, respondWith };
}

it('the relay parses reports in idle time while no panel is connected', () => {
  const { relay, runTimers, reportedTexts } = createTestRelay();
  relay.connect();
  const first = vi.fn(() => ['a']);
  relay.receive(first);
  relay.receive(() => ['b', 'c']);
  expect(first).not.toHaveBeenCalled();
  runTimers(0);
  expect(first).toHaveBeenCalledOnce();
  expect(reportedTexts()).toEqual([]);
  runTimers();
  expect(reportedTexts()).toEqual(['abc']);
});

it('the relay parses reports at once for a panel, after queued reports', () => {
  const { relay, ports, textsAt } = createTestRelay();
  relay.connect();
  relay.receive(() => ['a']);
  ports[0]?.receive({ type: 'attach', from: 1 });
  expect(textsAt(0)).toEqual(['a']);
  relay.receive(() => ['b']);
  expect(textsAt(0)).toEqual(['a', 'b']);
});

it('the relay also parses reports of a page that is never idle, each once', () => {
  const { relay, runTimers, reportedTexts } = createTestRelay();
  relay.connect();
  const reads = Array.from({ length: 250 }, (_, index) => vi.fn(() => [`${index} `]));
  for (const read of reads) relay.receive(read);
  const unread = reads.filter(({ mock }) => mock.calls.length === 0);
  expect(unread.length).toBeGreaterThan(0);
  expect(unread.length).toBeLessThan(200);
  runTimers();
  expect(reportedTexts()).toEqual([reads.map((_, index) => `${index} `).join('')]);
  for (const read of reads) expect(read).toHaveBeenCalledOnce();
});

it('the relay limits queued reports by their total length rather than by their number', () => {
  const { relay, runTimers } = createTestRelay();
  relay.connect();
  const countQueued = (length: number): number => {
    let reads = 0;
    for (let count = 0; count < 100; count += 1) {
      relay.receive(() => {
        reads += 1;
        return ['x'.repeat(length)];
      });
    }
    const queued = 100 - reads;
    runTimers(0);
    return queued;
  };
  // The relay learns the typical length from the first reports.
  countQueued(10);
  expect(countQueued(10)).toBe(100);
  countQueued(1_500_000);
  expect(countQueued(1_500_000)).toBeLessThanOrEqual(10);
});

it('the relay reports the newest part of a long log when the page unloads, up to the limit of the background', () => {
  const { relay, reported } = createTestRelay();
  relay.connect();
  for (let count = 1; count <= 50; count += 1) relay.receive(() => ['x'.repeat(100_000)]);
  relay.onPageHide(false);
  const [last] = reported.slice(-1);
  expect(last?.observations.map(({ seq }) => seq)).toEqual([41, 42, 43, 44, 45, 46, 47, 48, 49, 50]);
  expect(last).toMatchObject({ unloaded: true, next: 51 });
});

it('the relay parses all queued reports when the page unloads', () => {
  const { relay, reportedTexts } = createTestRelay();
  relay.connect();
  relay.receive(() => ['a']);
  relay.onPageHide(false);
  expect(reportedTexts()).toEqual(['a']);
  relay.receive(() => ['b']);
  expect(reportedTexts()).toEqual(['a', 'b']);
});

it('the relay stores reports until a panel requests them', () => {
  const { relay, ports, textsAt } = createTestRelay();
  relay.connect();
  relay.receive(() => ['a']);
  expect(textsAt(0)).toEqual([]);
  ports[0]?.receive({ type: 'attach', from: 1 });
  relay.receive(() => ['b']);
  expect(textsAt(0)).toEqual(['a', 'b']);
});

it('the relay sends the whole log to a panel that opens later', () => {
  const { relay, ports, textsAt } = createTestRelay();
  relay.connect();
  relay.receive(() => ['a']);
  relay.connect();
  ports[1]?.receive({ type: 'attach', from: 1 });
  expect(textsAt(1)).toEqual(['a']);
});

it('the relay sends a reconnecting panel only the observations that the panel does not have', () => {
  const { relay, ports, textsAt } = createTestRelay();
  relay.connect();
  ports[0]?.receive({ type: 'attach', from: 1 });
  relay.receive(() => ['a']);
  ports[0]?.disconnect();
  relay.receive(() => ['b']);
  relay.connect();
  ports[1]?.receive({ type: 'attach', from: 2 });
  expect(textsAt(1)).toEqual(['b']);
});

it('the relay reports nothing from a prerendered page until the page is activated, and then everything', () => {
  let isPrerendered = true;
  const { relay, ports, textsAt, reported, reportedTexts, runTimers } = createTestRelay({
    isPrerendered: () => isPrerendered,
  });
  relay.connect();
  relay.receive(() => ['a']);
  runTimers();
  expect(ports).toEqual([]);
  expect(reported).toEqual([]);
  isPrerendered = false;
  relay.connect();
  runTimers();
  expect(reportedTexts()).toEqual(['a']);
  ports[0]?.receive({ type: 'attach', from: 1 });
  expect(textsAt(0)).toEqual(['a']);
});

it('the relay passes commands on without parsing them', () => {
  const { relay, ports, commands } = createTestRelay();
  relay.connect();
  ports[0]?.receive({ type: 'command', command: '{"any":"thing"}' });
  expect(commands).toEqual(['{"any":"thing"}']);
});

it('the relay deletes reports that the panel has cleared', () => {
  const { relay, ports, textsAt } = createTestRelay();
  relay.connect();
  relay.receive(() => ['a']);
  ports[0]?.receive({ type: 'forget' });
  ports[0]?.receive({ type: 'attach', from: 1 });
  expect(textsAt(0)).toEqual([]);
});

it('the relay still reports the SDKs to a panel after they were dropped or cleared from its log', () => {
  const { relay, ports, textsAt } = createTestRelay();
  const sdk = '[{"type":"sdk","sdk":0}]';
  relay.receive(() => [sdk]);
  for (const text of ['a', 'b']) relay.receive(() => [text.repeat(9_000_000)]);
  relay.connect();
  ports[0]?.receive({ type: 'attach', from: 1 });
  expect(textsAt(0)?.map((text) => text[0])).toEqual(['[', 'b']);
  ports[0]?.receive({ type: 'forget' });
  relay.connect();
  ports[1]?.receive({ type: 'attach', from: 1 });
  expect(textsAt(1)).toEqual([sdk]);
  relay.connect();
  ports[2]?.receive({ type: 'attach', from: 2 });
  expect(textsAt(2)).toEqual([]);
});

it('the relay stops when its site is no longer watched, and stops the hook', () => {
  const { relay, ports, commands, textsAt } = createTestRelay();
  relay.connect();
  ports[0]?.receive({ type: 'attach', from: 1 });
  relay.stop();
  relay.receive(() => ['a']);
  expect(commands).toEqual(['{"type":"stop"}']);
  expect(textsAt(0)).not.toContain('a');
});

it('the relay reports that the page may still send its events when its site is no longer watched', () => {
  const { relay, ports, textsAt } = createTestRelay();
  relay.connect();
  ports[0]?.receive({ type: 'attach', from: 1 });
  relay.stop();
  expect(textsAt(0)?.map(readReport)).toMatchObject([{ observations: [{ type: 'unread', by: 'page' }], unread: 0 }]);
});

it('the relay of a site that is no longer watched connects only when its script is injected again', () => {
  const { relay, ports } = createTestRelay();
  relay.connect();
  relay.stop();
  relay.connect();
  expect(ports).toHaveLength(1);
  relay.connect(true);
  expect(ports).toHaveLength(2);
});

it('the relay stops permanently when the extension is reloaded', () => {
  let isAlive = true;
  const { relay, ports, commands } = createTestRelay({ isAlive: () => isAlive });
  relay.connect();
  isAlive = false;
  ports[0]?.disconnect();
  expect(commands).toEqual(['{"type":"stop"}']);
});

it('the relay stops at the next observation after the extension was removed, if no port reported the removal', () => {
  let isAlive = true;
  const { relay, commands, reported, runTimers } = createTestRelay({ isAlive: () => isAlive });
  relay.connect();
  isAlive = false;
  relay.receive(() => ['a']);
  runTimers();
  relay.receive(() => ['b']);
  runTimers();
  expect(commands).toEqual(['{"type":"stop"}']);
  expect(reported).toEqual([]);
});

it('the relay of an earlier version of the extension stops without stopping the hook, which the new relay uses', () => {
  let isAlive = true;
  const { relay, commands, reported, runTimers } = createTestRelay({ isAlive: () => isAlive });
  relay.connect();
  isAlive = false;
  relay.retire();
  relay.receive(() => ['a']);
  runTimers();
  expect(commands).toEqual([]);
  expect(reported).toEqual([]);
});

it('the relay ignores a forged takeover by another relay while its own extension exists', () => {
  const { relay, ports, textsAt } = createTestRelay();
  relay.connect();
  relay.retire();
  relay.receive(() => ['a']);
  ports[0]?.receive({ type: 'attach', from: 1 });
  expect(textsAt(0)).toEqual(['a']);
});

it.each([[undefined], [null], [7], ['text'], [{}], [{ type: 'attach', from: 'x' }]])(
  'the relay ignores %j from a panel',
  (message) => {
    const { relay, ports } = createTestRelay();
    relay.connect();
    ports[0]?.receive(message);
    expect(ports[0]?.posted.map(({ type }) => type)).toEqual(['document']);
  },
);

describe('attached panels', () => {
  function attachPanel() {
    const relayParts = createTestRelay();
    relayParts.relay.connect();
    relayParts.ports[0]?.receive({ type: 'attach', from: 1 });
    const messages = () =>
      relayParts.ports[0]?.posted.flatMap(({ observations }) =>
        observations ? [observations.map(({ text }) => text).join('')] : [],
      );
    return { ...relayParts, messages };
  }

  it('the relay with a panel sends each report of the hook at once, as one message', () => {
    const { relay, messages } = attachPanel();
    relay.receive(() => ['a']);
    relay.receive(() => ['b', 'c']);
    expect(messages()).toEqual(['a', 'bc']);
  });

  it('the relay with a panel sends the reports of an unloading page at once', () => {
    const { relay, messages } = attachPanel();
    relay.onPageHide(false);
    relay.receive(() => ['a', 'b']);
    expect(messages()).toEqual(['ab']);
  });

  it('the relay with a panel limits the size of a message', () => {
    const { relay, messages } = attachPanel();
    relay.receive(() => [...'x'.repeat(70), 'y'.repeat(300_000), 'z']);
    expect(messages()?.map((texts) => texts.length)).toEqual([64, 6, 300_000, 1]);
  });

  it('the relay with a panel splits its log into several messages for a panel that opens late', () => {
    const { relay, ports } = createTestRelay();
    relay.connect();
    for (let count = 0; count < 200; count += 1) relay.receive(() => ['x']);
    ports[0]?.receive({ type: 'attach', from: 1 });
    expect(ports[0]?.posted.slice(1).map(({ observations }) => observations?.length)).toEqual([64, 64, 64, 8]);
  });
});

it('the relay without a panel reports to the background once per second', () => {
  const { relay, timers, reported, reportedTexts, runTimers } = createTestRelay();
  relay.connect();
  relay.receive(() => ['a']);
  relay.receive(() => ['b']);
  expect(timers.filter(({ milliseconds }) => milliseconds > 0)).toHaveLength(1);
  expect(reported).toHaveLength(0);
  runTimers();
  relay.receive(() => ['c']);
  runTimers();
  expect(reportedTexts()).toEqual(['ab', 'c']);
  expect(reported[1]).toMatchObject({ documentKey: 'key', heldFrom: 1, next: 4, unloaded: false });
});

it('the relay without a panel limits the size of a report, and sends the rest a second later', () => {
  const { relay, reportedTexts, runTimers } = createTestRelay();
  relay.connect();
  for (const text of ['a', 'b', 'c']) relay.receive(() => [text.repeat(300_000)]);
  for (let second = 0; second < 4; second += 1) runTimers();
  expect(reportedTexts().map((texts) => texts[0])).toEqual(['a', 'b', 'c']);
});

it('the relay reports nothing to the background while a panel is attached', () => {
  const { relay, ports, reported, runTimers } = createTestRelay({ isTop: true });
  relay.connect();
  relay.receive(() => ['a']);
  ports[0]?.receive({ type: 'attach', from: 1 });
  relay.receive(() => ['b']);
  runTimers();
  relay.onPageHide(false);
  expect(reported).toEqual([]);
});

it('the relay of a new top document reports its document at once, as the browser has reset the badge', () => {
  const frame = createTestRelay();
  frame.relay.connect();
  frame.runTimers();
  const top = createTestRelay({ isTop: true });
  top.relay.connect();
  top.runTimers();
  expect([frame.reportedTexts(), top.reportedTexts()]).toEqual([[], ['']]);
});

it('the relay resends its reports from the number that a restarted background requests', async () => {
  const { relay, reportedTexts, runTimers, respondWith } = createTestRelay();
  relay.connect();
  relay.receive(() => ['a']);
  runTimers();
  relay.receive(() => ['b']);
  respondWith({ from: 1 });
  runTimers();
  respondWith(null);
  await waitFor(() => expect(reportedTexts()).toEqual(['a', 'b', 'ab']));
});

it('the relay resends a report without a response once, and again together with the next report', async () => {
  const { relay, timers, reportedTexts, runTimers, respondWith } = createTestRelay();
  relay.receive(() => ['a']);
  respondWith(undefined);
  runTimers();
  await waitFor(() => expect(timers).toHaveLength(1));
  runTimers();
  expect(reportedTexts()).toEqual(['a', 'a']);
  await Promise.resolve();
  await Promise.resolve();
  expect(timers).toEqual([]);
  relay.receive(() => ['b']);
  respondWith(null);
  runTimers();
  relay.receive(() => ['c']);
  runTimers();
  expect(reportedTexts()).toEqual(['a', 'a', 'ab', 'c']);
});

it('the relay without a panel reports the observations of an unloading page at once, in one message', () => {
  const { relay, reportedTexts } = createTestRelay();
  relay.connect();
  relay.onPageHide(false);
  relay.receive(() => ['a', 'b']);
  expect(reportedTexts()).toEqual(['ab']);
});

it('the relay without a panel reports its whole log when the page unloads for good, and later reports at once', () => {
  const { relay, reported, reportedTexts, runTimers } = createTestRelay();
  relay.connect();
  relay.receive(() => ['a']);
  runTimers();
  relay.onPageHide(false);
  relay.receive(() => ['b']);
  expect(reportedTexts()).toEqual(['a', 'a', 'b']);
  expect(reported.map(({ unloaded }) => unloaded)).toEqual([false, true, true]);
});

it('the relay without a panel reports nothing if the page unloads without telemetry', () => {
  const { relay, reported } = createTestRelay();
  relay.connect();
  relay.onPageHide(false);
  expect(reported).toEqual([]);
});

describe('a page that returns from the back/forward cache', () => {
  const returnFromCache = async (isWatched: boolean) => {
    const relayParts = createTestRelay({ isWatched: async () => isWatched });
    relayParts.relay.connect();
    relayParts.relay.onPageHide(true);
    relayParts.relay.resume();
    relayParts.relay.receive(() => ['a']);
    expect(relayParts.ports).toHaveLength(1);
    await Promise.resolve();
    await Promise.resolve();
    relayParts.ports[1]?.receive({ type: 'attach', from: 1 });
    relayParts.relay.receive(() => ['b']);
    return relayParts;
  };

  it('the relay of a page that returns from the cache connects, and loses no report from before the background responded', async () => {
    const { textsAt, commands } = await returnFromCache(true);
    expect(textsAt(1)).toEqual(['a', 'b']);
    expect(commands).toEqual([]);
  });

  it('the relay of a page that returns from the cache stops without a report if its site is no longer watched', async () => {
    const { ports, relay, runTimers, reported, commands } = await returnFromCache(false);
    runTimers();
    expect(ports).toHaveLength(1);
    expect(reported).toEqual([]);
    expect(commands).toEqual(['{"type":"stop"}']);
    expect(relay.receive(() => ['c'])).toBe(false);
  });

  it('the relay of a page that returns from the cache stays stopped if it was stopped before', async () => {
    const { relay, ports } = createTestRelay();
    relay.connect();
    relay.stop();
    relay.resume();
    await Promise.resolve();
    expect(ports).toHaveLength(1);
  });
});
