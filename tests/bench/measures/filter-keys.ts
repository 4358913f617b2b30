import type { CDPSession, Frame, Page } from 'playwright';
import { t } from '#tests/drivers/texts';
import { percentile, roundMs } from '../measurements';
import { workedMs } from '../panel-probe';
import { waitUntilIdle } from './wait-until-idle';

/** Keys that do nothing: what they cost is the measuring itself. */
const NOTHING_KEYS = 15;
/** Free text, a field by its path, and a regular expression, each typed and taken back key by key. */
const typed = ['water', 'edata.type:TOUCH', '/sky and/'];

/**
 * What one key costs the panel.
 * The processor time of its main thread from the key to the painted list, p95 of all keys, less what measuring costs.
 * Processor time, as a screen that renders every 17 ms would add what is not ours, and so would whatever else the
 * machine does.
 */
export async function measureFilterKeys(devtools: Page, panel: Frame, session: CDPSession): Promise<number> {
  const field = panel.getByRole('combobox', { name: t('filter.title') });
  await field.click();
  await waitUntilIdle(panel, session);
  const press = async (key: string) => {
    const before = await workedMs(session);
    await devtools.keyboard.press(key);
    await panel.evaluate('probe.painted().then(probe.painted).then(() => null)');
    return (await workedMs(session)) - before;
  };
  const pressAll = async (keys: readonly string[]) => {
    const costs: number[] = [];
    for (const key of keys) costs.push(await press(key));
    return costs;
  };
  const measuring = percentile(await pressAll(Array<string>(NOTHING_KEYS).fill('Shift')), 0.5);
  const keys = typed.flatMap((text) => [
    ...[...text].map((key) => (key === ' ' ? 'Space' : key)),
    ...Array<string>(text.length).fill('Backspace'),
  ]);
  return roundMs(Math.max(0, percentile(await pressAll(keys), 0.95) - measuring));
}
