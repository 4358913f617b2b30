import type { Frame } from 'playwright';
import type { PlainJudgedRecord } from '#core/stream/judged-record';
import type { EventKind } from '#core/telemetry/kinds';
import { t, tPattern } from './texts';
import { lookUntil } from './until';

/**
 * All records of the panel, filtered or not, oldest first.
 * The panel shows only the rows that fit its window. They come as one text, as the driver would take ten thousand apart
 * value by value.
 */
export async function recordsOf(panel: Frame): Promise<PlainJudgedRecord[]> {
  return JSON.parse(await panel.evaluate<string>('JSON.stringify(window.telemetryPanel.records())'));
}

/**
 * The records as soon as they are enough, or as they are when timeout ends: what is missing is for the caller to say.
 */
export function recordsWhen(
  panel: Frame,
  areEnough: (records: readonly PlainJudgedRecord[]) => boolean,
  timeoutMs?: number,
): Promise<PlainJudgedRecord[]> {
  return lookUntil(() => recordsOf(panel), areEnough, timeoutMs);
}

/** What the panel itself says went wrong with the last row of a kind, as a user reads it. */
export async function issuesOf(panel: Frame, kind: string): Promise<string> {
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

/** Chooses a kind in the composing view, which shows its sample. */
export async function chooseKind(panel: Frame, kind: EventKind): Promise<void> {
  const kinds = panel.getByRole('listbox', { name: t('compose.kinds') });
  await kinds.getByRole('option', { name: new RegExp(`^${kind}\\b`, 'i') }).click();
}

/** A run of negative tests or of a scenario waits for each of its events to be back from the page, some hundred times. */
export const RUN_TIMEOUT_MS = 150_000;

/** Presses Fire. An invalid draft is asked about first. */
export async function fireDraft(panel: Frame): Promise<void> {
  await panel.getByRole('button', { name: t('compose.fire'), exact: true }).click();
}

/** Opens the details of the lowest invalid row in sight. */
export async function selectLastInvalid(panel: Frame): Promise<void> {
  await panel
    .getByRole('grid')
    .getByRole('row')
    .filter({ hasText: tPattern('verdict.invalidShort') })
    .last()
    .click();
  await untilDetailsShown(panel);
}

/**
 * Waits until all of the details of a row is shown, whose fate is predicted: their parts are loaded when they are first
 * wanted.
 */
export async function untilDetailsShown(panel: Frame): Promise<void> {
  await panel.getByRole('tabpanel').locator('> *').first().waitFor();
  await panel.getByText(t('fate.predicting'), { exact: true }).waitFor({ state: 'detached' });
}
