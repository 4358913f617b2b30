import { signal } from '@preact/signals';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { TranslateHeadline } from '#core/telemetry/headline';
import { i18n, translateKey } from '#i18n';

const ENGLISH = 'en';

type HeadlineCode = typeof import('#core/telemetry/headline');

/**
 * Code with the definitions of all kinds.
 * Loaded when a headline is first shown in another language than English. The components that show headlines are
 * rerendered then.
 */
const code = signal<HeadlineCode | null>(null);
let isRequested = false;

let language = '';
let headlines = new WeakMap<JudgedRecord, string>();

/**
 * Returns the headline of a record in the page's language.
 * The headline is in English until the code for other languages is loaded. Stored and exported data is in English.
 */
export function headlineText(record: JudgedRecord): string {
  const tag = i18n.t('language.tag');
  if (tag === ENGLISH) return record.headline;
  if (code.value === null) {
    void loadCode();
    return record.headline;
  }
  if (tag !== language) headlines = new WeakMap();
  language = tag;
  const headline = headlines.get(record) ?? createHeadline(record, code.value);
  headlines.set(record, headline);
  return headline;
}

async function loadCode(): Promise<void> {
  if (isRequested) return;
  isRequested = true;
  // An extension that was updated while the page is open lacks this file: headlines stay English.
  code.value = await import('#core/telemetry/headline').catch(() => null);
}

const translate: TranslateHeadline = (headline, values) => translateKey(`headlines.${headline}`, values);

function createHeadline(
  { call, event, headline }: JudgedRecord,
  { headlineOfCall, headlineOfEvent }: HeadlineCode,
): string {
  const callHeadline = call ? headlineOfCall(call.method, call.args, translate) : '';
  return callHeadline || (event ? headlineOfEvent(event.json, translate) : '') || headline;
}
