import { formatNumber } from '#components/i18n/count-text.ts';
import { type GeneratedI18nStructure, i18n } from '#i18n';

type Key = keyof GeneratedI18nStructure;
type NameIn<K extends Key> = GeneratedI18nStructure[K] extends {
  namedSubstitutions: readonly (infer Name extends string)[];
}
  ? Name
  : never;
type NamedValues<Name extends string, Value> = [Name] extends [never] ? [] : [values: Readonly<Record<Name, Value>>];
type ValuesOf<K extends Key> = GeneratedI18nStructure[K] extends { plural: true }
  ? [n: number, ...NamedValues<Exclude<NameIn<K>, 'n'>, string | number>]
  : NamedValues<NameIn<K>, string | number>;

/** Returns a UI text in English. For a text with plural forms, the number is the first value. */
export function t<K extends Key>(key: K, ...values: ValuesOf<K>): string {
  const [first, second] = values as readonly [unknown?, unknown?];
  return typeof first === 'number'
    ? translate(key, first, { n: formatNumber(first), ...Object(second) })
    : translate(key, ...(first === undefined ? [] : [first]));
}

type Pattern = string | number | RegExp;

/** Matches any value. Bounded, because two unbounded patterns would take minutes to match against a whole page. */
const ANYTHING = '.{1,300}?';
/** Lets the pattern of a value match only a part of the value. */
const PADDING = '.{0,300}?';

/** Returns a pattern of a UI text, with any text for placeholders without a value. */
export function tPattern<K extends Key>(key: K, values?: Readonly<Partial<Record<NameIn<K>, Pattern>>>): RegExp {
  const valuesByName = new Map<string, Pattern>(Object.entries(values ?? {}));
  const forms = [1, 2].map((count) => {
    const form = translate(key, placeholderValues(count));
    const parts = form.split(/\{(\w+)\}/);
    const isAtEnd = (index: number) =>
      (index === 1 && parts[0] === '') || (index === parts.length - 2 && parts.at(-1) === '');
    const placeholderPattern = (name: string, index: number) => {
      const value = valuesByName.get(name);
      if (value === undefined) return isAtEnd(index) ? '' : ANYTHING;
      return value instanceof RegExp ? `${PADDING}${sourceOf(value)}${PADDING}` : sourceOf(value);
    };
    return parts.map((part, index) => (index % 2 === 0 ? sourceOf(part) : placeholderPattern(part, index))).join('');
  });
  return new RegExp([...new Set(forms)].map((form) => `(?:${form})`).join('|'), 's');
}

/** Returns a pattern of texts in this order, with anything between them. */
export function textsInOrder(...texts: readonly Pattern[]): RegExp {
  return new RegExp(texts.map(sourceOf).join('.*'), 's');
}

function sourceOf(pattern: Pattern): string {
  if (pattern instanceof RegExp) return `(?:${pattern.source})`;
  const text = typeof pattern === 'number' ? formatNumber(pattern) : pattern;
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}

/** Returns values that replace each placeholder by itself, such as `{name}`. */
function placeholderValues(count: number) {
  return new Proxy({}, { get: (_, name) => (name === 'count' ? count : `{${String(name)}}`) });
}

const translate = i18n.t as unknown as (key: string, ...values: readonly unknown[]) => string;
