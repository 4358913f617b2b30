import { expect, test } from 'telemetry-v3/playwright';

test('opening the lesson reports its start, then the page', async ({ page, telemetry }) => {
  await page.goto('/');
  await expect(telemetry).toHaveEvents(
    [
      { eid: 'START', edata: { type: 'player', mode: 'play' } },
      { eid: 'IMPRESSION', edata: { pageid: 'lesson' } },
    ],
    { ordered: true, exact: true },
  );
});

test('each page turned is one event', async ({ page, telemetry }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(telemetry).toHaveEvent('kind:interact edata.id:next', { times: 2 });
  await expect(telemetry).toHaveEvent({ eid: 'INTERACT', edata: { extra: { values: [{ page: 3 }] } } });
});

test('the whole lesson is valid, and none of its events is lost', async ({ page, telemetry }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Finish' }).click();
  await expect(telemetry).toHaveEvent({ eid: 'END', edata: { duration: expect.any(Number) } });
  // The SDK sends what it still queues as the page unloads.
  await page.goto('about:blank');
  await expect(telemetry).toHaveNoInvalidEvents();
  await expect(telemetry).toHaveNoLostEvents();
});
