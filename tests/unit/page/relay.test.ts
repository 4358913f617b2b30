import { describe, expect, it } from 'vitest';
import { createRelay, type PanelPort } from '../../../lib/page/relay';

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

function makeRelay({ isAlive = (): boolean => true } = {}) {
  const ports: ReturnType<typeof makePort>[] = [];
  const orders: string[] = [];
  const relay = createRelay({
    connect: () => {
      const made = makePort();
      ports.push(made);
      return made.port;
    },
    order: (text) => orders.push(text),
    page: () => ({ url: 'http://localhost/', title: 'Home' }),
    documentKey: 'key',
    isAlive,
  });
  const textsAt = (index: number) =>
    ports[index]?.posted.flatMap(({ sightings = [] }) => sightings.map(({ text }) => text));
  return { relay, ports, orders, textsAt };
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
