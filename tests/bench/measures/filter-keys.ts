import type { CDPSession, Frame, Page } from 'playwright';
import { t } from '#tests/drivers/texts';
import { percentile, roundTo } from '../measurements';
import { readMainThreadMs } from '../panel-probe';
import { waitUntilIdle } from './wait-until-idle';

/** Number of key presses without an effect, which measure the cost of the measurement itself. */
const NO_OP_KEY_PRESSES = 15;
/** Free text, a field by its path, and a regular expression. Each is entered and deleted key by key. */
const inputs = ['water', 'edata.type:TOUCH', '/sky and/'];

/**
 * Measures the panel's cost of one key.
 * This is the CPU time of its main thread from the key to the painted list, p95 of all keys, minus the cost of
 * measuring. Elapsed time would include the wait for the next frame of 17 ms, and other work of the machine.
 */
export async function measureFilterKeys(devtools: Page, panel: Frame, session: CDPSession): Promise<number> {
  const field = panel.getByRole('combobox', { name: t('filter.title') });
  await field.click();
  await waitUntilIdle(panel, session);
  const press = async (key: string) => {
    const before = await readMainThreadMs(session);
    await devtools.keyboard.press(key);
    await panel.evaluate('probe.painted().then(probe.painted).then(() => null)');
    return (await readMainThreadMs(session)) - before;
  };
  const pressAll = async (keys: readonly string[]) => {
    const costs: number[] = [];
    for (const key of keys) costs.push(await press(key));
    return costs;
  };
  const measuringMs = percentile(await pressAll(Array<string>(NO_OP_KEY_PRESSES).fill('Shift')), 0.5);
  const keys = inputs.flatMap((text) => [
    ...[...text].map((key) => (key === ' ' ? 'Space' : key)),
    ...Array<string>(text.length).fill('Backspace'),
  ]);
  return roundTo(Math.max(0, percentile(await pressAll(keys), 0.95) - measuringMs));
}
