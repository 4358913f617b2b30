import type { Frame } from 'playwright';
import { controlOf } from '#core/drafts/form-values';
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '#core/json/json';
import { fieldsOf } from '#core/telemetry/compiled';
import type { Field } from '#core/telemetry/fields';
import type { EventKind } from '#core/telemetry/kinds';
import type { LaunchedBrowser } from './browser/launch';
import { selectKind, showView } from './panel-driver';
import { t } from './texts';

/** Shows the Compose view with the sample of a kind. Resets the kind's draft, which an earlier test may have stored. */
export async function composeSample(panel: Frame, kind: EventKind): Promise<void> {
  await showView(panel, 'compose');
  await panel.locator('[data-editor="ready"]').waitFor();
  await selectKind(panel, kind);
  const resetButton = panel.getByRole('button', { name: t('compose.resetToSample') });
  if (await resetButton.isEnabled()) await resetButton.click();
}

/** Replaces the draft in the JSON editor. */
export async function writeDraftJson(panel: Frame, kind: EventKind, text: string): Promise<void> {
  await panel.getByRole('tab', { name: t('collector.arguments') }).click();
  await panel.getByRole('textbox', { name: t('compose.asJson', { kind: kind.toUpperCase() }) }).fill(text);
}

/** Selects the page's SDK as transport. */
export async function selectPageTransport(panel: Frame): Promise<void> {
  await panel.getByRole('radio', { name: t('collector.pageSdk') }).click();
}

/** Selects a collector as transport. */
export async function selectCollectorTransport(panel: Frame, url: string): Promise<void> {
  await panel.getByRole('radio', { name: t('collector.title') }).click();
  await panel.getByLabel(t('collector.url'), { exact: true }).fill(url);
}

/** Returns the request body that the view shows. */
export async function readRequestBody(panel: Frame): Promise<string> {
  await panel.getByRole('tab', { name: t('collector.requestBody') }).click();
  await panel.getByRole('radio', { name: t('collector.bodyRaw') }).click();
  return panel.locator('[data-body]').innerText();
}

/** Fills in the form of an empty draft, control by control. */
export async function fillForm(panel: Frame, kind: EventKind, value: JsonObject): Promise<void> {
  await fillFields(panel, fieldsOf(kind), '', value);
}

async function fillFields(panel: Frame, fields: readonly Field[], path: string, value: JsonObject): Promise<void> {
  for (const field of fields) {
    const fieldValue = value[field.name];
    if (fieldValue === undefined) continue;
    const name = path === '' ? field.name : `${path}.${field.name}`;
    if (['group', 'list', 'pair', 'map'].includes(controlOf(field))) await clickByTitle(panel, t('form.add', { name }));
    await fillField(panel, field, name, fieldValue);
  }
}

async function fillField(panel: Frame, field: Field, name: string, value: Json): Promise<void> {
  const control = controlOf(field);
  if (control === 'group' && isJsonObject(value)) return fillFields(panel, field.children, name, value);
  if (control === 'list' && isJsonArray(value)) return fillItems(panel, field, name, value);
  if ((control === 'pair' || control === 'map') && isJsonObject(value)) return fillEntries(panel, name, value, control);
  if (control === 'free')
    return panel.getByLabel(t('form.asJson', { name }), { exact: true }).fill(JSON.stringify(value));
  if (control === 'select') return selectValue(panel, field, name, String(value));
  await panel.getByLabel(name, { exact: true }).fill(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Fills in the items of a list. The first item exists already. */
async function fillItems(panel: Frame, { item }: Field, name: string, items: readonly Json[]): Promise<void> {
  for (const [index, value] of items.entries()) {
    if (index > 0) await clickByTitle(panel, t('form.addTo', { name }));
    if (item) await fillField(panel, item, `${name}.${index}`, value);
  }
}

/** Fills in entries. A pair starts with an unnamed entry, a map with none. */
async function fillEntries(panel: Frame, name: string, value: JsonObject, control: 'pair' | 'map'): Promise<void> {
  for (const [index, [key, fieldValue]] of Object.entries(value).entries()) {
    if (control === 'map') await clickByTitle(panel, t('form.addTo', { name }));
    await panel.getByLabel(t('form.entryName', { name, n: index + 1 }), { exact: true }).fill(key);
    const text = typeof fieldValue === 'string' ? fieldValue : JSON.stringify(fieldValue);
    await panel.getByLabel(t('form.entryValue', { name, n: index + 1 }), { exact: true }).fill(text);
  }
}

async function selectValue(panel: Frame, { allowedValues }: Field, name: string, value: string): Promise<void> {
  if ((allowedValues ?? []).length > 3) await panel.getByLabel(name, { exact: true }).selectOption(value);
  else
    await panel.getByRole('radiogroup', { name, exact: true }).getByRole('radio', { name: value, exact: true }).click();
}

function clickByTitle(panel: Frame, title: string): Promise<void> {
  return panel.getByTitle(title, { exact: true }).click();
}

/** Removes the stored drafts, samples and transport, which would otherwise affect the tests of the next file. */
export async function removeStoredComposeData({ context, extensionId }: LaunchedBrowser): Promise<void> {
  const page = await context.newPage();
  await page.goto(`chrome-extension://${extensionId}/reference.html`);
  await page.evaluate('chrome.storage.local.remove(["compose-out", "compose-drafts", "compose-samples"])');
  await page.close();
}
