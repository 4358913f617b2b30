import { describe, expect, it } from 'vitest';
import { createPageLoads, topDocumentKey } from '#extension/panel/persistence/page-loads';
import { createGate } from '#extension/panel/persistence/task-queue';

function watchLoads() {
  let clock = 0;
  let pages = 0;
  const loads = createPageLoads(
    () => clock,
    () => {
      pages += 1;
    },
  );
  const wait = (milliseconds: number): void => {
    clock += milliseconds;
  };
  return { loads, wait, pages: () => pages };
}

describe('a new page', () => {
  it('begins with its first word, and not again when DevTools tells of it', () => {
    const { loads, pages, wait } = watchLoads();
    loads.arrived('a');
    wait(50);
    loads.navigated();
    expect(pages()).toBe(1);
  });

  it('that is not watched begins when DevTools tells of it', () => {
    const { loads, pages, wait } = watchLoads();
    loads.arrived('a');
    wait(5_000);
    loads.navigated();
    expect(pages()).toBe(2);
  });

  it('does not begin when its relay connects again', () => {
    const { loads, pages } = watchLoads();
    loads.arrived('a');
    loads.arrived('a');
    expect(pages()).toBe(1);
  });

  it.each([
    [0, { type: 'document', documentKey: 'a' }, 'a'],
    [3, { type: 'document', documentKey: 'a' }, null],
    [0, { type: 'log', documentKey: 'a' }, null],
    [0, { type: 'document', documentKey: 1 }, null],
    [0, null, null],
  ])('in frame %d by %j: %s', (frameId, message, key) => {
    expect(topDocumentKey(frameId, message)).toBe(key);
  });
});

describe('the gate', () => {
  it('lets through in order what came before it was open, and at once what comes after', () => {
    const gate = createGate({ now: () => 0, unhurried: () => undefined });
    const passed: number[] = [];
    gate.pass(() => passed.push(1));
    gate.pass(() => passed.push(2));
    expect(passed).toEqual([]);
    gate.open();
    gate.pass(() => passed.push(3));
    expect(passed).toEqual([1, 2, 3]);
  });

  it('lets through some of a flood at a time, all of it in order, and at once what comes alone again', () => {
    let time = 0;
    const planned: (() => void)[] = [];
    const gate = createGate({ now: () => time, unhurried: (call) => void planned.push(call) });
    const passed: number[] = [];
    const pass = (number: number) =>
      gate.pass(() => {
        time += 5;
        passed.push(number);
      });
    gate.open();
    for (const number of [1, 2, 3, 4, 5]) pass(number);
    expect([passed, gate.isBusy()]).toEqual([[1, 2], true]);
    planned.shift()?.();
    pass(6);
    expect(passed).toEqual([1, 2, 3, 4]);
    planned.shift()?.();
    expect([passed, gate.isBusy()]).toEqual([[1, 2, 3, 4, 5, 6], false]);
    planned.shift()?.();
    pass(7);
    expect(passed.at(-1)).toBe(7);
  });

  it('lets through everything when the panel closes', () => {
    const gate = createGate({ now: () => 0, unhurried: () => undefined });
    const passed: number[] = [];
    gate.pass(() => passed.push(1));
    gate.drain();
    expect(passed).toEqual([]);
    gate.open();
    gate.drain();
    expect(passed).toEqual([1]);
  });
});
