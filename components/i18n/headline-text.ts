import { signal } from '@preact/signals';
import type { JudgedRecord } from '#core/stream/judged-record';
import type { TranslateHeadline } from '#core/telemetry/headline';
import { i18n, translateKey } from '#i18n';

const ENGLISH = 'en';

type HeadlineCode = typeof import('#core/telemetry/headline');

/**
 * Code with the definitions of all kinds.
 * It is loaded when a language needs it; the components that show headlines are then rerendered.
 */
const code = signal<HeadlineCode | null>(null);
let isRequested = false;

let language = '';
let headlines = new WeakMap<JudgedRecord, string>();

/**
 * Returns the headline of a record in the page's language.
 * It is in English until the code for others is loaded. Stored and exported data contains the English headline.
 */
export function headlineText(record: JudgedRecord): string {
  const shown = i18n.t('language.tag');
  if (shown === ENGLISH) return record.headline;
  if (code.value === null) {
    void loadCode();
    return record.headline;
  }
  if (shown !== language) headlines = new WeakMap();
  language = shown;
  const cached = headlines.get(record) ?? makeHeadline(record, code.value);
  headlines.set(record, cached);
  return cached;
}

async function loadCode(): Promise<void> {
  if (isRequested) return;
  isRequested = true;
  // An extension that was updated while the page is open lacks this file: headlines stay English.
  code.value = await import('#core/telemetry/headline').catch(() => null);
}

const translate: TranslateHeadline = (headline, values) => translateKey(`headlines.${headline}`, values);

function makeHeadline(
  { call, event, headline }: JudgedRecord,
  { headlineOfCall, headlineOfEvent }: HeadlineCode,
): string {
  const ofCall = call ? headlineOfCall(call.method, call.args, translate) : '';
  return ofCall || (event ? headlineOfEvent(event.json, translate) : '') || headline;
}
