// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { MAX_HELD_UNITS } from '#core/wire/report-limits';
import { type HookChannel, openHookChannel, openRelayChannel } from '#page/channel';

let time: number;
let page: EventTarget;
let reported: string[];
let dispatches: number;
let channel: HookChannel;

/** Opens the hook's end of the channel in a new document. */
function openHook(): HookChannel {
  const hookChannel = openHookChannel(
    page,
    'name',
    () => undefined,
    () => time,
  );
  if (!hookChannel) throw new Error('The document already has a hook.');
  return hookChannel;
}

/** Reports a string as the hook does, at the cost of its number of characters. */
const report = (text: string): void => channel.report(() => text, text.length);

function openRelay(): void {
  openRelayChannel(
    page,
    (read) => reported.push(...read()) > 0,
    () => undefined,
  );
}

beforeEach(() => {
  time = 1_000;
  page = new EventTarget();
  reported = [];
  dispatches = 0;
  page.addEventListener('name', () => {
    dispatches += 1;
  });
  channel = openHook();
});

/** Waits for the microtask in which the hook sends queued reports. */
const sendQueued = () => Promise.resolve();

it('a report of the hook is sent at once after an idle period', () => {
  openRelay();
  report('1');
  expect(reported).toEqual(['1']);
});

it('further reports of the hook are batched until the end of the task, each as a separate report, in order', async () => {
  openRelay();
  for (const text of ['1', '2', '3', '4']) report(text);
  expect(reported).toEqual(['1']);
  await sendQueued();
  expect(reported).toEqual(['1', '2', '3', '4']);
  expect(dispatches).toBe(2);
});

it('a report of the hook is sent unchanged, with line breaks and with tabs around the body of a request', async () => {
  openRelay();
  const texts = ['first', '[{"body":\t{"a":\n"b"}\n\t}]', '[{"body":\t\n\t},{"body":\tx\t}]', 'last'];
  for (const text of texts) report(text);
  await sendQueued();
  expect(reported).toEqual(texts);
});

it('a report of the hook more than 8 ms after the previous report is sent at once, together with queued reports', () => {
  openRelay();
  report('1');
  report('2');
  time += 9;
  report('3');
  expect(reported).toEqual(['1', '2', '3']);
});

it('the queued reports of the hook are flushed when the page unloads', () => {
  openRelay();
  report('1');
  report('2');
  channel.flush();
  expect(reported).toEqual(['1', '2']);
});

it('each report of an unloading page is sent at once, until a relay connects again', async () => {
  openRelay();
  report('1');
  channel.leave();
  for (const text of ['2', '3']) report(text);
  expect(reported).toEqual(['1', '2', '3']);
  openRelay();
  for (const text of ['4', '5']) report(text);
  expect(reported).toEqual(['1', '2', '3']);
  await sendQueued();
  expect([...new Set(reported)]).toEqual(['1', '2', '3', '4', '5']);
});

it('the reports of an infinite script are sent while it runs', () => {
  openRelay();
  const long = 'x'.repeat(MAX_HELD_UNITS / 4);
  for (let index = 0; index < 10; index += 1) report(long);
  expect(reported).toHaveLength(9);
});

it('the reports of an infinite script that reports without a pause are sent four times a second', () => {
  openRelay();
  for (; time < 2_000; time += 1) report('x');
  expect(dispatches).toBe(4);
  expect(reported.length).toBeGreaterThan(750);
});

it('queued reports are sent in chunks of less than 128,000 characters, in order and each once', async () => {
  const lengths: number[] = [];
  page.addEventListener('name', (event) => {
    lengths.push(((event as CustomEvent).detail as string).length);
  });
  openRelay();
  const texts = Array.from({ length: 40 }, (_, index) => `${index} ${'x'.repeat(10_000)}`);
  for (const text of texts) report(text);
  await sendQueued();
  expect(reported).toEqual(texts);
  expect(Math.max(...lengths)).toBeLessThan(128_000);
});

it('a queued report is serialized only when it is sent', async () => {
  openRelay();
  report('first');
  let serializations = 0;
  channel.report(() => {
    serializations += 1;
    return `serialization ${serializations}`;
  }, 1);
  expect(serializations).toBe(0);
  await sendQueued();
  expect(reported).toEqual(['first', 'serialization 1']);
});

it('a report that no relay accepts waits for the next relay, and is sent before later reports', async () => {
  let isAccepting = true;
  const relay = openRelayChannel(
    page,
    (read) => isAccepting && reported.push(...read()) > 0,
    () => undefined,
  );
  isAccepting = false;
  for (const text of ['1', '2', '3']) report(text);
  await sendQueued();
  expect(reported).toEqual([]);
  isAccepting = true;
  relay.announceRelay();
  expect(reported).toEqual(['1', '2', '3']);
});

it('a report that the relay could not accept, as during a stack overflow, is sent before the next report', () => {
  let isAccepting = true;
  openRelayChannel(
    page,
    (read) => {
      if (isAccepting) reported.push(...read());
      return isAccepting;
    },
    () => undefined,
  );
  isAccepting = false;
  report('1');
  isAccepting = true;
  time += 9;
  report('2');
  expect(reported).toEqual(['1', '2']);
});

it('no report of the hook is lost if the buffer is exactly full', async () => {
  openRelay();
  report('first');
  report('x'.repeat(MAX_HELD_UNITS));
  report('next');
  await sendQueued();
  expect(reported.at(-1)).toBe('next');
});

it('a report of the hook waits for a relay that connects later, within the buffer limit', async () => {
  report('1');
  await sendQueued();
  report('x'.repeat(MAX_HELD_UNITS));
  report('too much');
  openRelay();
  expect(reported).toEqual(['1', 'x'.repeat(MAX_HELD_UNITS)]);
  report('2');
  await sendQueued();
  expect(reported.at(-1)).toBe('2');
});
