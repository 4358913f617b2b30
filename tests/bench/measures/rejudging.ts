import type { CDPSession, Frame } from 'playwright';
import { SETTINGS_KEY } from '#panel/persistence/retention';
import { t } from '#tests/drivers/texts';
import { type Figures, roundMs } from '../measurements';
import { workedMs } from '../panel-probe';
import { measureHeap } from './heap';
import { waitUntilIdle } from './wait-until-idle';

const TIMEOUT_MS = 60_000;

/**
 * Switches the rule set of the pipeline on while the list is shown, as another panel does it: how long until the rows
 * in sight are judged by it, how the panel fares until all are, and what it holds more then.
 */
export async function measureRejudging(panel: Frame, session: CDPSession): Promise<Figures['rejudging100k']> {
  await waitUntilIdle(panel, session);
  const heapBefore = await measureHeap(session);
  const workBefore = await workedMs(session);
  const judged = t('list.mark.valid', { ruleSet: t('ruleSets.name.ingestion') });
  await panel.evaluate('probe.startStalls()');
  const inSightMs = await panel.evaluate<number>(`probe.marksAre(${JSON.stringify(judged)}, async () => {
    const { [${JSON.stringify(SETTINGS_KEY)}]: stored = {} } = await chrome.storage.local.get(${JSON.stringify(SETTINGS_KEY)});
    const rules = { ...stored.rules, on: { ...stored.rules?.on, ingestion: true } };
    await chrome.storage.local.set({ [${JSON.stringify(SETTINGS_KEY)}]: { ...stored, rules } });
  }, ${TIMEOUT_MS})`);
  await waitUntilIdle(panel, session);
  const longestStallMs = roundMs(await panel.evaluate<number>('probe.stopStalls()'));
  return {
    inSightMs: roundMs(inSightMs),
    longestStallMs,
    processorMs: roundMs((await workedMs(session)) - workBefore, 0),
    heapMb: roundMs((await measureHeap(session)) - heapBefore),
  };
}
