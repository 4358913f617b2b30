import { expect } from '@playwright/test';
import type { Frame } from 'playwright';
import { recordsOf } from '../../demo/browser/panel-driver';
import type { Trouble } from '../../lib/journey/troubles';
import { troublesOf } from '../../lib/journey/troubles';
import { eventKinds } from '../../lib/telemetry/kinds';
import { play, showPanel, test } from './pages/journey-test';
import { marked } from './pages/ledger';
import type { PlayOptions } from './pages/play-page';

/** What the real packages do wrong without a word, each by name on the right row. */
const with1x: PlayOptions = { sdk: '1.3.0', via: 'own', batch: 20 };
const with2x: PlayOptions = { sdk: '2.0.1', via: 'own', batch: 20 };
const withoutDid = { config: { did: '' } } as const;
const validating = { config: { enableValidation: true } } as const;

test('1.x with an empty did: 17 different calls leave as 17 END events under one mid', async ({
  world,
  pages,
  tab,
}) => {
  const panel = await showPanel(world, tab);
  const { frame } = await play(tab, pages.url, { ...with1x, ...withoutDid });
  await frame.evaluate(`{
    player.call('start', {}, 'content-1', '1.0', { type: 'player' });
    for (const kind of ${JSON.stringify(eventKinds.filter((kind) => kind !== 'start' && kind !== 'end'))}) {
      player.call(kind, { type: 'x', id: kind });
    }
    player.call('end', { type: 'player' });
  }`);
  await expect
    .poll(() => world.collector.received.flatMap(marked).map(({ eid }) => eid))
    .toEqual(Array(17).fill('END'));
  expect(new Set(world.collector.received.flatMap(marked).map(({ mid }) => mid)).size).toBe(1);
  await expect
    .poll(() => codesOf(panel))
    .toEqual(
      [...eventKinds].map((kind) => [
        kind,
        expect.arrayContaining(kind === 'end' ? ['shared-mid'] : ['left-as-another', 'shared-mid']),
      ]),
    );
});

test('2.x with an empty did: START comes out last, and an end before that is refused', async ({
  world,
  pages,
  tab,
}) => {
  const panel = await showPanel(world, tab);
  const { frame } = await play(tab, pages.url, { ...with2x, ...withoutDid });
  await frame.evaluate(`{
    player.call('start', {}, 'content-1', '1.0', { type: 'player' });
    player.call('interact', { type: 'TOUCH', id: 'a' });
    player.call('interact', { type: 'TOUCH', id: 'b' });
    player.call('end', { type: 'player' });
  }`);
  await expect
    .poll(() => codesOf(panel))
    .toEqual([
      ['start', ['overtaken']],
      ['interact', []],
      ['interact', []],
      ['end', ['end-without-start']],
    ]);
});

