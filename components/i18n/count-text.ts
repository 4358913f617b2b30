import { type GeneratedI18nStructure, i18n } from '#i18n';

const numbers = new Intl.NumberFormat(i18n.t('language.tag'));

/** A count with separators: `1,310`. */
export function countText(count: number): string {
  return numbers.format(count);
}

/** The things that are counted in sentences: the keys of `count` in `locales`. */
type Counted = keyof GeneratedI18nStructure extends infer Key
  ? Key extends `count.${infer Noun}`
    ? Noun
    : never
  : never;

/** A count with its noun: `1 event`, `1,310 events`. */
export function countOf(count: number, noun: Counted): string {
  return i18n.t(`count.${noun}`, count, { n: countText(count) });
}
