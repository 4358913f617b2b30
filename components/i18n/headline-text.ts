import type { TelemetryRecord } from '#core/journey/record';
import { headlineOfCall, headlineOfEvent } from '#core/telemetry/headline';

/** The words of headlines, by the English word. */
export type HeadlineLanguage = Readonly<Record<string, string>>;

let words: HeadlineLanguage | null = null;
let headlines = new WeakMap<TelemetryRecord, string>();

/** Shows headlines in another language than English; `null` for English. */
export function setHeadlineLanguage(language: HeadlineLanguage | null): void {
  words = language;
  headlines = new WeakMap();
}

/**
 * The headline of a record in the language of the page.
 * What is stored and exported keeps the English one.
 */
export function headlineText(record: TelemetryRecord): string {
  if (words === null || record.headline === '') return record.headline;
  const known = headlines.get(record) ?? headlineIn(words, record);
  headlines.set(record, known);
  return known;
}

function headlineIn(language: HeadlineLanguage, { call, event, headline }: TelemetryRecord): string {
  const translate = (word: string) => language[word] ?? word;
  const ofCall = call ? headlineOfCall(call.method, call.args, translate) : '';
  return ofCall || (event ? headlineOfEvent(event.json, translate) : '') || headline;
}
