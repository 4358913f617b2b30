import type { Frame } from 'playwright';
import type { PlainJudgedRecord } from '#core/stream/judged-record';
import type { EventKind } from '#core/telemetry/kinds';
import { t, tPattern } from './texts';
import { pollUntil } from './until';

/**
 * Returns all records of the panel, filtered or not, oldest first.
 * The panel renders only the rows that fit its window. The records are transferred as one string, because Playwright
 * would serialize ten thousand of them value by value.
 */
export async function readRecords(panel: Frame): Promise<PlainJudgedRecord[]> {
  return JSON.parse(await panel.evaluate<string>('JSON.stringify(window.telemetryPanel.records())'));
}

/**
 * Returns the records when they satisfy the condition, or at the timeout.
 * The caller must assert the condition.
 */
export function waitForRecords(
  panel: Frame,
  isComplete: (records: readonly PlainJudgedRecord[]) => boolean,
  timeoutMs?: number,
): Promise<PlainJudgedRecord[]> {
  return pollUntil(() => readRecords(panel), isComplete, timeoutMs);
}

/** Selects the last row of a kind, and returns the text of its delivery issues. */
export async function readDeliveryIssues(panel: Frame, kind: string): Promise<string> {
  await panel.getByRole('grid').getByRole('row').filter({ hasText: kind }).last().click();
  const issues = await panel.getByRole('region', { name: t('detail.deliveryIssues') }).innerText();
  return issues.replace(/\s+/g, ' ');
}

const views = {
  events: 'toolbar.events',
  compose: 'toolbar.compose',
  scenarios: 'scenarios.list',
  registry: 'toolbar.registry',
  'rule-sets': 'ruleSets.title',
  'user-sessions': 'userSessions.title',
} as const;

export async function showView(panel: Frame, view: keyof typeof views): Promise<void> {
  await panel.getByRole('tab', { name: t(views[view]), exact: true }).click();
}

/** Fires the sample of every kind through the inspected page's SDK. */
export async function fireAllSamples(panel: Frame): Promise<void> {
  await showView(panel, 'compose');
  await panel.getByRole('button', { name: t('compose.fireSamples') }).click();
}

/** Selects a kind in the Compose view, which shows its sample. */
export async function selectKind(panel: Frame, kind: EventKind): Promise<void> {
  const kinds = panel.getByRole('listbox', { name: t('compose.kinds') });
  await kinds.getByRole('option', { name: new RegExp(`^${kind}\\b`, 'i') }).click();
}

/** Timeout of a run of negative tests or of a scenario, which waits for a few hundred events. */
export const RUN_TIMEOUT_MS = 150_000;

/** Clicks Fire. For an invalid draft, a confirmation opens. */
export async function fireDraft(panel: Frame): Promise<void> {
  await panel.getByRole('button', { name: t('compose.fire'), exact: true }).click();
}

/** Opens the details of the lowest visible invalid row. */
export async function selectLastInvalid(panel: Frame): Promise<void> {
  await panel
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasText: tPattern('verdict.invalidShort') })
    .last()
    .click();
  await waitForDetails(panel);
}

/**
 * Waits until the details of a row are complete, including the predicted fate.
 * Their parts are loaded when they are first needed.
 */
export async function waitForDetails(panel: Frame): Promise<void> {
  await panel.getByRole('tabpanel').locator('> *').first().waitFor();
  await panel.getByText(t('fate.predicting'), { exact: true }).waitFor({ state: 'detached' });
}
