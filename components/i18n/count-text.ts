import { type GeneratedI18nStructure, i18n } from '#i18n';

const formats = new Map<string, Intl.NumberFormat>();

/** Formats a count with separators: `1,310`. */
export function formatNumber(count: number): string {
  const tag = i18n.t('language.tag');
  const format = formats.get(tag) ?? new Intl.NumberFormat(tag);
  formats.set(tag, format);
  return format.format(count);
}

/** Nouns that are counted in sentences: the keys of `count` in `locales`. */
type CountedNoun = keyof GeneratedI18nStructure extends infer Key
  ? Key extends `count.${infer Noun}`
    ? Noun
    : never
  : never;

/** Formats a count with its noun: `1 event`, `1,310 events`. */
export function formatCount(count: number, noun: CountedNoun): string {
  return i18n.t(`count.${noun}`, count, { n: formatNumber(count) });
}
