// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_HELD_CHARS } from '#core/journey/report-limits';
import { type HookChannel, openHookChannel, openRelayChannel } from '#page/channel';

let time: number;
let page: EventTarget;
let reported: string[];
let handings: number;
let channel: HookChannel;

/** The hook's end of the channel in a fresh document; its page is at rest. */
function openHook(): HookChannel {
  const opened = openHookChannel(
    page,
    'name',
    () => undefined,
    () => time,
  );
  if (!opened) throw new Error('a fresh document has no hook');
  return opened;
}

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
  handings = 0;
  page.addEventListener('name', () => {
    handings += 1;
  });
  channel = openHook();
});

/** When the page's own script is done. */
const scriptIsDone = () => Promise.resolve();

describe('what the hook reports', () => {
  it('a report of the hook is sent at once after an idle time', () => {
    openRelay();
    channel.report('1');
    expect(reported).toEqual(['1']);
  });

  it('further reports of the hook are sent together after the task, each as a report of its own, in order', async () => {
    openRelay();
    for (const text of ['1', '2', '3', '4']) channel.report(text);
    expect(reported).toEqual(['1']);
    await scriptIsDone();
    expect(reported).toEqual(['1', '2', '3', '4']);
    expect(handings).toBe(2);
  });

  it('a report of the hook is sent whole, with line breaks and with the tabs around the body of a request', async () => {
    openRelay();
    const texts = ['first', '[{"body":\t{"a":\n"b"}\n\t}]', '[{"body":\t\n\t},{"body":\tx\t}]', 'last'];
    for (const text of texts) channel.report(text);
    await scriptIsDone();
    expect(reported).toEqual(texts);
  });

  it('a report of the hook is sent at once again after 8 ms, with the held ones', () => {
    openRelay();
    channel.report('1');
    channel.report('2');
    time += 9;
    channel.report('3');
    expect(reported).toEqual(['1', '2', '3']);
  });

  it('the held reports of the hook are flushed when the page unloads', () => {
    openRelay();
    channel.report('1');
    channel.report('2');
    channel.flush();
    expect(reported).toEqual(['1', '2']);
  });

  it('the reports of an endless script are sent while it runs', () => {
    openRelay();
    const long = 'x'.repeat(MAX_HELD_CHARS / 4);
    for (let index = 0; index < 10; index += 1) channel.report(long);
    expect(reported).toHaveLength(9);
  });

  it('what the hook reports is not lost where exactly as much is held as may be', async () => {
    openRelay();
    channel.report('first');
    channel.report('x'.repeat(MAX_HELD_CHARS));
    channel.report('next');
    await scriptIsDone();
    expect(reported.at(-1)).toBe('next');
  });

  it('what the hook reports waits for a relay that comes later, as far as there is room', async () => {
    channel.report('1');
    await scriptIsDone();
    channel.report('x'.repeat(MAX_HELD_CHARS));
    channel.report('too much');
    openRelay();
    expect(reported).toEqual(['1', 'x'.repeat(MAX_HELD_CHARS)]);
    channel.report('2');
    await scriptIsDone();
    expect(reported.at(-1)).toBe('2');
  });
});
