import type { JudgedRecord } from '#core/stream/judged-record';

/** Makes the headline of a record in another language. */
export type HeadlineTranslator = (record: JudgedRecord) => string;

let translate: HeadlineTranslator | null = null;
let headlines = new WeakMap<JudgedRecord, string>();

/** Shows headlines in another language than English; `null` for English, which records have. */
export function setHeadlineTranslator(translator: HeadlineTranslator | null): void {
  translate = translator;
  headlines = new WeakMap();
}

/**
 * The headline of a record in the language of the page.
 * What is stored and exported keeps the English one.
 */
export function headlineText(record: JudgedRecord): string {
  if (translate === null || record.headline === '') return record.headline;
  const known = headlines.get(record) ?? translate(record);
  headlines.set(record, known);
  return known;
}
