import { expect } from '@playwright/test';
import { openPlayPage } from '../../e2e/pages/journey-test';
import type { PlayOptions } from '../../e2e/pages/play-page';
import { expectIds } from '../event-ids';
import { test } from '../watched-test';

/** Has an object, because events without an object get a hint. */
const config = { object: { id: 'lesson', type: 'Content' } };
const OPTIONS: PlayOptions = { sdk: '2.0.1', transport: 'own', batch: 2, config };
const INVALID = { type: 'click', id: 'next', pageid: 'home' };

test('emits two valid events, and clears them', async ({ page, pages, telemetry }) => {
  const player = await openPlayPage(page, pages.url, OPTIONS);
  await player.makeCalls('a', 2);
  await expectIds(telemetry, ['a-1', 'a-2']);
  telemetry.clear();
});

test('emits an invalid event, which is lost', async ({ page, pages, telemetry }) => {
  await openPlayPage(page, pages.url, { ...OPTIONS, batch: 20 });
  await telemetry.fire('interact', [INVALID]);
  await expectIds(telemetry, ['next']);
});

test('fails once, with an invalid event', async ({ page, pages, telemetry }, { retry }) => {
  const player = await openPlayPage(page, pages.url, OPTIONS);
  if (retry === 0) {
    await telemetry.fire('interact', [INVALID]);
    await expectIds(telemetry, ['next']);
  }
  expect(retry).toBe(1);
  await player.makeCalls('b', 2);
  await expectIds(telemetry, ['b-1', 'b-2']);
});

test('watches a page without telemetry', async ({ page, pages }) => {
  await page.goto(`${pages.url}/empty/`);
});

test('opens no page', () => {
  expect(1).toBe(1);
});