for (const options of [with1x, with2x]) {
  const { sdk } = options;

  test(`${sdk}: feedback loses its comments and its contentId`, async ({ world, pages, tab }) => {
    const panel = await showPanel(world, tab);
    const { frame } = await play(tab, pages.url, { ...options, batch: 1 });
    await frame.evaluate(`player.call('feedback', { contentId: 'content-1', rating: 4, comments: 'Good' })`);
    await expect.poll(() => codesOf(panel)).toEqual([['feedback', ['changed']]]);
    const [record] = await recordsOf(panel);
    const dropped = record?.changes.filter(({ type }) => type === 'dropped').map(({ path }) => path.join('.'));
    expect(dropped?.toSorted()).toEqual(['edata.comments', 'edata.contentId']);
  });

  test(`${sdk}: end without start sends nothing`, async ({ world, pages, tab }) => {
    const panel = await showPanel(world, tab);
    const { frame } = await play(tab, pages.url, options);
    await frame.evaluate(`player.call('end', { type: 'player' })`);
    await expect.poll(() => codesOf(panel)).toEqual([['end', ['end-without-start']]]);
    expect(world.collector.received).toEqual([]);
  });

  test(`${sdk}: options stick to the calls that follow`, async ({ world, pages, tab }) => {
    const panel = await showPanel(world, tab);
    const { frame } = await play(tab, pages.url, { ...options, batch: 2 });
    await frame.evaluate(`{
      player.call('interact', { type: 'TOUCH', id: 'a' }, { context: { env: 'only-for-a' } });
      player.call('interact', { type: 'TOUCH', id: 'b' });
    }`);
    await expect
      .poll(() => codesOf(panel))
      .toEqual([
        ['interact', []],
        ['interact', ['sticky-options']],
      ]);
  });

  test(`${sdk}: an event that its own validation refuses is dropped`, async ({ world, pages, tab }) => {
    const panel = await showPanel(world, tab);
    const { frame } = await play(tab, pages.url, { ...options, ...validating, batch: 1 });
    await frame.evaluate(`player.call('interact', { id: 'without a type' })`);
    await expect.poll(() => codesOf(panel)).toEqual([['interact', ['dropped-by-validation']]]);
    expect(world.collector.received).toEqual([]);
  });

  test(`${sdk}: a data object that is used again is sent with its last values`, async ({ world, pages, tab }) => {
    const panel = await showPanel(world, tab);
    const { frame } = await play(tab, pages.url, { ...options, batch: 2 });
    await frame.evaluate(`{
      const data = { type: 'TOUCH', id: 'first' };
      player.call('interact', data);
      data.id = 'second';
      player.call('interact', data);
    }`);
    await expect
      .poll(() => codesOf(panel))
      .toEqual([
        ['interact', ['changed']],
        ['interact', []],
      ]);
    expect(world.collector.received.flatMap(marked).map(({ edata }) => edata.id)).toEqual(['second', 'second']);
  });

  test(`${sdk}: two equal calls in one millisecond share a mid`, async ({ world, pages, tab }) => {
    const panel = await showPanel(world, tab);
    const { frame } = await play(tab, pages.url, { ...options, batch: 2 });
    await frame.evaluate(`{
      Date.prototype.getTime = () => 1_700_000_000_000;
      player.call('interact', { type: 'TOUCH', id: 'same' });
      player.call('interact', { type: 'TOUCH', id: 'same' });
    }`);
    await expect.poll(() => codesOf(panel)).toEqual(Array(2).fill(['interact', ['shared-mid']]));
    expect(world.collector.received.flatMap(marked)).toHaveLength(2);
  });

  test(`${sdk}: what is below the batch size when the page closes is lost`, async ({ world, pages, tab }) => {
    const panel = await showPanel(world, tab);
    const { calls } = await play(tab, pages.url, options);
    await calls('short', 2);
    await tab.goto(`${pages.url}/empty/`);
    await expect.poll(() => codesOf(panel)).toEqual(Array(2).fill(['interact', ['lost']]));
    expect(world.collector.received).toEqual([]);
  });
}

for (const sdk of ['0.0.29', '1.3.0'] as const) {
  test(`${sdk}: metrics throws while validation is on`, async ({ world, pages, tab }) => {
    const panel = await showPanel(world, tab);
    const { frame, thrown } = await play(tab, pages.url, { ...with1x, ...validating, sdk });
    await frame.evaluate(`player.call('metrics', { metric: { a: 1 } })`);
    expect(await thrown()).toHaveLength(1);
    await expect.poll(() => codesOf(panel)).toEqual([['metrics', ['threw']]]);
    const [record] = await recordsOf(panel);
    expect(record && troublesOf(record)[0]?.toDo).toContain('enableValidation');
  });
}

test('2.0.1: metrics does not throw while validation is on, its schema is there', async ({ world, pages, tab }) => {
  const panel = await showPanel(world, tab);
  const { frame, thrown } = await play(tab, pages.url, { ...with2x, ...validating });
  await frame.evaluate(`player.call('metrics', { system: 'a', subsystem: 'b', metrics: [] })`);
  await expect.poll(() => codesOf(panel)).toHaveLength(1);
  expect(await thrown()).toEqual([]);
});

for (const sdk of ['0.0.29', '1.3.0'] as const) {
  test(`${sdk} included twice: each event is sent twice`, async ({ world, pages, tab }) => {
    const panel = await showPanel(world, tab);
    const { calls } = await play(tab, pages.url, { ...with1x, sdk, batch: 4, isTwice: true });
    await calls('twice', 4);
    await expect.poll(() => world.collector.received.flatMap(marked).length).toBe(8);
    await expect.poll(() => codesOf(panel)).toEqual(Array(4).fill(['interact', ['sent-twice']]));
  });
}

/** The method of each row, with what is known to be wrong with it. */
async function codesOf(panel: Frame): Promise<readonly (readonly [string, readonly Trouble['code'][]])[]> {
  const records = await recordsOf(panel);
  return records.map((record) => [record.call?.method ?? record.name, troublesOf(record).map(({ code }) => code)]);
}
