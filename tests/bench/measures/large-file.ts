import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright';
import { t } from '#tests/drivers/texts';
import { exportToText, writingOf } from '#tests/fixtures/exchange';
import { eventOf, recordOf } from '#tests/fixtures/records';
import { type Metrics, roundTo } from '../measurements';

const EVENTS = 100_000;
const TIMEOUT_MS = 120_000;

const TEXT_LENGTH = 1_000_000;
const ITEMS = 10_000;

/** Measures the time to read a capture file of 100,000 events, and the panel's stalls. */
export async function measureFile(panel: Frame): Promise<Metrics['file100k']> {
  const json = { eid: 'INTERACT', ets: 1, mid: 'm', ver: '3.0', edata: { type: 'TOUCH', id: 'x'.repeat(600) } };
  const records = Array.from({ length: EVENTS }, (_, index) => recordOf(index + 1, { event: eventOf({ json }) }));
  const path = join(tmpdir(), `telemetry-v3-bench-${process.pid}.json`);
  writeFileSync(path, exportToText('capture', writingOf(records)));
  try {
    await panel.evaluate('probe.startStalls()');
    const startedAt = performance.now();
    await panel.getByLabel(t('import.files')).setInputFiles(path);
    await panel.getByText(t('status.events', EVENTS), { exact: true }).waitFor({ timeout: TIMEOUT_MS });
    const readMs = roundTo(performance.now() - startedAt, 0);
    return { readMs, longestStallMs: roundTo(await panel.evaluate<number>('probe.stopStalls()')) };
  } finally {
    rmSync(path);
  }
}

/**
 * Measures the opening of an event with a string of 1 MB and a list of 10,000 items.
 * The time is from the click to the frame that shows it.
 */
export async function measureLargeEvent(panel: Frame): Promise<number> {
  const event = {
    eid: 'LOG',
    ets: 1_600_000_000_000,
    ver: '3.0',
    mid: 'LOG:large',
    edata: {
      type: 'view',
      level: 'INFO',
      message: 'जल, '.repeat(TEXT_LENGTH / 4),
      params: Array.from({ length: ITEMS }, (_, index) => ({ item: `item-${index}` })),
    },
  };
  const buffer = Buffer.from(JSON.stringify(event));
  await panel
    .getByLabel(t('import.files'))
    .setInputFiles({ name: 'large.ndjson', mimeType: 'application/x-ndjson', buffer });
  const grid = panel.getByRole('grid', { name: t('list.title') });
  await grid.getByRole('row').filter({ hasText: 'LOG' }).click();
  await panel.getByRole('tab', { name: t('detail.event'), exact: true }).waitFor();
  const openMs = await panel.evaluate<number>(`(async () => {
    const startedAt = performance.now();
    document.querySelector('#tab-event').click();
    await probe.painted();
    await probe.painted();
    return performance.now() - startedAt;
  })()`);
  await panel.getByRole('tree', { name: t('detail.event') }).waitFor();
  return roundTo(openMs);
}
