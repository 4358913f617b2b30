import { headlineText } from '#components/i18n/headline-text.ts';
import type { Stores } from '#components/panel/app/stores.ts';
import { draftOfRecord } from '#core/drafts/draft-of-record';
import { panelRules } from '#core/drafts/panel-rules';
import { MAX_SAMPLE_NAME_CHARS } from '#core/drafts/sample';
import { kindLabel } from '#core/journey/record';
import { isJsonObject, parseJson } from '#core/json/json';
import type { JudgedRecord } from '#core/stream/judged-record';
import { i18n } from '#i18n';
import { composeStore } from '../compose-state';

/** Saves an event as a sample with the event's headline as its name. */
export async function saveAsSample(stores: Stores, record: JudgedRecord): Promise<void> {
  const { kind } = record;
  const draft = parseJson(draftOfRecord(record, panelRules) ?? '');
  if (kind === null || !isJsonObject(draft)) return;
  const compose = stores.get(composeStore);
  // The stored samples must be loaded first.
  await compose.loaded;
  const name = (headlineText(record).trim() || kindLabel(record)).slice(0, MAX_SAMPLE_NAME_CHARS);
  const result = compose.samples.save({ name, tags: [], kind, draft });
  if (result.ok) stores.app.toasts.show({ tone: 'success', text: () => i18n.t('samples.saved', { name }) });
  else stores.app.toasts.show({ tone: 'error', text: result.failure });
}
