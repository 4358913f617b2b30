import type { TelemetryRecord } from '#core/journey/record';

/** Makes the headline of a record in another language. */
export type HeadlineTranslator = (record: TelemetryRecord) => string;

let translate: HeadlineTranslator | null = null;
let headlines = new WeakMap<TelemetryRecord, string>();

/** Shows headlines in another language than English; `null` for English, which records have. */
export function setHeadlineTranslator(translator: HeadlineTranslator | null): void {
  translate = translator;
  headlines = new WeakMap();
}

/**
 * The headline of a record in the language of the page.
 * What is stored and exported keeps the English one.
 */
export function headlineText(record: TelemetryRecord): string {
  if (translate === null || record.headline === '') return record.headline;
  const known = headlines.get(record) ?? translate(record);
  headlines.set(record, known);
  return known;
}
