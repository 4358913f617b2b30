import type { JudgedRecord } from '#core/stream/judged-record';
import { headlineOfCall, headlineOfEvent, type TranslateHeadline } from '#core/telemetry/headline';
import { i18n, translateKey } from '#i18n';

const ENGLISH = 'en';

let language = '';
let headlines = new WeakMap<JudgedRecord, string>();

/**
 * The headline of a record in the language of the page.
 * What is stored and exported has the English one.
 */
export function headlineText(record: JudgedRecord): string {
  const shown = i18n.t('language.tag');
  if (shown === ENGLISH) return record.headline;
  if (shown !== language) headlines = new WeakMap();
  language = shown;
  const known = headlines.get(record) ?? makeHeadline(record);
  headlines.set(record, known);
  return known;
}

const translate: TranslateHeadline = (code, values) => translateKey(`headlines.${code}`, values);

function makeHeadline({ call, event, headline }: JudgedRecord): string {
  const ofCall = call ? headlineOfCall(call.method, call.args, translate) : '';
  return ofCall || (event ? headlineOfEvent(event.json, translate) : '') || headline;
}
