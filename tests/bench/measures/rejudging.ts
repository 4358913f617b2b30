import type { CDPSession, Frame } from 'playwright';
import { SETTINGS_KEY } from '#panel/persistence/retention';
import { dropFiles } from '#tests/drivers/drop-file';
import { showView } from '#tests/drivers/panel-driver';
import { t } from '#tests/drivers/texts';
import { type RejudgingMetrics, roundTo } from '../measurements';
import { readMainThreadMs } from '../panel-probe';
import { measureHeap } from './heap';
import { waitUntilIdle } from './wait-until-idle';

const TIMEOUT_MS = 60_000;

/** Turns on the ingestion rule set while the list is shown, as another panel would. */
export function measureRejudging(panel: Frame, session: CDPSession): Promise<RejudgingMetrics> {
  const key = JSON.stringify(SETTINGS_KEY);
  const switchOn = `async () => {
    const { [${key}]: stored = {} } = await chrome.storage.local.get(${key});
    const rules = { ...stored.rules, on: { ...stored.rules?.on, ingestion: true } };
    await chrome.storage.local.set({ [${key}]: { ...stored, rules } });
  }`;
  return measureSwitching(panel, session, t('ruleSets.name.ingestion'), switchOn);
}

const SCHEMA_SET = 'bench';

/** A team's additional requirements for an INTERACT. */
const INTERACT = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  required: ['eid', 'ets', 'mid', 'context', 'edata'],
  properties: {
    mid: { type: 'string', pattern: '^[A-Za-z0-9:.-]+$' },
    context: {
      type: 'object',
      required: ['channel', 'pdata', 'env'],
      properties: { channel: { type: 'string', minLength: 1 }, env: { type: 'string', maxLength: 100 } },
    },
    edata: {
      type: 'object',
      required: ['type', 'id'],
      properties: { type: { enum: ['TOUCH', 'DRAG', 'CLICK', 'OTHER'] }, id: { type: 'string', minLength: 1 } },
    },
  },
};

const switchSetsOn = `() => new Promise((done, fail) => {
  const opening = indexedDB.open('schemas');
  opening.onerror = fail;
  opening.onsuccess = () => {
    const change = opening.result.transaction('sets', 'readwrite');
    const sets = change.objectStore('sets');
    sets.getAll().onsuccess = ({ target }) => {
      for (const set of target.result) sets.put({ ...set, isOn: true });
    };
    change.onerror = fail;
    change.oncomplete = () => {
      opening.result.close();
      new BroadcastChannel('schemas').postMessage('changed');
      done();
    };
  };
})`;

/** Imports schemas, turns them off, and turns them on while the list is shown, as another panel would. */
export async function measureSchemaRejudging(panel: Frame, session: CDPSession): Promise<RejudgingMetrics> {
  await dropFiles(panel, { 'interact.json': JSON.stringify(INTERACT) });
  const dialog = panel.getByRole('dialog', { name: t('schemas.set.title') });
  await dialog.getByLabel(t('schemas.set.name')).fill(SCHEMA_SET);
  await dialog.getByRole('button', { name: t('schemas.set.addNow') }).click();
  await panel.getByRole('checkbox', { name: SCHEMA_SET }).uncheck();
  await showView(panel, 'events');
  return measureSwitching(panel, session, SCHEMA_SET, switchSetsOn);
}

/**
 * Runs a script that turns a rule set on.
 * Measures the time until the visible rows are judged, the panel's stalls until all rows are judged, and its heap.
 */
async function measureSwitching(
  panel: Frame,
  session: CDPSession,
  ruleSet: string,
  switchOn: string,
): Promise<RejudgingMetrics> {
  await waitUntilIdle(panel, session);
  const heapBefore = await measureHeap(session);
  const workBefore = await readMainThreadMs(session);
  const judgedText = JSON.stringify(t('list.ruleSetStatus.valid', { ruleSet }));
  await panel.evaluate('probe.startStalls()');
  const visibleRowsMs = await panel.evaluate<number>(
    `probe.measureIconUpdate(${judgedText}, ${switchOn}, ${TIMEOUT_MS})`,
  );
  await waitUntilIdle(panel, session);
  const longestStallMs = roundTo(await panel.evaluate<number>('probe.stopStalls()'));
  return {
    visibleRowsMs: roundTo(visibleRowsMs),
    longestStallMs,
    processorMs: roundTo((await readMainThreadMs(session)) - workBefore, 0),
    heapMb: roundTo((await measureHeap(session)) - heapBefore),
  };
}
