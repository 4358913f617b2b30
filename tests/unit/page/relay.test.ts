import { describe, expect, it, vi } from 'vitest';
import { createRelay, type PanelPort, type UnwatchedLog } from '../../../lib/page/relay';

/** A port whose panel's end the test holds. */
function makePort() {
  const posted: { type: string; sightings?: { seq: number; text: string }[] }[] = [];
  let receive: (message: unknown) => void = () => undefined;
  let gone: () => void = () => undefined;
  const port: PanelPort = {
    post: (message) => posted.push(message as (typeof posted)[number]),
    onMessage: (listener) => {
      receive = listener;
    },
    onDisconnect: (listener) => {
      gone = listener;
    },
    close: () => gone(),
  };
  return { port, posted, say: (message: unknown) => receive(message), hangUp: () => gone() };
}

function makeRelay({ isAlive = (): boolean => true, isTop = false } = {}) {
  const ports: ReturnType<typeof makePort>[] = [];
  const orders: string[] = [];
  const told: UnwatchedLog[] = [];
  const timers: (() => void)[] = [];
  let answer: unknown = null;
  const relay = createRelay({
    connect: () => {
      const made = makePort();
      ports.push(made);
      return made.port;
    },
    order: (text) => orders.push(text),
    page: () => ({ url: 'http://localhost/', title: 'Home' }),
    documentKey: 'key',
    isTop,
    tell: async (message) => {
      told.push(message);
      return answer;
    },
    after: (_, call) => void timers.push(call),
    isAlive,
  });
  const textsAt = (index: number) =>
    ports[index]?.posted.flatMap(({ sightings = [] }) => sightings.map(({ text }) => text));
  const runTimers = (): void => {
    for (const call of timers.splice(0)) call();
  };
  const answerWith = (next: unknown): void => {
    answer = next;
  };
  const toldTexts = () => told.map(({ sightings }) => sightings.map(({ text }) => text).join(''));
  return { relay, ports, orders, textsAt, told, toldTexts, timers, runTimers, answerWith };
}

describe('the relay', () => {
  it('keeps what it is told until a panel has asked for it', () => {
    const { relay, ports, textsAt } = makeRelay();
    relay.offer();
    relay.receive('a');
    expect(textsAt(0)).toEqual([]);
    ports[0]?.say({ type: 'attach', from: 1 });
    relay.receive('b');
    expect(textsAt(0)).toEqual(['a', 'b']);
  });

  it('gives a panel that opens later everything from the start', () => {
    const { relay, ports, textsAt } = makeRelay();
    relay.offer();
    relay.receive('a');
    relay.offer();
    ports[1]?.say({ type: 'attach', from: 1 });
    expect(textsAt(1)).toEqual(['a']);
  });

  it('gives a panel that comes back only what it has not had', () => {
    const { relay, ports, textsAt } = makeRelay();
    relay.offer();
    ports[0]?.say({ type: 'attach', from: 1 });
    relay.receive('a');
    ports[0]?.hangUp();
    relay.receive('b');
    relay.offer();
    ports[1]?.say({ type: 'attach', from: 2 });
    expect(textsAt(1)).toEqual(['b']);
  });

  it('passes orders on unread', () => {
    const { relay, ports, orders } = makeRelay();
    relay.offer();
    ports[0]?.say({ type: 'order', order: '{"any":"thing"}' });
    expect(orders).toEqual(['{"any":"thing"}']);
  });

  it('holds nothing of what was cleared', () => {
    const { relay, ports, textsAt } = makeRelay();
    relay.offer();
    relay.receive('a');
    ports[0]?.say({ type: 'forget' });
    ports[0]?.say({ type: 'attach', from: 1 });
    expect(textsAt(0)).toEqual([]);
  });

  it('goes quiet when its site is not watched any more, and tells the hook', () => {
    const { relay, ports, orders, textsAt } = makeRelay();
    relay.offer();
    ports[0]?.say({ type: 'attach', from: 1 });
    relay.stop();
    relay.receive('a');
    expect(orders).toEqual(['{"type":"stop"}']);
    expect(textsAt(0)).toEqual([]);
  });

  it('goes quiet for good when the extension was reloaded under the page', () => {
    let alive = true;
    const { relay, ports, orders } = makeRelay({ isAlive: () => alive });
    relay.offer();
    alive = false;
    ports[0]?.hangUp();
    expect(orders).toEqual(['{"type":"stop"}']);
  });

  it.each([[undefined], [null], [7], ['text'], [{}], [{ type: 'attach', from: 'x' }]])(
    'ignores %j from a panel',
    (message) => {
      const { relay, ports } = makeRelay();
      relay.offer();
      ports[0]?.say(message);
      expect(ports[0]?.posted.map(({ type }) => type)).toEqual(['document']);
    },
  );
});

describe('the relay without a panel', () => {
  it('tells the background once of what happened within a second', () => {
    const { relay, timers, told, toldTexts, runTimers } = makeRelay();
    relay.offer();
    relay.receive('a');
    relay.receive('b');
    expect([timers.length, told.length]).toEqual([1, 0]);
    runTimers();
    relay.receive('c');
    runTimers();
    expect(toldTexts()).toEqual(['ab', 'c']);
    expect(told[1]).toMatchObject({ documentKey: 'key', heldFrom: 1, next: 4, gone: false });
  });

  it('tells nothing while a panel is attached', () => {
    const { relay, ports, told, runTimers } = makeRelay({ isTop: true });
    relay.offer();
    relay.receive('a');
    ports[0]?.say({ type: 'attach', from: 1 });
    relay.receive('b');
    runTimers();
    relay.leave(false);
    expect(told).toEqual([]);
  });

  it('says that a new page has begun, where it is the top frame: the browser has taken its badge away', () => {
    const frame = makeRelay();
    frame.relay.offer();
    frame.runTimers();
    const top = makeRelay({ isTop: true });
    top.relay.offer();
    top.runTimers();
    expect([frame.toldTexts(), top.toldTexts()]).toEqual([[], ['']]);
  });

  it('tells from the number on that the background asks for: it was stopped, and has forgotten', async () => {
    const { relay, toldTexts, runTimers, answerWith } = makeRelay();
    relay.offer();
    relay.receive('a');
    runTimers();
    relay.receive('b');
    answerWith({ from: 1 });
    runTimers();
    answerWith(null);
    await vi.waitFor(() => expect(toldTexts()).toEqual(['a', 'b', 'ab']));
  });

  it('tells everything when the page goes away for good, and at once what comes after', () => {
    const { relay, told, toldTexts, runTimers } = makeRelay();
    relay.offer();
    relay.receive('a');
    runTimers();
    relay.leave(false);
    relay.receive('b');
    expect(toldTexts()).toEqual(['a', 'a', 'b']);
    expect(told.map(({ gone }) => gone)).toEqual([false, true, true]);
  });

  it('has nothing to say of a page that went away without telemetry', () => {
    const { relay, told } = makeRelay();
    relay.offer();
    relay.leave(false);
    expect(told).toEqual([]);
  });
});
